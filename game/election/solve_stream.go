package election

import (
	"context"
	"math/bits"
	"slices"

	"mexlab/asm"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// stream reads the roads of a board, finds the levels meanwhile, and returns a
// winning move. The roads are never in memory: for the move, they are read again.
func (s *source) stream(ctx context.Context, r *text.Reader, work *game.Work) ([]Change, error) {
	start, ok := r.Mark()
	if !ok {
		return nil, r.Errorf("to be solved while it is read, a board has to be in a file that is not compressed: the roads of the city to move are read again")
	}
	cities := text.Vertices{First: 1, Count: uint64(s.heights.len())}
	rows := &streamed{level: hugepage.Make[uint32](s.heights.len())}
	if err := work.StreamRows(ctx, r, start, s.edges, cities, rows); err != nil {
		return nil, err
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	s.level = rows.level
	mover, sums, wins := s.mover()
	if !wins {
		return nil, nil
	}
	if err := r.Rewind(start); err != nil {
		return nil, err
	}
	var succ []uint32
	err := r.EdgesInOrder(s.edges, cities, work.WorkerCount(), func(src, dst []uint32) error {
		for i, u := range src {
			if u == mover {
				succ = append(succ, dst[i])
			}
		}
		return context.Cause(ctx)
	})
	if err == nil {
		err = r.End() // the source may have noticed that it changed meanwhile
	}
	slices.Sort(succ)
	return s.move(mover, succ, sums), err
}

// streamed finds levels while roads are read. In memory are the heights and
// levels, 4 bytes a city each or 12, a mark of one byte, and one row.
type streamed struct {
	level []uint32
	low   uint64   // the levels below 64 that the open row leads to
	succ  []uint32 // the open row
	set   []uint64 // memory for all levels that a row leads to
}

// Edge and EndRow make it game.Rows.
func (s *streamed) Edge(v uint32) error {
	s.low |= 1 << s.level[v]
	s.succ = append(s.succ, v)
	return nil
}

func (s *streamed) EndRow(u uint32) error {
	l := bits.TrailingZeros64(^s.low)
	if l == 64 {
		l = s.mex()
	}
	s.level[u] = uint32(l)
	s.low, s.succ = 0, s.succ[:0]
	return nil
}

// mex returns the least number that is not the level of a city in the open row.
// It is at most the length of the row.
func (s *streamed) mex() int {
	words := len(s.succ)/64 + 1
	s.set = slices.Grow(s.set[:0], words)[:words]
	clear(s.set)
	for _, v := range s.succ {
		if l := s.level[v]; int(l/64) < words {
			s.set[l/64] |= 1 << (l % 64)
		}
	}
	return asm.Best().FirstZero(s.set)
}
