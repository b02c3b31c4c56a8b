package dag

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A CycleError names a cycle of a graph.
type CycleError struct {
	// Vertices are in the order of the edges; the last leads back to the first,
	// the smallest. A self-loop is one vertex.
	Vertices []uint32
}

func (e *CycleError) Error() string { return "the graph has a cycle: " + e.Path(0) }

// Path spells the cycle out, "2 -> 5 -> 3 -> 2", with shift added to every
// vertex, for texts that count from 1, say. A long cycle is cut short.
func (e *CycleError) Path(shift int64) string {
	const limit = 20
	var b strings.Builder
	for _, v := range e.Vertices[:min(limit, len(e.Vertices))] {
		fmt.Fprintf(&b, "%d -> ", int64(v)+shift)
	}
	if len(e.Vertices) > limit {
		fmt.Fprintf(&b, "... (%d vertices)", len(e.Vertices))
	} else {
		fmt.Fprint(&b, int64(e.Vertices[0])+shift)
	}
	return b.String()
}

// cycle names a cycle among the vertices that Kahn's method could not place, given
// those that it placed, without leaves.
//
// Each of them has a predecessor among them, so a walk backwards must come to
// some vertex twice. It starts at the smallest: if the graph consists of parts
// that are numbered one after another, it finds the cycle of the first part
// that has one.
func (g *Graph) cycle(placed []uint32) *CycleError {
	const walked = math.MaxUint32
	left := make([]bool, g.Len())
	for u := range left {
		left[u] = len(g.Succ(u)) > 0
	}
	for _, u := range placed {
		left[u] = false
	}
	pred := make([]uint32, g.Len())
	for u, l := range left {
		if !l {
			continue
		}
		for _, v := range g.Succ(u) {
			pred[v], left[v] = uint32(u), true // v may be a leaf
		}
	}
	u := uint32(slices.Index(left, true))
	var path []uint32
	for pred[u] != walked {
		path = append(path, u)
		u, pred[u] = pred[u], walked
	}
	// The walk came back to u, so the cycle is the rest of the path from u on.
	path = path[slices.Index(path, u):]
	slices.Reverse(path)
	least := slices.Index(path, slices.Min(path))
	return &CycleError{slices.Concat(path[least:], path[:least])}
}
