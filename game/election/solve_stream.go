package election

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"mexlab/asm"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// stream finds the levels while the roads are read, and keeps no roads. If their
// order does not allow that, it goes back to the first road, and found is false;
// with the option Stream that is an error.
func (s *source) stream(ctx context.Context, roads *game.Edges, opt *Options) (found bool, err error) {
	if !opt.Stream && !roads.LookOrdered() {
		return false, nil
	}
	s.level.codes, err = streamIn[uint8](ctx, s, roads, opt)
	if err == errNarrow {
		s.level.wide, err = streamIn[uint32](ctx, s, roads, opt)
		for u, c := range s.level.wide {
			s.level.wide[u] = levelOf(c)
		}
	}
	if order, ok := errors.AsType[*game.OrderError](err); ok {
		if opt.Stream {
			return false, roads.Describe(order)
		}
		return false, roads.Rewind()
	}
	s.inText = roads
	return true, err
}

// errNarrow says that there are more levels than codes.
var errNarrow = errors.New("too many levels")

// streamIn returns the codes of the cities, of type T if there are enough.
func streamIn[T game.Code](ctx context.Context, s *source, roads *game.Edges, opt *Options) ([]T, error) {
	s.last = candidates{heights: &s.heights}
	codes := hugepage.Make[T](s.heights.len())
	if err := game.StreamRows(ctx, &opt.Work, roads, codes, &streamed[T]{&s.last, nil}); err != nil {
		return nil, err
	}
	return codes, nil
}

// levels has the levels of the cities, or their codes of one byte.
type levels struct {
	codes []uint8
	wide  []uint32 // if codes is nil
}

func (l *levels) at(u uint32) uint32 {
	if l.codes != nil {
		return levelOf(l.codes[u])
	}
	return l.wide[u]
}

// all returns all levels.
func (l *levels) all() []uint32 {
	if l.wide == nil {
		l.wide = hugepage.Make[uint32](len(l.codes))
		for u, c := range l.codes {
			l.wide[u] = levelOf(c)
		}
	}
	return l.wide
}

// levelOf returns the level with a code. Leaves have codes below firstCode.
func levelOf[T game.Code](c T) uint32 { return max(uint32(c), firstCode) - firstCode }

// streamed finds levels while roads are read. The code of level l is firstCode+l.
type streamed[T game.Code] struct {
	*candidates
	set []uint64 // memory for the levels that a row leads to
}

const (
	firstCode    = game.FirstCode
	narrowLevels = game.FirstOther - firstCode // levels that have a bit in a mask
)

// EndRow implements game.Rows.
func (s *streamed[T]) EndRow(u uint32, seen uint64, others []T, succ []uint32) (T, error) {
	levels := seen >> firstCode
	if seen&(1<<firstCode-1) != 0 {
		levels |= 1 // leaves
	}
	l := bits.TrailingZeros64(^levels)
	if l == narrowLevels {
		l += s.mex(others)
	}
	if uint64(l)+firstCode >= uint64(game.Pending[T]()) {
		return 0, errNarrow
	}
	s.add(u, l, succ)
	return T(l + firstCode), nil
}

// Flush implements game.Rows: no level is put off.
func (s *streamed[T]) Flush() error { return nil }

// mex returns how many codes from game.FirstOther on are all among the given ones.
func (s *streamed[T]) mex(codes []T) int {
	words := len(codes)/64 + 1
	s.set = slices.Grow(s.set[:0], words)[:words]
	clear(s.set)
	for _, c := range codes {
		if l := c - game.FirstOther; int(l/64) < words {
			s.set[l/64] |= 1 << (l % 64)
		}
	}
	return asm.Best().FirstZero(s.set)
}

// streamedMove returns a winning move, if there is one. If the roads of the city
// that it lowers are not known, all roads are read again.
func (s *source) streamedMove(ctx context.Context, r *text.Reader, work *game.Work) ([]Change, error) {
	mover, sums, wins := s.mover()
	if !wins {
		return nil, nil
	}
	succ := slices.Clone(s.last.of(mover))
	if succ != nil {
		slices.Sort(succ)
		return s.move(mover, succ, sums), nil
	}
	err := s.inText.Read(ctx, work, func(src, dst []uint32) error {
		for i, u := range src {
			if u == mover {
				succ = append(succ, dst[i])
			}
		}
		return nil
	})
	if err == nil {
		err = r.End() // the source may have noticed that it changed meanwhile
	}
	slices.Sort(succ)
	return s.move(mover, succ, sums), err
}
