package election

import (
	"context"
	"math"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// A source is a Board and what is known about its text.
type source struct {
	Board
	edges   uint64
	pos     text.Pos    // of the number of edges
	roadsAt text.Mark   // before the first of them
	rewinds bool        // the text can be read again from there
	inText  *game.Edges // the roads, to be read again; nil if they are in memory
	last    *candidates // for the winning move, if it was solved while it was read
	line    uint64      // of the text, if each is a position
}

// readCounts reads how many cities and roads there are.
func readCounts(r *text.Reader) (cities text.Vertices, m uint64, err error) {
	n, err := r.Uint()
	switch {
	case err != nil:
		return cities, 0, text.Expected(err, "expected the number of cities")
	case n >= math.MaxUint32:
		return cities, 0, r.Errorf("expected fewer than 2^32-1 cities, found %d", n)
	case !r.Fits(n):
		return cities, 0, r.TooShort("the heights of %d cities", n)
	}
	cities = text.Vertices{First: 1, Count: n}
	m, err = r.EdgeCount(cities, n)
	return cities, m, err
}

// read reads the position in r: its roads, or if these can be solved while they
// are read, its levels.
func read(ctx context.Context, r *text.Reader, opt *Options) (*source, error) {
	cities, m, err := readCounts(r)
	if err != nil {
		return nil, err
	}
	return readBody(ctx, r, cities, m, opt)
}

// readBody is read after the counts.
func readBody(ctx context.Context, r *text.Reader, cities text.Vertices, m uint64, opt *Options) (s *source, err error) {
	n := cities.Count
	s = &source{edges: m, pos: r.Pos()}
	_, rewinds := r.Mark()
	mayStream := opt.Stream || rewinds && m > game.MaxList
	refused := opt.CheckMemory(r, n, 18, m) // bytes: height, row, place in the order, count, and a level as below
	least := opt.CheckMemory(r, n, 9, 0)    // bytes: height, and a level of 4 bytes after one of 1
	switch {
	case opt.Stream && least != nil:
		return nil, least
	case refused != nil && (!mayStream || least != nil):
		return nil, refused
	}
	var mem arena
	if list := n + 2*m; !opt.Stream && m <= game.MaxList && r.Reserve(list) == int(list) {
		mem = hugepage.Make[uint32](int(n + 2*m + n + 1 + m))
	}
	if s.heights, err = readHeights(r, n, mem.take(r.Reserve(n))); err != nil {
		return nil, text.Expected(err, "expected the height of city %d of %d", s.heights.len()+1, n)
	}
	s.roadsAt, s.rewinds = r.Mark()
	if mayStream {
		e, rewinds := game.NewEdges(r, m, cities)
		if !rewinds {
			return nil, r.Errorf("to be solved while it is read, a board has to be in a file that is not compressed: the roads of the city to move are read again")
		}
		if found, err := s.stream(ctx, e, opt); err != nil {
			return nil, err
		} else if found {
			return s, r.End()
		}
		if refused != nil {
			return nil, refused
		}
	}
	if m > game.MaxList {
		s.roads, err = opt.ReadGraph(ctx, r, m, cities)
	} else {
		err = s.readRoads(r, cities, &mem)
	}
	if err != nil {
		return nil, err
	}
	return s, r.End()
}

// readRoads reads the roads as a list and sorts them into rows.
func (s *source) readRoads(r *text.Reader, cities text.Vertices, mem *arena) error {
	n, k := int(cities.Count), r.Reserve(s.edges)
	src, dst, err := r.Edges(s.edges, cities, mem.take(k)[:0], mem.take(k)[:0])
	if err != nil {
		return err
	}
	s.roads = dag.NewIn(mem.take(n+1), mem.take(len(src)), src, dst)
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
