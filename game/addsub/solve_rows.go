package addsub

import (
	"context"
	"errors"
	"slices"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/kernel"
)

// solveGraph computes the nimbers of g from its graph. Its error is as of solve.
//
// If something is wrong with a game, those before it are solved one by one: the
// first with an error counts.
func (s *solver) solveGraph(ctx context.Context, g *group) error {
	g.unite()
	failed, err := s.solveGames(ctx, g)
	for i, edge := 0, 0; i < failed; i++ {
		one, end := *g, edge+int(g.games[i].edges)
		one.graph = dag.New(g.len(), g.src[edge:end], g.dst[edge:end])
		if j, e := s.solveGames(ctx, &one); e != nil {
			failed, err = j, e
		}
		edge = end
	}
	if err == nil {
		return nil
	}
	g.games = g.games[:max(0, failed)]
	if len(g.games) > 0 {
		g.graph = g.graph.Prefix(g.len())
		if _, again := s.solveGames(ctx, g); again != nil {
			g.games = nil
			return again
		}
	}
	return err
}

// solveGames computes the nimbers of g. It returns which game the error is about, or
// -1 if it is about none.
func (s *solver) solveGames(ctx context.Context, g *group) (failed int, err error) {
	w := s.opt.Work
	if !g.isLarge() {
		w.Workers = 1
	}
	o, err := w.Order(ctx, g.graph)
	if err == nil {
		err = s.solveRows(ctx, &w, g, nil, o)
	}
	return g.failed(err)
}

// solveRows computes the nimbers of g while its edges are read, or if there are
// none, from its graph. It takes a byte a vertex, or more if the nimbers need them.
func (s *solver) solveRows(ctx context.Context, w *game.Work, g *group, e *game.Edges, o *game.OrderedGraph) error {
	err := solveIn[uint8](ctx, s, w, g, e, o)
	if err == errNarrow {
		err = solveIn[uint16](ctx, s, w, g, e, o)
	}
	if err == errNarrow {
		err = solveIn[uint32](ctx, s, w, g, e, o)
	}
	if s.opt.anyWidth && errors.Is(err, kernel.ErrOverflow) {
		err = s.solveWide(ctx, w, g, e, o)
	}
	return err
}

// solveIn is solveRows with codes of type T. The error is errNarrow if there are
// too many different nimbers for them.
func solveIn[T game.Code](ctx context.Context, s *solver, w *game.Work, g *group, e *game.Edges, o *game.OrderedGraph) (err error) {
	c := newCodes[T](vertexCount(g, o))
	first := newRowSolver(s, g, c)
	first.workers = w.WorkerCount()
	defer first.stop()
	if e != nil {
		err = game.StreamRows(ctx, w, e, c.of, first)
	} else {
		rows := []game.Rows[T]{first}
		for range w.WorkerCount() - 1 {
			rows = append(rows, newRowSolver(newSolver(s.opt), g, c))
		}
		err = game.SolveRows(ctx, w, o, c.of, rows...)
	}
	if err == nil {
		g.nimbers = c
	}
	return err
}

// vertexCount returns the number of vertices of o, or if that is nil, of those with K.
func vertexCount(g *group, o *game.OrderedGraph) int {
	if o != nil {
		return o.Len()
	}
	return max(len(g.k), len(g.picks))
}

// A rowSolver computes nimbers row by row. If all successors of a vertex are
// worth 0 or a power of two, as most are, its nimber is a closed form of the mask
// of their codes. Other rows wait in the solver's batch until that is full, or the
// nimber of one of them is needed.
type rowSolver[T game.Code] struct {
	sharing
	coder[T]
	g       *group
	waiting []uint32 // the vertices whose rows are in the batch
}

func newRowSolver[T game.Code](s *solver, g *group, c *codes[T]) *rowSolver[T] {
	s.batch.Reset()
	return &rowSolver[T]{sharing: sharing{solver: s, workers: 1}, coder: coder[T]{codes: c, known: c.values}, g: g}
}

// EndRow implements game.Rows.
func (s *rowSolver[T]) EndRow(u uint32, seen uint64, others []T, succ []uint32) (T, error) {
	k := s.g.kOf(u)
	units, zero := seen>>oneCode, seen&(1<<oneCode-1) != 0
	switch b := &s.batch; {
	case len(others) == 0 && (s.closed || seen>>zeroCode == 0): // also if all are leaves
		return s.encode(kernel.MexOfUnits(units, zero, k))
	case !s.closed && s.g.graph != nil:
		// A kernel may have limits that depend on repetitions.
		for _, v := range succ {
			b.Succ = append(b.Succ, s.value(s.of[v]))
		}
	default:
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
		if s.g.graph != nil {
			// Their order and repetitions may depend on chance if there are several
			// workers, and the work of a search depends on them.
			slices.Sort(b.Succ[first:])
			b.Succ = b.Succ[:first+len(slices.Compact(b.Succ[first:]))]
		}
	}
	s.batch.Close(k)
	s.waiting = append(s.waiting, u)
	if len(s.batch.Succ) < batchSize {
		return game.Pending[T](), nil
	}
	err := s.Flush()
	return s.of[u], err
}

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
