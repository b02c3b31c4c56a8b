// Package addsub solves the add-subtract game (UVa 12163, XSY 1149).
//
// The board is a directed acyclic graph. A move takes one token from a vertex
// u that has a token and a successor, and adds K[u] tokens to u's successors,
// each wherever the mover likes. Who cannot move loses. Every token is a game
// of its own, so a position is worth the XOR of its tokens' Grundy values, and
// a vertex's own value is what package kernel computes from its successors'.
package addsub

import (
	"io"

	"mexlab/game/text"
	"mexlab/kernel"
)

// Options say how to solve and what to print. The zero Options print the
// verdicts as the judges want them.
type Options struct {
	Kernel kernel.Kernel // nil means kernel.Auto()
	Budget uint64        // word operations allowed on one vertex; 0 means kernel.DefaultBudget
	Values bool          // print the Grundy value of every vertex
	Move   bool          // print a winning move where there is one
	JSON   bool          // print one JSON object a game, each on a line of its own
}

// Solve reads games from r and writes their verdicts to w:
//
//	T                         number of games
//	V E                       a game: vertices 0..V-1, edges
//	u v                       E times: an edge from u to v
//	K[0] ... K[V-1]
//	R                         rounds
//	value[0] ... value[V-1]   R times: the tokens on each vertex
//
// The numbers may be separated by any white space. None but V and E, which must
// be below 2^32-1, has a limit other than 63 bits and memory.
//
// The error is a *text.Error where the input is wrong or a game cannot be
// solved, which is then caused by a *dag.CycleError or by what the kernel
// reported, and otherwise what r or w reported. Games before a bad one are
// solved and written.
func Solve(r io.Reader, w io.Writer, opt Options) error {
	return solve(r, w, opt, groupSize)
}

// solve is Solve with groups of the given size.
func solve(r io.Reader, w io.Writer, opt Options, size int) error {
	in := &reader{in: text.NewReader(r), positive: opt.Move}
	s := newSolver(opt)
	out := newPrinter(w, opt)
	g := newGroup()
	for more := true; more; {
		g.reset()
		var bad error
		more, bad = in.group(g, size)
		sol, err := s.solve(g)
		if err != nil {
			bad = err // about an earlier game than an error of the reader
		}
		if err := out.solution(sol, s); err != nil {
			bad = err
		}
		if bad != nil {
			return out.flush(bad)
		}
	}
	return out.flush(nil)
}
