package election

import (
	"context"
	"errors"

	"mexlab/game"
	"mexlab/game/text"
)

// stream finds the levels while the roads are read, and keeps no roads. If their
// order does not allow that, it goes back to the first road, and found is false;
// with the option Stream that is an error.
func (s *source) stream(ctx context.Context, roads *game.Edges, opt *Options) (found bool, err error) {
	if !opt.Stream && !roads.LookOrdered() {
		return false, nil
	}
	err = s.level.find(s.heights.len(),
		func(codes []uint8) error { return streamIn(ctx, s, roads, codes, opt) },
		func(codes []uint32) error { return streamIn(ctx, s, roads, codes, opt) })
	if order, ok := errors.AsType[*game.OrderError](err); ok {
		if opt.Stream {
			return false, roads.Describe(order)
		}
		return false, roads.Rewind()
	}
	s.inText = roads
	return true, err
}

func streamIn[T game.Code](ctx context.Context, s *source, roads *game.Edges, codes []T, opt *Options) error {
	s.last = &candidates{heights: &s.heights}
	return game.StreamRows(ctx, &opt.Work, roads, codes, &rows[T]{last: s.last})
}

// streamedMove returns a winning move, if there is one. If the roads of the city
// that it lowers are not known, all roads are read again.
func (s *source) streamedMove(ctx context.Context, r *text.Reader, work *game.Work) ([]Change, error) {
	mover, sums, wins := s.mover()
	if !wins {
		return nil, nil
	}
	succ := s.last.of(mover)
	if succ != nil {
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
	return s.move(mover, succ, sums), err
}
