// Package generate writes random inputs for both games. It is the only generator:
// of "mexlab generate", and of the inputs that package bench measures with. The
// same Spec gives the same bytes on every machine.
//
// Nothing of an input is kept, so it may be larger than memory. A Kind
// (kinds.go) knows the e-th edge of its graph for any e. A shuffle (shuffle.go)
// puts edges and vertices in another order without a table of them. Random
// numbers (random.go) are hashes of their place. A writer (writer.go) makes text
// of it all. 10^6 vertices and 10^7 edges, 144 MB, take 0.5 CPU seconds in order,
// and 1.0 shuffled.
package generate

import (
	"fmt"
	"io"
)

// A Spec describes an input.
type Spec struct {
	Kind      string // the name of a Kind
	Election  bool   // a position of Election Promises rather than games of add-subtract
	Lines     bool   // each game is a line, and their number does not come before them
	Games     uint64 // of add-subtract, or positions if Lines
	Vertices  uint64 // of a game, fewer than 2^32-1
	Edges     uint64 // of a game; some kinds have their own number
	Rounds    uint64 // of a game of add-subtract
	MaxK      uint64 // K is uniform in 0..MaxK
	SameK     bool   // K is MaxK at every vertex
	MaxTokens uint64 // tokens and heights are uniform in 0..MaxTokens
	Order     Order
	Seed      uint64

	// Of random graphs, unless 0:
	MaxDegree uint64 // no vertex has more edges, and all edges are different
	Near      uint64 // no edge leads farther down
}

// An Order says how vertices are numbered and edges sorted.
type Order string

const (
	Children Order = "children" // edges lead to lower numbers, and are sorted: children come first
	Parents  Order = "parents"  // the same with all numbers reversed: parents have low numbers, and come last
	Shuffled Order = "shuffled" // numbers and edges are in random order
)

// Orders returns all orders.
func Orders() []Order { return []Order{Children, Parents, Shuffled} }

// Write writes the input that s describes to w. The error is about w or s.
func Write(w io.Writer, s Spec) error {
	kind, err := Lookup(s.Kind)
	if err != nil {
		return err
	}
	if s.Vertices >= 1<<32-1 {
		return fmt.Errorf("expected fewer than 2^32-1 vertices, found %d", s.Vertices)
	}
	feed := byte('\n')
	if s.Lines {
		feed = ' '
	}
	out := newWriter(w, feed)
	games, write := s.Games, s.writeGame
	switch {
	case s.Election:
		write = s.writePosition
		if !s.Lines {
			games = 1
		}
	case !s.Lines:
		out.number(games, '\n')
	}
	for i := uint64(0); i < games && out.err == nil; i++ {
		write(out, kind, i)
		out.endGame()
	}
	return out.flush()
}

// writePosition writes the i-th position of Election Promises.
func (s *Spec) writePosition(out *writer, kind *Kind, i uint64) {
	r := stream(s.Seed, 2+2*i)
	m, edge := kind.graph(s, r)
	out.pair(s.Vertices, m)
	out.row(s.Vertices, s.MaxTokens, stream(s.Seed, 1+2*i))
	s.writeEdges(out, 1, m, edge, r.split(0))
}

// writeGame writes the i-th game of add-subtract.
func (s *Spec) writeGame(out *writer, kind *Kind, i uint64) {
	r := stream(s.Seed, 2+i)
	m, edge := kind.graph(s, r)
	out.pair(s.Vertices, m)
	s.writeEdges(out, 0, m, edge, r.split(0))
	if s.SameK {
		out.same(s.Vertices, s.MaxK)
	} else {
		out.row(s.Vertices, s.MaxK, r.split(1))
	}
	out.number(s.Rounds, out.feed)
	for j := uint64(0); j < s.Rounds && out.err == nil; j++ {
		out.row(s.Vertices, s.MaxTokens, r.split(2+j))
	}
}

// writeEdges writes m edges in the order that s asks for. Vertices start at first.
func (s *Spec) writeEdges(out *writer, first, m uint64, edge func(e uint64) (u, v uint64), order random) {
	places, names := newShuffle(order.split(0), m), newShuffle(order.split(1), s.Vertices)
	for e := uint64(0); e < m && out.err == nil; e++ {
		at := e
		if s.Order == Shuffled {
			at = places.at(e)
		}
		u, v := edge(at)
		switch s.Order {
		case Shuffled:
			u, v = names.at(u), names.at(v)
		case Parents:
			u, v = s.Vertices-1-u, s.Vertices-1-v
		}
		out.pair(first+u, first+v)
	}
}
