package dag

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A CycleError says that a graph has a cycle, and names one.
type CycleError struct {
	// Vertices are those of the cycle in the order of its edges; the last
	// leads back to the first, which is the smallest. A self-loop is one
	// vertex.
	Vertices []uint32
}

func (e *CycleError) Error() string { return "the graph has a cycle: " + e.Path(0) }

// Path spells the cycle out, "2 -> 5 -> 3 -> 2", with shift added to every
// vertex, for texts that number them otherwise. A long cycle is cut short.
func (e *CycleError) Path(shift int64) string {
	const most = 20
	var b strings.Builder
	for _, v := range e.Vertices[:min(most, len(e.Vertices))] {
		fmt.Fprintf(&b, "%d -> ", int64(v)+shift)
	}
	if len(e.Vertices) > most {
		fmt.Fprintf(&b, "... (%d vertices)", len(e.Vertices))
	} else {
		fmt.Fprint(&b, int64(e.Vertices[0])+shift)
	}
	return b.String()
}

// cycle names a cycle among the vertices that Kahn's method left over: those
// that it placed are given.
//
// Each of the others has a predecessor among them, so walking back from one
// must come to a vertex twice. The walk starts at the smallest: where a graph
// is made of parts that are numbered one after another, the cycle lies in the
// first part that has one.
func (g *Graph) cycle(placed []uint32) *CycleError {
	const none = math.MaxUint32
	left := slices.Repeat([]bool{true}, g.Len())
	for _, u := range placed {
		left[u] = false
	}
	pred := make([]uint32, g.Len())
	for u, l := range left {
		if !l {
			continue
		}
		for _, v := range g.Succ(u) {
			pred[v] = uint32(u)
		}
	}
	u := uint32(slices.Index(left, true))
	var path []uint32
	for pred[u] != none {
		path = append(path, u)
		u, pred[u] = pred[u], none // none: walked
	}
	// The walk came back to u: the cycle is what follows u on the path.
	path = path[slices.Index(path, u):]
	slices.Reverse(path)
	least := slices.Index(path, slices.Min(path))
	return &CycleError{slices.Concat(path[least:], path[:least])}
}
