package election

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// streamed finds levels while edges are read. In memory are the heights and
// levels, 4 bytes a city each or 12, a mark of one byte, and one row.
type streamed struct {
	level []uint32
	low   uint64   // the levels below 64 that the open row leads to
	succ  []uint32 // the open row
	seen  []uint64
}

func (s *streamed) Edge(v uint32) error {
	s.low |= 1 << s.level[v]
	s.succ = append(s.succ, v)
	return nil
}

func (s *streamed) EndRow(u uint32) error {
	l := bits.TrailingZeros64(^s.low)
	if l == 64 {
		l, s.seen = mex(s.level, s.succ, s.seen)
	}
	s.level[u] = uint32(l)
	s.low, s.succ = 0, s.succ[:0]
	return nil
}

// mex returns the least number that is not the level of one in succ. It works
// in seen, which it returns.
func mex(level, succ []uint32, seen []uint64) (int, []uint64) {
	words := len(succ)/64 + 1 // d successors take d levels at most
	seen = slices.Grow(seen[:0], words)[:words]
	clear(seen)
	for _, v := range succ {
		if l := level[v]; int(l/64) < words {
			seen[l/64] |= 1 << (l % 64)
		}
	}
	i := 0
	for seen[i] == math.MaxUint64 {
		i++
	}
	return 64*i + bits.TrailingZeros64(^seen[i]), seen
}

// roadsFrom keeps the successors of one city.
type roadsFrom struct {
	of   uint32
	succ []uint32
}

func (r *roadsFrom) use(src, dst []uint32) {
	for i, u := range src {
		if u == r.of {
			r.succ = append(r.succ, dst[i])
		}
	}
}

// stream reads the edges of a board and returns the levels and a winning move
// without having had the graph in memory.
func (b *board) stream(ctx context.Context, r *text.Reader, work *game.Work) (level []uint32, move []change, err error) {
	start, again := r.Mark()
	if !again {
		return nil, nil, r.Errorf("to be solved while it is read, a board has to be in a file that is not compressed: the roads of the city to move are read again")
	}
	m, cities := b.edges, text.Vertices{First: 1, Count: uint64(b.heights.len())}
	s := &streamed{level: hugepage.Make[uint32](b.heights.len())}
	if err := work.StreamRows(ctx, r, start, m, cities, s); err != nil {
		return nil, nil, err
	}
	if err := r.End(); err != nil {
		return nil, nil, err
	}
	u, xor, wins := b.mover(s.level)
	if !wins {
		return s.level, nil, nil
	}
	if err := r.Rewind(start); err != nil {
		return nil, nil, err
	}
	of := roadsFrom{of: u}
	err = r.EdgesInOrder(m, cities, work.WorkerCount(), func(src, dst []uint32) error {
		of.use(src, dst)
		return context.Cause(ctx)
	})
	if err == nil {
		err = r.End() // the source may have noticed that it changed meanwhile
	}
	slices.Sort(of.succ)
	return s.level, b.move(s.level, u, of.succ, xor), err
}
