package election

import (
	"context"
	"errors"
	"io"
	"math"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// Options say what to write beyond the answer, and how to work.
type Options struct {
	Values bool // the level of every city
	Move   bool // the winning move, as the changes it makes
	JSON   bool // one JSON object instead of lines
	Stream bool // find the levels while the roads are read; see Solve

	game.Work
}

// Solve reads a position from r: "n m", the n heights, then m roads "u v"
// between cities that are numbered from 1. To w it writes LOSE, or WIN and on
// a second line the heights after a winning move.
//
// With Stream, a board takes 9 bytes a city, or 13 with heights beyond 32 bits,
// and nothing for its roads. The roads of each city then have to stand together,
// after those of all its successors, and r has to be a file or something else
// that can be read twice.
//
// An error in the input is a *text.Error; for a cycle, it is caused by a
// *dag.CycleError. The end of ctx is an error with its cause. After an error,
// nothing has been written, unless w itself failed.
func Solve(ctx context.Context, r io.Reader, w io.Writer, opt Options) error {
	in := text.NewReader(r)
	s, err := read(ctx, in, &opt)
	if err != nil {
		return err
	}
	var move []Change
	if opt.Stream {
		move, err = s.stream(ctx, in, &opt.Work)
	} else if err = s.findLevels(ctx, &opt.Work, s.spare); err == nil {
		move = s.Move()
	}
	if cycle, ok := errors.AsType[*dag.CycleError](err); ok {
		return &text.Error{Pos: s.pos, Msg: "expected no cycle, found " + cycle.Path(1), Cause: cycle}
	}
	if err != nil {
		return err
	}
	for _, c := range move {
		s.heights.set(c.City, c.Height)
	}
	return s.write(w, &opt, move)
}

// A source is a Board and what is known about its text.
type source struct {
	Board
	edges uint64
	pos   text.Pos // of the number of edges
	spare []uint32 // memory that is free once the roads are sorted
}

// read reads the position that r holds, except for its roads if they are to be
// streamed.
func read(ctx context.Context, r *text.Reader, opt *Options) (s *source, err error) {
	n, err := r.Uint()
	switch {
	case err != nil:
		return nil, text.Expected(err, "expected the number of cities")
	case n >= math.MaxUint32:
		return nil, r.Errorf("expected fewer than 2^32-1 cities, found %d", n)
	case !r.Fits(n):
		return nil, r.TooShort("the heights of %d cities", n)
	}
	cities := text.Vertices{First: 1, Count: n}
	m, err := r.EdgeCount(cities, n)
	if err != nil {
		return nil, err
	}
	s = &source{edges: m, pos: r.Pos()}
	if opt.Stream {
		err = opt.CheckMemory(r, n, 9, 0) // bytes: height, level and mark
	} else {
		err = opt.CheckMemory(r, n, 21, m) // bytes: height, rows, state, queue and a count
	}
	if err != nil {
		return nil, err
	}
	var mem arena
	if list := n + 2*m; !opt.Stream && m <= game.MaxList && r.Reserve(list) == int(list) {
		mem = hugepage.Make[uint32](int(n) + listSize(int(n), int(m)) + int(n) + 1 + int(m))
	}
	if s.heights, err = readHeights(r, n, mem.take(r.Reserve(n))); err != nil {
		return nil, text.Expected(err, "expected the height of city %d of %d", s.heights.len()+1, n)
	}
	if opt.Stream {
		return s, nil
	}
	if m > game.MaxList {
		s.roads, err = opt.ReadTranspose(ctx, r, m, cities)
	} else {
		err = s.readRoads(r, cities, &mem)
	}
	if err != nil {
		return nil, err
	}
	return s, r.End()
}

// readRoads reads the roads as a list and sorts them into reversed rows.
func (s *source) readRoads(r *text.Reader, cities text.Vertices, mem *arena) error {
	n, k := int(cities.Count), r.Reserve(s.edges)
	s.spare = mem.take(listSize(n, k))
	src, dst, err := r.Edges(s.edges, cities, s.spare[:0:k], s.spare[k:k:2*k])
	if err != nil {
		return err
	}
	s.roads = dag.NewIn(mem.take(n+1), mem.take(len(src)), dst, src)
	return nil
}

// An arena is one array for all that a board of modest size needs: its heights,
// the list of its roads, and their rows. If a page has 2 MiB, five arrays of 800
// kB take twice the time to touch.
type arena []uint32

// take returns n zeros.
func (a *arena) take(n int) []uint32 {
	if n > len(*a) {
		return hugepage.Make[uint32](n)
	}
	s := (*a)[:n:n]
	*a = (*a)[n:]
	return s
}

// listSize is how many numbers a list of m roads takes, or later, in the same
// memory, the search for the levels of n cities.
func listSize(n, m int) int { return max(2*m, levelsSize(n)) }
