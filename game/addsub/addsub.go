// Package addsub solves the add-subtract game (UVa 12163, XSY 1149).
//
// The board is a directed acyclic graph. A move takes one token from a vertex
// u that has a token and a successor, and adds K[u] tokens to u's successors,
// each wherever the mover likes. Who cannot move loses. Every token is a game
// of its own, so a position is worth the XOR of its tokens' Grundy values, and
// a vertex's own value is what package kernel computes from its successors'.
package addsub

import (
	"context"
	"errors"
	"io"

	"mexlab/game"
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
	Stream bool          // solve a game while it is read, in memory for its vertices alone; see Solve

	game.Work
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
// The output does not depend on the number of workers. Games are solved in
// groups, and a group's answers are written when they are known and those
// before it are written. Memory is bounded, but for a game that is larger than
// a group: of that, 4 bytes an edge are kept.
//
// With Stream, a game takes 17 bytes a vertex and nothing for its edges. It has
// to have the edges of each vertex together, after those of all its successors
// that have any, and r has to be one that can be read twice: an *os.File of a
// regular file, or what has the methods Len and Seek. Moves cannot be had then.
//
// The error is a *text.Error where the input is wrong or a game cannot be
// solved, which is then caused by a *dag.CycleError or by what the kernel
// reported, and otherwise what r, w or the context reported. Games before a bad
// one are solved and written.
func Solve(ctx context.Context, r io.Reader, w io.Writer, opt Options) error {
	return solve(ctx, r, w, opt, groupSize)
}

// solve is Solve with groups of the given size.
func solve(ctx context.Context, r io.Reader, w io.Writer, opt Options, size int) error {
	if opt.Stream && opt.Move {
		return errors.New("a game that is solved while it is read is not there to find moves in")
	}
	in := &reader{in: text.NewReader(r), opt: opt}
	work := inParallel
	if opt.WorkerCount() == 1 {
		work = inTurn
	}
	return in.place(work(ctx, in, w, opt, size))
}
