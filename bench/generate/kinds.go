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

	// edges returns the number of edges of a graph on n vertices for which m
	// are wanted.
	edges func(n, m uint64) uint64
	// edge returns the e-th of them.
	edge func(n, m, e uint64, r random) (u, v uint64)
}

// Kinds lists them all.
var Kinds = []Kind{
	{Name: "boards", Doc: "many small random games of add-subtract, of the judges' size",
		Default: Spec{Games: 20, Vertices: 100, Edges: 1500, Rounds: 100, MaxK: 100, MaxTokens: 100, Order: Shuffled},
		edges:   randomEdges, edge: randomEdge},
	{Name: "election", Doc: "a random position of Election Promises, of the judge's size",
		Default: Spec{Election: true, Vertices: 200_000, Edges: 200_000, MaxTokens: 1_000_000_000, Order: Shuffled},
		edges:   randomEdges, edge: randomEdge},
	{Name: "random", Doc: "one random graph; out-degrees are alike",
		Default: large, edges: randomEdges, edge: randomEdge},
	{Name: "chain", Doc: "one path",
		Default: large, edges: chainEdges, edge: chainEdge},
	{Name: "hub", Doc: "one vertex with an edge to each other, which have an edge to the last",
		Default: large, edges: hubEdges, edge: hubEdge},
	{Name: "clique", Doc: "complete graphs side by side, as large as the number of edges asks for",
		Default: large, edges: cliqueEdges, edge: cliqueEdge},
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

// randomEdges: a graph on less than two vertices has none.
func randomEdges(n, m uint64) uint64 {
	if n < 2 {
		return 0
	}
	return m
}

// randomEdge shares the edges out to the vertices from 1 on, evenly, and draws
// where each leads.
func randomEdge(n, m, e uint64, r random) (u, v uint64) {
	hi, lo := bits.Mul64(e, n-1)
	u, _ = bits.Div64(hi, lo, m)
	u++
	return u, r.at(e, u-1)
}

func chainEdges(n, _ uint64) uint64 { return max(n, 1) - 1 }

func chainEdge(_, _, e uint64, _ random) (u, v uint64) { return e + 1, e }

// hubEdges: the last vertex has an edge to each other, those between it and 0
// one to 0.
func hubEdges(n, _ uint64) uint64 {
	if n < 2 {
		return 0
	}
	return n - 2 + n - 1
}

func hubEdge(n, _, e uint64, _ random) (u, v uint64) {
	if e < n-2 {
		return e + 1, 0
	}
	return n - 1, e - (n - 2)
}

// cliqueSize returns how many vertices each complete graph has: c with
// n/c * c(c-1)/2 about m.
func cliqueSize(n, m uint64) uint64 {
	if n == 0 {
		return 1
	}
	return max(1, min(n, 2*m/n+1))
}

// cliqueEdges: vertices that are left over have no edges.
func cliqueEdges(n, m uint64) uint64 {
	c := cliqueSize(n, m)
	return n / c * (c * (c - 1) / 2)
}

func cliqueEdge(n, m, e uint64, _ random) (u, v uint64) {
	c := cliqueSize(n, m)
	size := c * (c - 1) / 2
	base := e / size * c
	u, v = triangle(e % size)
	return base + u, base + v
}

// triangle returns the e-th pair u > v: u is the largest with u(u-1)/2 <= e.
func triangle(e uint64) (u, v uint64) {
	u = uint64(math.Sqrt(float64(2 * e))) // off by one at most
	for u*(u-1)/2 > e {
		u--
	}
	for u*(u+1)/2 <= e {
		u++
	}
	return u, e - u*(u-1)/2
}
