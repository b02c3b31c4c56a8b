package addsub

import (
	"context"
	"errors"

	"mexlab/game/text"
	"mexlab/internal/hugepage"
	"mexlab/kernel"
)

// stream reads a game's edges and solves it meanwhile. What it needs besides
// the edges, K, stands after them, and so the text is gone through twice. In
// memory are the values, 8 bytes a vertex, K, 8 bytes, and a mark of one byte.
func (rd *reader) stream(ctx context.Context, g *group, m *header, vs text.Vertices) error {
	start, again := rd.in.Mark()
	if !again {
		return rd.in.Errorf("to be solved while it is read, a game has to be in a file that is not compressed: K, which stands after the edges, is read first")
	}
	none := func(src, dst []uint32) error { return context.Cause(ctx) }
	if err := rd.in.EdgesInOrder(uint64(m.edges), vs, 1, none); err != nil {
		return err
	}
	if err := rd.rest(g, m); err != nil {
		return err
	}
	end, _ := rd.in.Mark()
	if rd.solver == nil {
		rd.solver = newSolver(rd.opt)
	}
	s := &streamed{solver: rd.solver, g: g, m: m, k: g.k, values: hugepage.Make[uint64](g.len())}
	s.batch.Reset()
	err := rd.opt.StreamRows(ctx, rd.in, start, uint64(m.edges), vs, s)
	if err == nil {
		err = s.flush()
	}
	if err != nil {
		return err
	}
	g.values = s.values
	return rd.in.Rewind(end)
}

// streamed is a game that is solved while it is read. Rows wait in the solver's
// batch until it is full, or the value of one of them is asked for.
type streamed struct {
	*solver
	g       *group
	m       *header
	k       []uint64
	values  column[uint64]
	waiting []uint32 // the vertices whose rows are in the batch
}

// waits marks the value of a vertex that waits in the batch. No vertex has it:
// a nimber is at most 2^63.
const waits = ^uint64(0)

func (s *streamed) Edge(v uint32) error {
	if s.values[v] == waits {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.batch.Succ = append(s.batch.Succ, s.values[v])
	return nil
}

func (s *streamed) EndRow(u uint32) error {
	s.batch.Close(s.k[u])
	s.waiting = append(s.waiting, u)
	s.values[u] = waits
	if len(s.batch.Succ) >= chunk {
		return s.flush()
	}
	return nil
}

// flush solves the rows that wait. A row that is not complete stays.
func (s *streamed) flush() error {
	b := &s.batch
	err := s.kernel.Mex(&s.ws, b)
	if row := (*kernel.RowError)(nil); errors.As(err, &row) {
		return s.g.fail(s.m, row.Err, "vertex %d: %v", s.waiting[row.Row], row.Err)
	} else if err != nil {
		return err
	}
	for i, u := range s.waiting {
		s.values[u] = b.Mex[i]
	}
	s.waiting = s.waiting[:0]
	open := b.Succ[b.Off[b.Len()]:]
	b.Reset()
	b.Succ = append(b.Succ, open...)
	return nil
}
