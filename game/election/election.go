// Package election plays the game of Election Promises: cities joined by the
// edges of an acyclic graph, each with a height. A move lowers the height of
// one city and sets those of its direct successors to anything. Who cannot
// move loses.
//
// The level of a city is the mex of its successors' levels: the least number
// that is not among them. The player to move loses exactly when on every level
// the XOR of the heights is 0. (Codeforces 1149E.)
package election

import (
	"context"
	"io"
	"runtime"

	"mexlab/game"
	"mexlab/game/text"
)

// Options say what to write beyond the answer.
type Options struct {
	Values bool // the level of every city
	Move   bool // the winning move, as the changes it makes
	JSON   bool // one JSON object instead of lines
	Stream bool // find the levels while the edges are read; see Solve

	game.Work
}

// A board is a position of the game.
type board struct {
	pos     text.Pos // of the number of edges in the input
	heights column
	edges   uint64
	roads   roads

	memory memory
	spare  []uint32 // what is left of a memory that is not needed any more
}

// Solve reads a position from r: "n m", the n heights, then m edges "u v"
// between cities that are numbered from 1. To w it writes LOSE, or WIN and on
// a second line the heights after a winning move.
//
// The end of ctx ends the work with its cause.
//
// With Stream, a board takes 9 bytes a city, or 13 with heights beyond 32 bits,
// and nothing for its edges. It has to have the edges of each city together,
// after those of all its successors that have any, and r has to be one that can
// be read twice.
//
// An error in the input is a *text.Error; that of a cycle is caused by a
// *dag.CycleError. Nothing has been written then.
func Solve(ctx context.Context, r io.Reader, w io.Writer, opt Options) error {
	in := text.NewReader(r)
	b, err := read(ctx, in, &opt)
	if err != nil {
		return err
	}
	// Between stages, give way before it is asked for. A goroutine that has run
	// for 10 ms is stopped by a signal, and the first one costs 1.5 ms.
	runtime.Gosched()
	var level []uint32
	var move []change
	if opt.Stream {
		level, move, err = b.stream(ctx, in, &opt.Work)
	} else if level, err = b.levels(ctx, &opt.Work); err == nil {
		if u, xor, wins := b.mover(level); wins {
			move = b.move(level, u, b.succ(u), xor)
		}
	}
	if err != nil {
		return err
	}
	runtime.Gosched()
	return b.write(w, opt, level, move)
}
