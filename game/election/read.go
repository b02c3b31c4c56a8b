package election

import (
	"math"

	"mexlab/dag"
	"mexlab/game/text"
)

// read reads the one position that r holds, without its edges when they are to be
// streamed.
func read(r *text.Reader, opt *Options) (*board, error) {
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
	if opt.Stream {
		err = opt.AffordStream(r, n, 9) // bytes: height, level and mark
	} else {
		err = opt.Afford(r, n, 24, m) // bytes: height, rows, order and levels
	}
	if err != nil {
		return nil, err
	}
	heights, err := readColumn(r, n)
	if err != nil {
		return nil, text.Expected(err, "expected the height of city %d of %d", heights.len()+1, n)
	}
	b := &board{pos: pos, heights: heights, edges: m}
	if opt.Stream {
		return b, nil
	}
	var ok bool
	if b.graph, ok, err = opt.Graph(r, m, cities); !ok {
		src, dst, err := r.Edges(m, cities, nil, nil)
		if err != nil {
			return nil, err
		}
		b.graph, b.spare = dag.New(int(n), src, dst), [2][]uint32{src, dst}
	} else if err != nil {
		return nil, err
	}
	return b, r.End()
}
