package addsub

import (
	"context"
	"errors"

	"mexlab/game"
	"mexlab/kernel"
)

// A streaming solves a game while it is read. If all successors of a vertex are
// worth 0 or a power of two, as most are, its nimber is a closed form of the mask
// of their codes. Other rows wait in the solver's batch until that is full, or the
// nimber of one of them is needed.
type streaming[T game.Code] struct {
	sharing
	g *group
	h *header
	k []uint8
	codes[T]
	closed  bool     // the kernel does units in closed form
	waiting []uint32 // the vertices whose rows are in the batch
}

// streamIn solves the game with codes of type T. The error is errNarrow if there
// are too many different nimbers for them.
func streamIn[T game.Code](ctx context.Context, rd *reader, g *group, h *header, e *game.Edges, k []uint8) error {
	s := &streaming[T]{sharing: sharing{solver: rd.solver}, g: g, h: h, k: k, codes: newCodes[T](len(k))}
	c, ok := s.kernel.(kernel.ClosedFormer)
	s.closed = ok && c.ClosedForm()
	s.batch.Reset()
	defer s.stop()
	if err := game.StreamRows(ctx, &rd.opt.Work, e, s.of, s); err != nil {
		return err
	}
	g.nimbers = &s.codes
	return nil
}

// EndRow implements game.Rows.
func (s *streaming[T]) EndRow(u uint32, seen uint64, others []T, _ []uint32) (T, error) {
	k := uint64(s.k[u])
	units, zero := seen>>oneCode, seen&(1<<oneCode-1) != 0
	if s.closed && len(others) == 0 {
		return s.encode(kernel.MexOfUnits(units, zero, k))
	}
	b := &s.batch
	if zero {
		b.Succ = append(b.Succ, 0)
	}
	for ; units != 0; units &= units - 1 {
		b.Succ = append(b.Succ, units&-units)
	}
	for _, c := range others {
		b.Succ = append(b.Succ, s.values[c])
	}
	b.Close(k)
	s.waiting = append(s.waiting, u)
	if len(b.Succ) < batchSize {
		return game.Pending[T](), nil
	}
	err := s.Flush()
	return s.of[u], err
}

// Flush implements game.Rows. It solves the rows that wait.
func (s *streaming[T]) Flush() error {
	err := s.mex()
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		return s.g.fail(s.h, row.Err, "vertex %d: %v", s.waiting[row.Row], row.Err)
	} else if err != nil {
		return err
	}
	for i, u := range s.waiting {
		if s.of[u], err = s.encode(s.batch.Mex[i]); err != nil {
			return err
		}
	}
	s.waiting = s.waiting[:0]
	s.batch.Reset()
	return nil
}
