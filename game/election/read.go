package election

import (
	"math"
	"runtime"

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
		err = opt.Afford(r, n, 24, m) // bytes: height, rows, states and levels
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
	if err := b.readRoads(r, cities, opt); err != nil {
		return nil, err
	}
	return b, r.End()
}

// readRoads reads the roads and turns them round.
func (b *board) readRoads(r *text.Reader, cities text.Vertices, opt *Options) error {
	const few = 1 << 20 // a list of them is no burden
	if b.edges <= few {
		k := r.Reserve(b.edges)
		list := dag.Make[uint32](2 * k)
		src, dst, err := r.Edges(b.edges, cities, list[:0:k], list[k:k])
		if err != nil {
			return err
		}
		b.back, b.spare = dag.New(int(cities.Count), dst, src), list
		return nil
	}
	roads := dag.NewBuilder(int(cities.Count))
	err := r.EdgesAtOnce(b.edges, cities, opt.Team(), func(piece int, src, dst []uint32) error {
		roads.Add(piece, dst, src)
		return opt.Err()
	})
	if err != nil {
		return err
	}
	b.back = roads.Graph(opt.Team())
	// What is needed next fits in the memory that sorting took.
	runtime.GC()
	return nil
}
