package addsub

import (
	"context"
	"errors"
	"slices"

	"mexlab/dag"
	"mexlab/internal/hugepage"
	"mexlab/kernel"
)

// chunk bounds a batch, in rows and in successors' values: 4096 values are 32
// KiB, so what a kernel reads was put into the first or second level of the
// cache just before, and one call of the kernel is nothing against its work.
const chunk = 4096

// A solver computes Grundy values and moves. It may be used again, and then
// allocates little but the values.
type solver struct {
	opt    Options
	kernel kernel.Kernel
	ws     kernel.Workspace
	batch  kernel.Batch
	flat   []uint32  // the successors of the batch's rows
	swept  *sweep    // made when it is needed
	values []uint16  // what sweeps found
	team   []*solver // who solves wide levels of a large game; the first is the solver itself

	succ   []uint64 // the values of one vertex's successors
	counts []uint64 // how often a move picks each of them
}

// newSolver returns a solver whose batch has room for a chunk.
func newSolver(opt Options) *solver {
	k := opt.Kernel
	if k == nil {
		k = kernel.Auto()
	}
	return &solver{
		opt:    opt,
		kernel: k,
		ws:     kernel.Workspace{Budget: opt.Budget},
		batch: kernel.Batch{
			Off:  make([]uint32, 0, chunk+1),
			Succ: make([]uint64, 0, chunk),
			K:    make([]uint64, 0, chunk),
			Mex:  make([]uint64, 0, chunk),
		},
	}
}

// A solution is a group with the union of its boards and what their vertices
// are worth.
type solution struct {
	*group
	graph   *dag.Graph
	nimbers nimbers
}

// solve solves g. After an error, a *text.Error unless the kernel itself is
// broken, g is cut to the games before the bad one.
//
// A large group is solved by as many goroutines as there are workers.
func (s *solver) solve(ctx context.Context, g *group, large bool) (*solution, error) {
	if g.values != nil {
		return &solution{group: g, nimbers: g.values}, nil
	}
	if large {
		s.gatherTeam()
	} else {
		s.team = nil
		if values, done := s.sweep(ctx, g); done {
			sol := &solution{group: g, nimbers: values}
			if s.opt.Move {
				sol.graph = g.union()
			}
			return sol, nil
		}
	}
	sol := &solution{group: g, graph: g.union()}
	levels, bad := sol.levels()
	if err := s.fill(ctx, sol, levels); err != nil {
		bad = err // about an earlier game than the cycle
	}
	return sol, bad
}

// fill computes the nimbers, in 16 bits as long as they fit, for what is read
// at random should be small.
func (s *solver) fill(ctx context.Context, sol *solution, levels *dag.Levels) error {
	f := &filling{sol: sol, levels: levels, next: settled + 1, limit: uint32(sol.graph.Len())}
	if len(s.team) > 1 {
		f.crew = muster(s.team[1:])
		defer f.crew.dismiss()
	}
	narrow := hugepage.Make[uint16](sol.graph.Len())
	if levels.Len() > settled {
		for _, u := range levels.Order[levels.Start[settled]:levels.Start[settled+1]] {
			narrow[u] = settled
		}
	}
	if fillLevels(ctx, s, f, narrow) {
		return f.bad
	}
	middle := widened[uint32](narrow)
	if fillLevels(ctx, s, f, middle) {
		return f.bad
	}
	fillLevels(ctx, s, f, widened[uint64](middle))
	return f.bad
}

// widened returns the values in a wider column.
func widened[W, T word](values column[T]) column[W] {
	wide := hugepage.Make[W](len(values))
	for i, v := range values {
		wide[i] = W(v)
	}
	return wide
}

// A filling is how far the computation of nimbers has come.
type filling struct {
	sol    *solution
	levels *dag.Levels
	next   int    // level
	limit  uint32 // vertices from here on are cut off
	bad    error
	crew   *crew // who helps with wide levels; may be nil
}

// fillLevels computes the nimbers level by level, and reports whether it came
// to the end: it stops at a level that has one too wide for the column. A game
// with a vertex that the kernel cannot do is cut off, as are all games after it,
// and reported.
func fillLevels[T word](ctx context.Context, s *solver, f *filling, values column[T]) bool {
	f.sol.nimbers = values
	for ; f.next < f.levels.Len(); f.next++ {
		if err := context.Cause(ctx); err != nil {
			f.sol.games, f.bad = nil, err
			return true
		}
		level := f.levels.Order[f.levels.Start[f.next]:f.levels.Start[f.next+1]]
		fits, done := inTeam(s, f, level, values)
		if !done {
			fits = fillLevel(s, f, level, values)
		}
		if !fits {
			return false
		}
		if f.sol.games == nil {
			return true
		}
		s.opt.AddSolved(len(level))
	}
	return true
}

// fillLevel computes the nimbers of one level, and reports whether they fit.
func fillLevel[T word](s *solver, f *filling, level []uint32, values column[T]) bool {
	sol := f.sol
	for rest := level; len(rest) > 0; {
		n := gather(s, rest, values, sol, f.limit)
		err := s.kernel.Mex(&s.ws, &s.batch)
		var row *kernel.RowError
		if errors.As(err, &row) {
			n = row.Row
		} else if err != nil {
			sol.games, f.bad = nil, err
			return true
		}
		if !scatter(values, rest[:n], s.batch.Mex) {
			return false
		}
		rest = rest[n:]
		if row != nil {
			i := sol.gameOf(rest[0])
			m := &sol.games[i]
			f.bad = sol.fail(m, row.Err, "game %d, vertex %d: %v", m.number, rest[0]-m.first, row.Err)
			f.limit = m.first
			sol.games = sol.games[:i]
			rest = rest[1:]
		}
	}
	return true
}

// scatter stores the nimbers of vertices, and reports whether they fit.
func scatter[T word](values column[T], vertices []uint32, mex []uint64) bool {
	all := uint64(0)
	for i, u := range vertices {
		values[u] = T(mex[i])
		all |= mex[i]
	}
	return uint64(T(all)) == all
}

// gather fills the batch with a row for each of the first vertices of level, as
// many as make a chunk, and returns their number. Vertices from limit on get a
// row without successors, which costs nothing.
//
// The values are looked up in one go over all rows: where a row ends is hard to
// predict, and a wrong guess drops the misses that were begun for the next one.
func gather[T word](s *solver, level []uint32, values column[T], sol *solution, limit uint32) int {
	b, flat := &s.batch, s.flat[:0]
	b.Reset()
	for i, u := range level[:min(chunk, len(level))] {
		if i%dag.PrefetchRows == 0 {
			sol.graph.Prefetch(level[i:min(i+dag.PrefetchRows, len(level))])
		}
		if u < limit {
			succ := sol.graph.Succ(int(u))
			if i > 0 && len(flat)+len(succ) > chunk {
				break
			}
			flat = append(flat, succ...)
			b.Succ = slices.Grow(b.Succ, len(succ))[:len(flat)]
		}
		b.Close(sol.k[u])
	}
	row := b.Succ[:len(flat)]
	for i, v := range flat {
		row[i] = uint64(values[v])
	}
	s.flat = flat
	return b.Len()
}
