package election

import (
	"math"

	"mexlab/dag"
	"mexlab/game/text"
)

// read reads the one position that r holds.
func read(r *text.Reader) (*board, error) {
	n, err := r.Uint()
	switch {
	case err != nil:
		return nil, text.Expected(err, "expected the number of cities")
	case n >= math.MaxUint32:
		return nil, r.Errorf("expected fewer than 2^32-1 cities, found %d", n)
	case !r.Fits(n):
		return nil, r.Short("the heights of %d cities", n)
	}
	cities := text.Vertices{First: 1, Count: n}
	m, err := r.EdgeCount(cities, n)
	if err != nil {
		return nil, err
	}
	pos := r.Pos()
	heights, err := readHeights(r, n)
	if err != nil {
		return nil, text.Expected(err, "expected the height of city %d of %d", heights.len()+1, n)
	}
	src, dst, err := r.Edges(m, cities, nil, nil)
	if err != nil {
		return nil, err
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	return &board{pos, heights, dag.New(int(n), src, dst), [2][]uint32{src, dst}}, nil
}
