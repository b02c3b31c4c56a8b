package election

import (
	"context"
	"math"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
)

// read reads the one position that r holds, without its edges when they are to be
// streamed.
func read(ctx context.Context, r *text.Reader, opt *Options) (*board, error) {
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
	pos := r.Pos()
	if opt.Stream {
		err = opt.CheckMemory(r, n, 9, 0) // bytes: height, level and mark
	} else {
		err = opt.CheckMemory(r, n, 21, m) // bytes: height, rows, state, queue and a count
	}
	if err != nil {
		return nil, err
	}
	b := &board{pos: pos, edges: m}
	if !opt.Stream && m <= game.MaxList && r.Reserve(n+2*m) == int(n+2*m) {
		b.memory = newMemory(int(n), int(m))
	}
	if b.heights, err = readColumn(r, n, b.memory.take(r.Reserve(n))); err != nil {
		return nil, text.Expected(err, "expected the height of city %d of %d", b.heights.len()+1, n)
	}
	if opt.Stream {
		return b, nil
	}
	if err := b.readRoads(ctx, r, cities, opt); err != nil {
		return nil, err
	}
	return b, r.End()
}

// readRoads reads the roads and turns them round.
func (b *board) readRoads(ctx context.Context, r *text.Reader, cities text.Vertices, opt *Options) error {
	if b.edges > game.MaxList {
		g, err := opt.ReadTranspose(ctx, r, b.edges, cities)
		if err != nil {
			return err
		}
		b.roads.start, b.roads.from = g.Rows()
		return nil
	}
	n, k := int(cities.Count), r.Reserve(b.edges)
	b.spare = b.memory.take(listed(n, k))
	src, dst, err := r.Edges(b.edges, cities, b.spare[:0:k], b.spare[k:k:2*k])
	if err != nil {
		return err
	}
	b.roads = roads{b.memory.take(n + 1), b.memory.take(len(src))}
	dag.NewIn(b.roads.start, b.roads.from, dst, src)
	return nil
}
