// Package election plays the game of Election Promises (Codeforces 1149E). There
// are cities with a height each, and roads between them without a cycle. A move
// lowers the height of one city and sets those of its direct successors to
// anything. A player who cannot move loses.
//
// The level of a city is the mex of its successors' levels: the least number
// that is not among them. The player to move loses if and only if, on every
// level, the XOR of the heights is 0. Otherwise a winning move lowers a city on
// the highest level whose XOR is not 0, and lets its successors make up for the
// levels below.
//
// NewBoard takes a position from memory, ReadBoard and Solve from text. All find the
// levels in the same way.
//
//	read.go          reads the heights, and the roads into rows. All workers read and
//	                 sort more than a million roads.
//	heights.go       keeps heights in 32 bits as long as they fit.
//	levels.go        finds the level of a city from those of its row, and keeps it in
//	                 a byte as long as all levels fit.
//	solve_graph.go   finds the levels with the roads in memory: it orders the cities,
//	                 and all workers take their rows in this order.
//	solve_stream.go  finds the levels while the roads are read, and keeps 5 bytes a
//	                 city and no roads: for over a million roads in a file, if their
//	                 order allows that, or if it has to be (Options.Stream).
//	candidates.go    keeps the roads of cities that the move may lower meanwhile.
//	board.go         finds the move, with one look at the heights and one at the row
//	                 of the city that it lowers.
//	write.go         writes text or JSON.
//	lines.go         solves one position a line, in batches (Options.Lines).
//
// For 200,000 cities and as many roads, Solve takes 37 ns a city, and 6 ns of that
// to read the numbers. A file of 10^7 roads on 10^6 cities takes 0.3 s and 10 bytes
// a road if it is shuffled. If it is sorted, it takes half of that time, and 15 MB in
// all.
package election

import (
	"context"
	"errors"
	"io"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
)

// Options say what to write beyond the answer, and how to work.
type Options struct {
	Values bool // the level of every city
	Move   bool // the winning move, as the changes it makes
	JSON   bool // one JSON object instead of lines
	Stream bool // find the levels while the roads are read; see Solve
	Lines  bool // read one position a line, and write one line for each

	// BadLine, if it is not nil, is called with each bad line after its answer is
	// written, in order, by one goroutine. Lines are numbered from 1. An error ends
	// all work.
	BadLine func(line uint64, err *text.Error) error

	game.Work
}

// Solve reads a position from r: "n m", the n heights, then m roads "u v"
// between cities that are numbered from 1. To w it writes LOSE, or WIN and on
// a second line the heights after a winning move.
//
// A board of over a million roads is solved while it is read if the roads of each
// city stand together, after those of all its successors, and r is a file or
// something else that can be read twice. It then takes 5 bytes a city, 4 more with
// heights beyond 32 bits or with more than 250 levels, and nothing for its roads.
// With Stream, every board is solved so, and one that cannot be is an error.
//
// With Lines, each line of the input is a position, and each answer is a line: LOSE,
// or WIN and the heights, or with JSON an object that has the number of the line. A
// line may end with a carriage return, and the last one without a line feed. Lines of
// white space alone get no answer. A line is bad if anything is wrong with it, or if
// there are too many numbers. It gets an answer that says so, "error: 3:7: ..." or
// {"line":3,"column":7,"error":"..."}, and Solve goes on with the next line. An
// error is then always one of r, w, ctx or BadLine.
//
// Otherwise an error in the input is a *text.Error; for a cycle, it is caused by a
// *dag.CycleError. The end of ctx is an error with its cause. After an error,
// nothing has been written, unless w itself failed.
func Solve(ctx context.Context, r io.Reader, w io.Writer, opt Options) error {
	if opt.Lines {
		return solveLines(ctx, r, w, &opt)
	}
	in := text.NewReader(r)
	s, err := read(ctx, in, &opt)
	if err != nil {
		return err
	}
	move, err := s.solve(ctx, in, &opt.Work)
	if err != nil {
		return err
	}
	p := newPrinter(w)
	s.write(p, &opt, move)
	return p.Flush()
}

// solve finds a winning move, if there is one, and makes it. If the position was
// solved while it was read, in is read again for that or for the place of an error.
func (s *source) solve(ctx context.Context, in *text.Reader, work *game.Work) (move []Change, err error) {
	if s.inText != nil {
		move, err = s.streamedMove(ctx, in, work)
	} else if err = s.findLevels(ctx, work); err == nil {
		move, _ = s.Move()
	}
	s.apply(move)
	return move, s.locate(in, err)
}

// apply gives cities the heights after a move.
func (s *source) apply(move []Change) {
	for _, c := range move {
		s.heights.set(uint32(c.City), c.Height)
	}
}

// ReadBoard reads a position in the form that Solve reads. A board above the limit
// is an error. Errors are as those of Solve.
func ReadBoard(ctx context.Context, r io.Reader, limit game.Limit) (*Board, error) {
	in := text.NewReader(r)
	cities, m, err := readCounts(in)
	if err == nil {
		err = limit.Check(in, cities.Count, m)
	}
	if err != nil {
		return nil, err
	}
	s, err := readBody(ctx, in, cities, m, &Options{})
	if err != nil {
		return nil, err
	}
	if err := s.findLevels(ctx, &game.Work{}); err != nil {
		return nil, s.locate(in, err)
	}
	return &s.Board, nil
}

// locate says where the text has a cycle. It returns any other error as it is.
func (s *source) locate(in *text.Reader, err error) error {
	if cycle, ok := errors.AsType[*dag.CycleError](err); ok {
		pos := s.pos
		if s.rewinds {
			err := in.Rewind(s.roadsAt)
			if err == nil {
				pos, err = game.LocateCycle(in, s.edges, 1, cycle)
			}
			if err != nil {
				return err
			}
		}
		return cycleError(pos, cycle)
	}
	return err
}

func cycleError(pos text.Pos, cycle *dag.CycleError) *text.Error {
	return &text.Error{Pos: pos, Msg: "expected no cycle, found " + cycle.Path(1), Cause: cycle}
}
