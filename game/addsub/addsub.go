// Package addsub solves the add-subtract game (UVa 12163, XSY 1149).
//
// The board is a directed acyclic graph. A move takes one token from a vertex u
// that has a token and a successor, and adds K[u] tokens to u's successors, each
// wherever the mover likes. A player who cannot move loses. Every token is a game
// of its own, so a position is worth the XOR of its tokens' nimbers (Grundy
// values), and package kernel computes a vertex's nimber from its successors'.
//
// NewBoard solves a board in memory (board.go), ReadBoard one game of a text
// (read_board.go), and Solve games as text. All use the same solver.
//
// # From text to verdict
//
// Solve collects games into a group of up to 65,536 vertices, edges and words of
// rounds (read.go, group.go), computes the nimbers of the group as of one graph,
// and judges and prints its rounds. A game that is larger than that is a group of
// its own.
//
// Each step has a way for the usual case and others for the rest. The times are
// CPU seconds of "mexlab solve -j 1" for a million boards of 10 vertices and 15
// edges, 155 MB of text. As it is, that takes 0.66 s.
//
//	read_fast.go     reads a game whose numbers are all read ahead, in one loop.
//	                 Without it, 0.89 s.
//	read_tokens.go   reads any other game, token by token, and says what is wrong.
//	                 All workers read a game of over a million edges.
//	lines.go         reads and solves one game a line (Options.Lines), if all its
//	                 numbers are read ahead in one loop, too.
//
//	solve_sweep.go   solves small games, several in one sweep over their edges. In
//	                 sweepLevel a level of all these boards becomes a batch for
//	                 the kernel. Without it, 1.47 s.
//	solve_rows.go    solves any other game, mostly from masks of what the successors
//	                 of a vertex are worth. It keeps K and a code, 2 bytes a vertex.
//	                 Workers share waves of a large game: package game.
//	codes.go         has the codes of nimbers.
//	wide.go          solves games with nimbers of more than 64 bits, by big integers.
//	share_batch.go   shares a batch of rows among workers if they take long.
//	read_stream.go   decides whether a game is solved while its edges are read: one
//	                 of over a million edges, if their order allows that, or any game
//	                 if it has to be (Options.Stream).
//	guess.go         finds K, which stands after the edges, from the end of the file.
//
//	judge.go         judges rounds by bit planes, 64 vertices a step. With 100
//	                 rounds a board, that saves 21% of the CPU time. With moves,
//	                 under four rounds, or over 4,096 vertices: by a plain XOR.
//	move.go          finds a winning move of a round.
//
//	write.go         prints in one of three forms: write_plain.go, write_lines.go or
//	                 write_json.go. A new form is a type like these, an option, and a
//	                 flag in cmd/mexlab/solve.go.
//
//	each.go          hands the solved vertices to a caller instead (Options.Each).
//	convert.go       writes games one a line, or back, and solves nothing.
//
//	run.go           has game.RunBatches run group after group. If there are several,
//	                 one goroutine reads, some solve, and one writes: two workers take
//	                 230 ms, one takes 346.
//
// So a file of two small games is one group: it is read, solved by one sweep and
// printed, all in one goroutine.
package addsub

import (
	"context"
	"errors"
	"io"
	"math/big"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/kernel"
)

// Options say how to solve and what to print. The zero Options print the
// verdicts as the judges want them.
type Options struct {
	Kernel kernel.Kernel // nil means kernel.Auto()
	Budget uint64        // word operations allowed on one vertex; 0 means kernel.DefaultBudget
	game.Work

	// For Solve:
	Values bool // print the nimber of every vertex
	Move   bool // print a winning move if there is one
	JSON   bool // print one JSON object a game, each on a line of its own
	Stream bool // solve a game while it is read, in memory for its vertices alone
	Lines  bool // read one game a line, and write one line a game

	// BadLine, if it is not nil, is called with each bad line after its answer is
	// written, in order, by one goroutine. Lines are numbered from 1. An error ends
	// all work.
	BadLine func(line uint64, err *text.Error) error

	// Each, if it is not nil, is called with each vertex of each solved game, in
	// order, by one goroutine. Nothing is printed then. An error ends all work.
	Each func(v *Vertex) error

	anyWidth bool // also games with nimbers of more than 64 bits: solveWide
}

