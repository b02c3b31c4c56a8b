package addsub

import (
	"context"
	"errors"
	"slices"

	"mexlab/dag"
	"mexlab/internal/hugepage"
	"mexlab/kernel"
)

// A leveling computes the nimbers of a graph level by level, from the leaves up.
// It is how large games are solved, and small ones that a sweep cannot solve.
type leveling struct {
	g       *group
	levels  *dag.Levels
	next    int      // level
	limit   uint32   // vertices from here on are of games that are given up
	failed  error    // why the first of these is
	workers *workers // share wide levels; nil if there is one worker
}

// solveLevels computes the nimbers of g. Its error is as of solve.
func (s *solver) solveLevels(ctx context.Context, g *group, workers int) error {
	levels, cycle := g.findLevels()
	if err := s.fill(ctx, g, levels, workers); err != nil {
		return err // about an earlier game than the cycle
	}
	return cycle
}

// fill computes the nimbers in 16 bits as long as they fit: they are read at
// random, and so should be small.
func (s *solver) fill(ctx context.Context, g *group, levels *dag.Levels, workers int) error {
	l := &leveling{g: g, levels: levels, next: lastTrivialLevel + 1, limit: uint32(g.graph.Len())}
	if workers > 1 {
		l.workers = startWorkers(workers-1, s.opt)
		defer l.workers.stop()
	}
	narrow := column[uint16](hugepage.Make[uint16](g.graph.Len()))
	if levels.Len() > lastTrivialLevel {
		for _, u := range levels.Order[levels.Start[lastTrivialLevel]:levels.Start[lastTrivialLevel+1]] {
			narrow[u] = lastTrivialLevel
		}
	}
	fits, err := solveColumn(ctx, s, l, narrow)
	if err == nil && !fits {
		middle := widened[uint32](narrow)
		if fits, err = solveColumn(ctx, s, l, middle); err == nil && !fits {
			_, err = solveColumn(ctx, s, l, widened[uint64](middle))
		}
	}
	if err != nil {
		g.games = nil
		return err
	}
	return l.failed
}

// findLevels orders the vertices. If there is a cycle, the error names it, and
// the games from that with the cycle on are cut off.
func (g *group) findLevels() (levels *dag.Levels, failed error) {
	find := g.graph.Levels
	if g.levels != nil {
		find = g.levels
	}
	for {
		levels, err := find()
		cycle, ok := errors.AsType[*dag.CycleError](err)
		if !ok {
			return levels, failed
		}
		i := g.gameOf(cycle.Vertices[0])
		h := &g.games[i]
		for j := range cycle.Vertices {
			cycle.Vertices[j] -= h.first // as in the game
		}
		failed = g.fail(h, cycle, "expected no cycle, found %s", cycle.Path(0))
		g.graph = g.graph.Prefix(int(h.first))
		g.games = g.games[:i]
		find = g.graph.Levels
	}
}

// widened returns the values in a wider column.
func widened[W, T word](values column[T]) column[W] {
	wide := hugepage.Make[W](len(values))
	for i, v := range values {
		wide[i] = W(v)
	}
	return wide
}

// solveColumn computes the nimbers from level l.next on. It stops at a level with
// one that does not fit in the column: the level has to be done again in a wider
// one. If the kernel cannot do a vertex, its game and all later ones are cut
// off and l.failed is set. An error ends all work.
func solveColumn[T word](ctx context.Context, s *solver, l *leveling, values column[T]) (fits bool, err error) {
	l.g.nimbers = values
	for ; l.next < l.levels.Len(); l.next++ {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		level := l.levels.Order[l.levels.Start[l.next]:l.levels.Start[l.next+1]]
		if !shareLevel(s, l, level, values) {
			if fits, err := solveLevel(s, l, level, values); !fits || err != nil {
				return false, err
			}
		}
		s.opt.AddSolved(len(level))
	}
	return true, nil
}

// solveLevel computes the nimbers of one level, batch by batch.
func solveLevel[T word](s *solver, l *leveling, level []uint32, values column[T]) (fits bool, err error) {
	g := l.g
	for rest := level; len(rest) > 0; {
		n, fits, err := solveBatch(s, l, rest, values)
		row, bad := errors.AsType[*kernel.RowError](err)
		if !fits {
			return false, nil
		}
		if err != nil && !bad {
			return true, err
		}
		rest = rest[n:]
		if bad {
			i := g.gameOf(rest[0])
			h := &g.games[i]
			l.failed = g.fail(h, row.Err, "vertex %d: %v", rest[0]-h.first, row.Err)
			l.limit = h.first
			g.games = g.games[:i]
			rest = rest[1:]
		}
	}
	return true, nil
}

// solveBatch computes the nimbers of the first n vertices: as many as a batch
// takes, or those before the one that the error is about, a *kernel.RowError.
func solveBatch[T word](s *solver, l *leveling, vertices []uint32, values column[T]) (n int, fits bool, err error) {
	n = gather(s, l, vertices, values)
	err = s.kernel.Mex(&s.ws, &s.batch)
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		n = row.Row
	} else if err != nil {
		return 0, true, err
	}
	all, mex := uint64(0), s.batch.Mex[:n]
	for i, u := range vertices[:n] {
		values[u] = T(mex[i])
		all |= mex[i]
	}
	return n, uint64(T(all)) == all, err
}

// gather fills the batch with a row for each of the first vertices of level, as
// many as fit, and returns their number. Vertices from l.limit on get a row
// without successors, which costs nothing.
//
// One loop over all rows looks the nimbers up: the end of a row is hard to
// predict, and a wrong guess drops the cache misses that were begun for the next.
func gather[T word](s *solver, l *leveling, level []uint32, values column[T]) int {
	b, flat := &s.batch, s.flat[:0]
	graph, k, limit := l.g.graph, l.g.k, l.limit
	b.Reset()
	for i, u := range level[:min(batchSize, len(level))] {
		if i%dag.PrefetchRows == 0 {
			graph.Prefetch(level[i:min(i+dag.PrefetchRows, len(level))])
		}
		if u < limit {
			succ := graph.Succ(int(u))
			if i > 0 && len(flat)+len(succ) > batchSize {
				break
			}
			flat = append(flat, succ...)
			b.Succ = slices.Grow(b.Succ, len(succ))[:len(flat)]
		}
		b.Close(k[u])
	}
	row := b.Succ[:len(flat)]
	for i, v := range flat {
		row[i] = uint64(values[v])
	}
	s.flat = flat
	return b.Len()
}
