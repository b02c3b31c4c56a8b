// Package generate writes inputs of any size for both games, without having
// them in memory. The same Spec gives the same bytes on every machine.
package generate

import (
	"fmt"
	"io"
)

// A Spec describes an input.
type Spec struct {
	Kind      string // the name of a Kind
	Election  bool   // one position of Election Promises rather than games of add-subtract
	Games     uint64 // of add-subtract
	Vertices  uint64 // a game, below 2^32-1
	Edges     uint64 // a game; some kinds have a number of their own
	Rounds    uint64 // a game of add-subtract
	MaxK      uint64 // K is uniform in 0..MaxK
	MaxTokens uint64 // tokens and heights are uniform in 0..MaxTokens
	Order     Order
	Seed      uint64

	// For random graphs, 0 where it does not matter:
	MaxDegree uint64 // no vertex has more edges than this, and no edge is there twice
	Near      uint64 // edges lead at most this far down
}

// An Order says how vertices are numbered and edges sorted.
type Order string

const (
	Children Order = "children" // edges lead to lower numbers, and are sorted by vertex: children first
	Parents  Order = "parents"  // the same with all numbers reversed: parents first in number, last in the text
	Shuffled Order = "shuffled" // neither numbers nor places of edges tell anything
)

// Orders lists them all.
var Orders = []Order{Children, Parents, Shuffled}

// Write writes the input that s describes to w.
func Write(w io.Writer, s Spec) error {
	kind, err := Lookup(s.Kind)
	if err != nil {
		return err
	}
	if s.Vertices >= 1<<32-1 {
		return fmt.Errorf("expected fewer than 2^32-1 vertices, found %d", s.Vertices)
	}
	out := newWriter(w)
	if s.Election {
		g := newGraph(kind, s, 0)
		out.pair(s.Vertices, g.edges)
		out.row(s.Vertices, s.MaxTokens, stream(s.Seed, 1))
		g.write(out, 1)
		return out.flush()
	}
	out.number(s.Games, '\n')
	for i := uint64(0); i < s.Games && out.err == nil; i++ {
		g := newGraph(kind, s, i)
		out.pair(s.Vertices, g.edges)
		g.write(out, 0)
		out.row(s.Vertices, s.MaxK, g.random.split(1))
		out.number(s.Rounds, '\n')
		for j := uint64(0); j < s.Rounds && out.err == nil; j++ {
			out.row(s.Vertices, s.MaxTokens, g.random.split(2+j))
		}
	}
	return out.flush()
}