// check refuses options that do not go together.
func (o *Options) check() error {
	switch {
	case o.Stream && o.keepsGraph():
		return errors.New("a game that is solved while it is read has no graph in memory, which Move and Each need")
	case o.Stream && o.Lines:
		return errors.New("a game in a line is not solved while it is read: K, which stands after the edges, would be read first")
	case o.Lines && !o.JSON && (o.Values || o.Move):
		return errors.New("values and moves have no form of one line a game but JSON")
	}
	return nil
}

func (o *Options) kernel() kernel.Kernel {
	if o.Kernel == nil {
		return kernel.Auto()
	}
	return o.Kernel
}

// closedForm reports whether the kernel does units in closed form. It then has no
// limits: whether a row is within a limit may depend on its repetitions, which
// game.Rows does not tell.
func (o *Options) closedForm() bool {
	c, ok := o.kernel().(kernel.ClosedFormer)
	return ok && c.ClosedForm()
}

// keepsK reports whether a large game needs all of K: picks are not enough for
// moves, nor for a kernel with limits.
func (o *Options) keepsK() bool { return o.keepsGraph() || !o.closedForm() }

// keepsGraph reports whether a group's graph is needed when it is solved.
func (o *Options) keepsGraph() bool { return o.Move || o.Each != nil }

// A Vertex of a solved game is what a kernel was asked about it, and the answer.
type Vertex struct {
	Game   uint64 // 1-based
	Vertex uint32
	K      uint64
	Succ   []uint64 // the nimbers of its successors, until the call returns
	Nimber uint64

	// Wide has instead of Succ and Nimber their numbers of any width, Nimber last, if
	// one of them needs more than 64 bits.
	Wide []*big.Int
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
// Any white space separates the numbers. V and E must be below 2^32-1. Memory and
// 63 bits are the only limits of the others.
//
// The output does not depend on the number of workers. Games are solved in
// groups, and a group's answers are written when they and all before them are
// known. Memory is bounded, except for a game that is larger than a group, which
// takes 4 bytes an edge, or 6 while its edges are read, and up to 17 a vertex, 25
// with Move, Each or another kernel than kernel.Auto.
//
// A game of over a million edges is solved while it is read if it can be: it is the
// last one, the edges of each vertex stand together, after those of all its
// successors, and r is an *os.File of a regular file, or has the methods Len and
// Seek. It then takes 2 bytes a vertex, up to 8 if it has many different nimbers,
// and nothing for its edges. With Stream, every game is solved so, and one that
// cannot be is an error. Move and Each need the edges.
//
// A game with nimbers of more than 64 bits is solved by big integers, one vertex after
// another. A nimber may have up to 16,384 bits, or 254 in a game of over 65,536
// vertices, unless moves are wanted.
//
// With Lines, each line of the input is a game in the same form, without T before
// them, and each answer is a line: "WINNING LOSING", or with JSON an object. A game
// has the number of its line. A line may end with a carriage return, and the last
// one without a line feed. Lines of white space alone get no answer. A line is bad
// if it has too few numbers or too many, if anything else is wrong with it, or if
// its game cannot be solved. It gets an answer that says so, "error: 3:7: ..." or
// {"line":3,"column":7,"error":"..."}, and Solve goes on with the next line. An
// error is then always one of r, w, ctx or a callback.
//
// If the input is wrong or a game cannot be solved, the error is a *text.Error. It
// wraps a *dag.CycleError or what the kernel reported, if that is the reason. Any
// other error is that of r, w or ctx. Games before a bad one are solved and
// written.
func Solve(ctx context.Context, r io.Reader, w io.Writer, o Options) error {
	return solve(ctx, r, w, o, groupSize)
}

// solve is Solve with groups of the given size.
func solve(ctx context.Context, r io.Reader, w io.Writer, o Options, size int) error {
	if err := o.check(); err != nil {
		return err
	}
	o.anyWidth = true
	in, err := newReader(r, o)
	if err != nil {
		return err
	}
	return in.locate(run(ctx, in, w, o, size))
}
