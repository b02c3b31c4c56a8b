package generate

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// A Kind is a shape of graphs, with what it has where nothing else is asked
// for. Vertices are numbered so that every edge leads to a lower one, and edges
// so that those of a vertex come together, lower vertices first.
type Kind struct {
	Name    string
	Doc     string
	Default Spec

	// graph returns the number of edges of a graph on n vertices for which m
	// are wanted, and what the e-th of them is.
	graph func(n, m uint64, r random) (edges uint64, edge func(e uint64) (u, v uint64))
}

// Kinds lists them all.
var Kinds = []Kind{
	{Name: "boards", Doc: "many small random games of add-subtract, of the judges' size",
		Default: Spec{Games: 20, Vertices: 100, Edges: 1500, Rounds: 100, MaxK: 100, MaxTokens: 100, Order: Shuffled},
		graph:   randomGraph},
	{Name: "election", Doc: "a random position of Election Promises, of the judge's size",
		Default: Spec{Election: true, Games: 1, Vertices: 200_000, Edges: 200_000, Rounds: 1, MaxK: 100, MaxTokens: 1_000_000_000, Order: Shuffled},
		graph:   randomGraph},
	{Name: "random", Doc: "one random graph; out-degrees are alike",
		Default: large, graph: randomGraph},
	{Name: "chain", Doc: "one path",
		Default: large, graph: chain},
	{Name: "hub", Doc: "one vertex with an edge to each other, which have an edge to the last",
		Default: large, graph: hub},
	{Name: "clique", Doc: "complete graphs side by side, as large as the number of edges asks for",
		Default: large, graph: clique},
}

// large is the default of the kinds of large graphs.
var large = Spec{Games: 1, Vertices: 1_000_000, Edges: 10_000_000, Rounds: 1, MaxK: 100, MaxTokens: 100, Order: Shuffled}

// Lookup returns the kind of that name.
func Lookup(name string) (*Kind, error) {
	var names []string
	for i := range Kinds {
		if Kinds[i].Name == name {
			return &Kinds[i], nil
		}
		names = append(names, Kinds[i].Name)
	}
	return nil, fmt.Errorf("unknown kind %q; there are %s", name, strings.Join(names, ", "))
}

// randomGraph shares the edges out to the vertices from 1 on, evenly, and draws
// where each leads.
func randomGraph(n, m uint64, r random) (uint64, func(e uint64) (u, v uint64)) {
	if n < 2 || m == 0 {
		return 0, nil
	}
	// (n-1)/m in 64 bits before the point and 64 after it.
	whole, rest := (n-1)/m, (n-1)%m
	part, _ := bits.Div64(rest, 0, m)
	return m, func(e uint64) (u, v uint64) {
		hi, _ := bits.Mul64(e, part)
		u = 1 + e*whole + hi
		return u, r.at(e, u-1)
	}
}

func chain(n, _ uint64, _ random) (uint64, func(e uint64) (u, v uint64)) {
	return max(n, 1) - 1, func(e uint64) (u, v uint64) { return e + 1, e }
}

// hub: the last vertex has an edge to each other, those between it and 0 one to
// 0.
func hub(n, _ uint64, _ random) (uint64, func(e uint64) (u, v uint64)) {
	if n < 2 {
		return 0, nil
	}
	between := n - 2
	return between + n - 1, func(e uint64) (u, v uint64) {
		if e < between {
			return e + 1, 0
		}
		return n - 1, e - between
	}
}

// clique has complete graphs of c vertices, n/c * c(c-1)/2 being about m.
// Vertices that are left over have no edges.
func clique(n, m uint64, _ random) (uint64, func(e uint64) (u, v uint64)) {
	if n == 0 {
		return 0, nil
	}
	c := max(1, min(n, 2*m/n+1))
	size := c * (c - 1) / 2
	return n / c * size, func(e uint64) (u, v uint64) {
		base := e / size * c
		u, v = triangle(e % size)
		return base + u, base + v
	}
}

// triangle returns the e-th pair u > v: u is the largest with u(u-1)/2 <= e.
func triangle(e uint64) (u, v uint64) {
	u = uint64(math.Sqrt(float64(2 * e))) // near enough
	for u*(u-1)/2 > e {
		u--
	}
	for u*(u+1)/2 <= e {
		u++
	}
	return u, e - u*(u-1)/2
}
