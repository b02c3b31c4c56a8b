package addsub

import (
	"context"
	"errors"
	"slices"

	"mexlab/game"
	"mexlab/internal/hugepage"
	"mexlab/kernel"
)

// solveLarge computes the nimbers of g, one large game. Its error is as of solve.
func (s *solver) solveLarge(ctx context.Context, g *group) error {
	work := s.opt.Work
	if !g.isLarge() {
		work.Workers = 1
	}
	g.unite()
	if g.picks == nil {
		g.picks = hugepage.Make[uint8](len(g.k))
		for u, k := range g.k {
			g.picks[u] = pick(k)
		}
	}
	o, err := work.Order(ctx, g.graph)
	if err == nil {
		g.nimbers, err = s.solveRows(ctx, &work, g.picks, nil, o)
	}
	if err != nil {
		err = g.failed(&g.games[0], err)
		g.games = nil
	}
	return err
}

// solveRows computes the nimbers of a game while its edges are read, or if there
// are none, of a graph. It takes a byte a vertex, or more if the nimbers need
// them. k are as of readPicks.
func (s *solver) solveRows(ctx context.Context, w *game.Work, k []uint8, e *game.Edges, g *game.OrderedGraph) (nimbers, error) {
	values, err := solveIn[uint8](ctx, s, w, k, e, g)
	if err == errNarrow {
		values, err = solveIn[uint16](ctx, s, w, k, e, g)
	}
	if err == errNarrow {
		values, err = solveIn[uint32](ctx, s, w, k, e, g)
	}
	return values, err
}

// solveIn is solveRows with codes of type T. The error is errNarrow if there are
// too many different nimbers for them.
func solveIn[T game.Code](ctx context.Context, s *solver, w *game.Work, k []uint8, e *game.Edges, g *game.OrderedGraph) (nimbers, error) {
	c := newCodes[T](len(k))
	first := newRowSolver(s, k, c)
	first.workers = w.WorkerCount()
	defer first.stop()
	if e != nil {
		return c, game.StreamRows(ctx, w, e, c.of, first)
	}
	rows := []game.Rows[T]{first}
	for range w.WorkerCount() - 1 {
		rows = append(rows, newRowSolver(newSolver(s.opt), k, c))
	}
	return c, game.SolveRows(ctx, w, g, c.of, rows...)
}

// A rowSolver computes nimbers row by row. If all successors of a vertex are
// worth 0 or a power of two, as most are, its nimber is a closed form of the mask
// of their codes. Other rows wait in the solver's batch until that is full, or the
// nimber of one of them is needed.
type rowSolver[T game.Code] struct {
	sharing
	coder[T]
	k       []uint8
	waiting []uint32 // the vertices whose rows are in the batch
}

func newRowSolver[T game.Code](s *solver, k []uint8, c *codes[T]) *rowSolver[T] {
	s.batch.Reset()
	return &rowSolver[T]{sharing: sharing{solver: s, workers: 1}, coder: coder[T]{codes: c, known: c.values}, k: k}
}

// EndRow implements game.Rows.
func (s *rowSolver[T]) EndRow(u uint32, seen uint64, others []T, succ []uint32) (T, error) {
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
	first := len(b.Succ)
	for _, c := range others {
		b.Succ = append(b.Succ, s.value(c))
	}
	if len(succ) > manyOthers {
		// The order and the repetitions of these others may depend on chance if there
		// are several workers. The work of a search depends on them.
		slices.Sort(b.Succ[first:])
		b.Succ = b.Succ[:first+len(slices.Compact(b.Succ[first:]))]
	}
	b.Close(k)
	s.waiting = append(s.waiting, u)
	if len(b.Succ) < batchSize {
		return game.Pending[T](), nil
	}
	err := s.Flush()
	return s.of[u], err
}

// manyOthers is the length from which rows may have their others sorted.
const manyOthers = 1 << 9

// Flush implements game.Rows. It solves the rows that wait.
func (s *rowSolver[T]) Flush() error {
	err := s.mex()
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		return &game.VertexError{Vertex: s.waiting[row.Row], Err: row.Err}
	} else if err != nil {
		return err
	}
	locked := false // at most once a batch
	for i, u := range s.waiting {
		code, ok := s.find(s.batch.Mex[i])
		if !ok {
			if !locked {
				locked = true
				s.mu.Lock()
				defer s.mu.Unlock()
			}
			if code, err = s.add(s.batch.Mex[i]); err != nil {
				return err
			}
		}
		s.of[u] = code
	}
	s.waiting = s.waiting[:0]
	s.batch.Reset()
	return nil
}
