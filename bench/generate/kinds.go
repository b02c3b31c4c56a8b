package generate

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// A Kind is a shape of graphs. Its edges lead to lower vertices, and are numbered
// in the order of their starts.
type Kind struct {
	Name    string
	Doc     string
	Default Spec // what the user does not choose

	OwnEdges bool // the number of vertices alone fixes that of the edges
	Coins    bool // the Spec comes from Coins

	// graph returns the number of edges of a game, and a function for the e-th.
	graph func(s *Spec, r random) (edges uint64, edge func(e uint64) (u, v uint64))
}

// Kinds returns all kinds.
func Kinds() []Kind { return slices.Clone(kinds) }

var kinds = []Kind{
	{Name: "boards", Doc: "many small random games of add-subtract, of the judges' size",
		Default: Spec{Games: 20, Vertices: 100, Edges: 1500, Rounds: 100, MaxK: 100, MaxTokens: 100, Order: Shuffled},
		graph:   randomGraph},
	{Name: "election", Doc: "a random position of Election Promises, of the judge's size",
		Default: Spec{Election: true, Games: 1, Vertices: 200_000, Edges: 200_000, Rounds: 1, MaxK: 100, MaxTokens: 1_000_000_000, Order: Shuffled},
		graph:   randomGraph},
	{Name: "random", Doc: "one random graph; out-degrees are alike",
		Default: large, graph: randomGraph},
	{Name: "chain", Doc: "one path",
		Default: large, graph: chain, OwnEdges: true},
	{Name: "hub", Doc: "one vertex with edges to all others; each of these has an edge to a last one",
		Default: large, graph: hub, OwnEdges: true},
	{Name: "clique", Doc: "complete graphs side by side, as large as the number of edges asks for",
		Default: large, graph: clique},
	{Name: "coins", Doc: "a row of coins; a move turns a few of them",
		Default: coins, graph: complete, OwnEdges: true, Coins: true},
}

// coins is the default for rows of coins: the rows are random, heads are tokens.
var coins = Coins(Spec{Games: 1, Rounds: 1, MaxTokens: 1, Order: Children}, 4, 100)

// MaxCoins is the most coins in a row: their graph has just below 2^32 edges.
const MaxCoins = 92_681

// Coins returns s for a row of n coins. A move turns at most turn of them, turn > 0,
// and the rightmost of these from heads to tails. The games of the coins that show
// heads add up. So coin i, from 1 on, is a vertex with edges to all coins before it
// and to a leaf, vertex 0, and has K = turn-1. A pick of the leaf turns nothing, so
// that exactly K picks are at most K coins, and two picks of a coin cancel.
//
// The values of the coins are the columns of a parity check matrix of the lexicode
// with distance turn+1: each is the least number that is not the XOR of at most K
// others before it.
func Coins(s Spec, turn, n uint64) Spec {
	s.Kind, s.Vertices, s.MaxK, s.SameK = "coins", n+1, turn-1, true
	return s
}

// large is the default for large graphs.
var large = Spec{Games: 1, Vertices: 1_000_000, Edges: 10_000_000, Rounds: 1, MaxK: 100, MaxTokens: 100, Order: Shuffled}

// Lookup returns the kind with the given name. The error lists all names.
func Lookup(name string) (*Kind, error) {
	var names []string
	for _, kind := range kinds {
		if kind.Name == name {
			return &kind, nil
		}
		names = append(names, kind.Name)
	}
	return nil, fmt.Errorf("unknown kind %q; there are %s", name, strings.Join(names, ", "))
}

// randomGraph gives all vertices except 0 equally many edges, and draws the ends.
func randomGraph(s *Spec, r random) (uint64, func(e uint64) (u, v uint64)) {
	n, m := s.Vertices, s.Edges
	switch {
	case n < 2 || m == 0:
		return 0, nil
	case s.MaxDegree > 0:
		return distinctEdges(s, r)
	}
	near := s.Near
	if near == 0 {
		near = n
	}
	// (n-1)/m with 64 bits before the point and 64 after it.
	whole, rest := (n-1)/m, (n-1)%m
	part, _ := bits.Div64(rest, 0, m)
	return m, func(e uint64) (u, v uint64) {
		hi, _ := bits.Mul64(e, part)
		u = 1 + e*whole + hi
		first := u - min(u, near)
		return u, first + r.at(e, u-first-1)
	}
}

// distinctEdges draws a table of different edges. Each vertex has MaxDegree places
// for edges, or one for each vertex below it if these are fewer. The edges take
// random places.
func distinctEdges(s *Spec, r random) (uint64, func(e uint64) (u, v uint64)) {
	var places []uint64 // by vertex
	for u := range s.Vertices {
		for range min(s.MaxDegree, u) {
			places = append(places, u)
		}
	}
	m := min(s.Edges, uint64(len(places)))
	taken := r.permutation(uint64(len(places)))[:m]
	slices.Sort(taken)
	to := make([]uint64, 0, m)
	for len(to) < int(m) {
		first, u := len(to), places[taken[len(to)]]
		degree := uint64(1)
		for first+int(degree) < int(m) && places[taken[first+int(degree)]] == u {
			degree++
		}
		// Floyd's way to draw a random set: J. Bentley, "Programming pearls: a
		// sample of brilliance", 1987.
		for last := u - degree; last < u; last++ {
			v := r.split(math.MaxUint64).at(uint64(len(to)), last)
			if slices.Contains(to[first:], v) {
				v = last
			}
			to = append(to, v)
		}
	}
	return m, func(e uint64) (u, v uint64) { return places[taken[e]], to[e] }
}

func chain(s *Spec, _ random) (uint64, func(e uint64) (u, v uint64)) {
	return max(s.Vertices, 1) - 1, func(e uint64) (u, v uint64) { return e + 1, e }
}

// hub has edges from the last vertex to all others, and from those to vertex 0.
func hub(s *Spec, _ random) (uint64, func(e uint64) (u, v uint64)) {
	n := s.Vertices
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

// clique has complete graphs of c vertices each. In all they have about as many
// edges as the Spec: n/c * c(c-1)/2. The last vertices may be left without edges.
func clique(s *Spec, _ random) (uint64, func(e uint64) (u, v uint64)) {
	n := s.Vertices
	if n == 0 {
		return 0, nil
	}
	c := max(1, min(n, 2*s.Edges/n+1))
	size := c * (c - 1) / 2
	return n / c * size, func(e uint64) (u, v uint64) {
		base := e / size * c
		u, v = triangle(e % size)
		return base + u, base + v
	}
}

// complete is one complete graph.
func complete(s *Spec, _ random) (uint64, func(e uint64) (u, v uint64)) {
	return s.Vertices * (max(s.Vertices, 1) - 1) / 2, triangle
}

// triangle returns the e-th pair u > v. u is the largest with u(u-1)/2 <= e.
func triangle(e uint64) (u, v uint64) {
	u = uint64(math.Sqrt(float64(2 * e))) // rounded; the loops correct it
	for u*(u-1)/2 > e {
		u--
	}
	for u*(u+1)/2 <= e {
		u++
	}
	return u, e - u*(u-1)/2
}
