package addsub

import (
	"context"
	"errors"

	"mexlab/game/text"
	"mexlab/internal/hugepage"
	"mexlab/kernel"
)

// stream reads the edges of a game and solves it meanwhile. That also takes K,
// which stands after the edges, and so the text is read twice. It keeps a nimber,
// of 8 bytes a vertex, K, of 8 bytes, and a mark of one byte.
func (rd *reader) stream(ctx context.Context, g *group, h *header, vs text.Vertices) error {
	start, rewinds := rd.in.Mark()
	if !rewinds {
		return rd.in.Errorf("to solve a game while it is read, it has to be in a file that is not compressed: K, which stands after the edges, is read first")
	}
	m := uint64(h.edges)
	skip := func(src, dst []uint32) error { return context.Cause(ctx) }
	if err := rd.in.EdgesInOrder(m, vs, 1, skip); err != nil {
		return err
	}
	if err := rd.readKAndRounds(g, h); err != nil {
		return err
	}
	end, _ := rd.in.Mark()
	if rd.solver == nil {
		rd.solver = newSolver(rd.opt)
	}
	s := &streaming{solver: rd.solver, g: g, h: h, nimbers: hugepage.Make[uint64](g.len())}
	s.batch.Reset()
	err := rd.opt.StreamRows(ctx, rd.in, start, m, vs, s)
	if err == nil {
		err = s.flush()
	}
	if err != nil {
		return err
	}
	g.nimbers = s.nimbers
	return rd.in.Rewind(end)
}

// A streaming solves a game while it is read. Rows wait in the solver's batch
// until that is full, or the nimber of one of them is needed.
type streaming struct {
	*solver
	g       *group
	h       *header
	nimbers column[uint64]
	waiting []uint32 // the vertices whose rows are in the batch
}

// unknown stands for the nimber of a vertex whose row waits in the batch. No
// vertex has it: a nimber is at most 2^63.
const unknown = ^uint64(0)

// Edge implements game.Rows.
func (s *streaming) Edge(v uint32) error {
	if s.nimbers[v] == unknown {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.batch.Succ = append(s.batch.Succ, s.nimbers[v])
	return nil
}

// EndRow implements game.Rows.
func (s *streaming) EndRow(u uint32) error {
	s.batch.Close(s.g.k[u])
	s.waiting = append(s.waiting, u)
	s.nimbers[u] = unknown
	if len(s.batch.Succ) >= batchSize {
		return s.flush()
	}
	return nil
}

// flush solves the rows that wait. A row that is incomplete stays.
func (s *streaming) flush() error {
	b := &s.batch
	err := s.kernel.Mex(&s.ws, b)
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		return s.g.fail(s.h, row.Err, "vertex %d: %v", s.waiting[row.Row], row.Err)
	} else if err != nil {
		return err
	}
	for i, u := range s.waiting {
		s.nimbers[u] = b.Mex[i]
	}
	s.waiting = s.waiting[:0]
	open := b.Succ[b.Off[b.Len()]:]
	b.Reset()
	b.Succ = append(b.Succ, open...)
	return nil
}
