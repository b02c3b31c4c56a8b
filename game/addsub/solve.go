package addsub

import (
	"errors"
	"slices"

	"mexlab/dag"
	"mexlab/kernel"
)

// chunk bounds a batch, in rows and in successors' values: 4096 values are 32
// KiB, so what a kernel reads was put into the first or second level of the
// cache just before, and one call of the kernel is nothing against its work.
const chunk = 4096

// A solver computes Grundy values and moves. It may be used again, and then
// allocates little but the values.
type solver struct {
	kernel kernel.Kernel
	ws     kernel.Workspace
	batch  kernel.Batch

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
func (s *solver) solve(g *group) (*solution, error) {
	sol := &solution{group: g, graph: g.union()}
	levels, bad := sol.levels()
	if err := s.fill(sol, levels); err != nil {
		bad = err // about an earlier game than the cycle
	}
	return sol, bad
}

// levels orders the vertices. Where there is a cycle, it is named in the error,
// and the games from the one that has it on are cut off.
func (sol *solution) levels() (*dag.Levels, error) {
	var bad error
	for {
		levels, err := sol.graph.Levels()
		var cycle *dag.CycleError
		if !errors.As(err, &cycle) {
			return levels, bad
		}
		i := sol.gameOf(cycle.Vertices[0])
		m := &sol.games[i]
		bad = m.fail(cycle, "game %d: expected no cycle, found %s", m.number, cycle.Path(-int64(m.first)))
		sol.graph = prefix(sol.graph, m.first)
		sol.games = sol.games[:i]
	}
}

// prefix returns the first n vertices of graph, from which no edge must lead to
// others.
func prefix(graph *dag.Graph, n uint32) *dag.Graph {
	var src, dst []uint32
	for u := range n {
		for _, v := range graph.Succ(int(u)) {
			src, dst = append(src, u), append(dst, v)
		}
	}
	return dag.New(int(n), src, dst)
}

// fill computes the nimbers in the narrowest width that holds them.
func (s *solver) fill(sol *solution, levels *dag.Levels) error {
	switch d := sol.graph.MaxDegree(); {
	case d <= degree16:
		return fillLevels[uint16](s, sol, levels)
	case d <= degree32:
		return fillLevels[uint32](s, sol, levels)
	}
	return fillLevels[uint64](s, sol, levels)
}

// fillLevels computes the nimbers level by level. A game with a vertex that the
// kernel cannot do is cut off, as are all games after it, and reported.
func fillLevels[T word](s *solver, sol *solution, levels *dag.Levels) error {
	values := make(column[T], sol.graph.Len())
	sol.nimbers = values
	limit := uint32(len(values)) // vertices from here on are cut off
	var bad error
	for l := 1; l < levels.Len(); l++ { // level 0 are the leaves; they are worth 0
		rest := levels.Order[levels.Start[l]:levels.Start[l+1]]
		for len(rest) > 0 {
			n := gather(&s.batch, rest, values, sol, limit)
			err := s.kernel.Mex(&s.ws, &s.batch)
			var row *kernel.RowError
			if errors.As(err, &row) {
				n = row.Row
			} else if err != nil {
				sol.games = nil
				return err
			}
			for i, u := range rest[:n] {
				values[u] = T(s.batch.Mex[i])
			}
			rest = rest[n:]
			if row != nil {
				i := sol.gameOf(rest[0])
				m := &sol.games[i]
				bad = m.fail(row.Err, "game %d, vertex %d: %v", m.number, rest[0]-m.first, row.Err)
				limit = m.first
				sol.games = sol.games[:i]
				rest = rest[1:]
			}
		}
	}
	return bad
}

// gather fills the batch with a row for each of the first vertices of level, as
// many as make a chunk, and returns their number. Vertices from limit on get a
// row without successors, which costs nothing.
func gather[T word](b *kernel.Batch, level []uint32, values column[T], sol *solution, limit uint32) int {
	b.Reset()
	for i, u := range level[:min(chunk, len(level))] {
		if u < limit {
			succ := sol.graph.Succ(int(u))
			at := len(b.Succ)
			if i > 0 && at+len(succ) > chunk {
				return i
			}
			b.Succ = slices.Grow(b.Succ, len(succ))[:at+len(succ)]
			row := b.Succ[at:]
			for j, v := range succ {
				row[j] = uint64(values[v])
			}
		}
		b.Close(sol.k[u])
	}
	return b.Len()
}
