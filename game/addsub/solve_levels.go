package addsub

import (
	"context"
	"errors"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/kernel"
)

// A leveling computes the nimbers of a graph level by level, from the leaves up.
// It is how games are solved that a sweep cannot do, among others or by a kernel
// with limits.
type leveling struct {
	*solver
	g      *group
	values column[uint64]
	limit  uint32 // vertices from here on are of games that are given up
	failed error  // why the first of these is
}

// solveLevels computes the nimbers of g. Its error is as of solve.
func (s *solver) solveLevels(ctx context.Context, g *group) error {
	g.unite()
	l := &leveling{solver: s, g: g}
	levels, err := l.findLevels(ctx)
	for i := 0; i < len(levels) && err == nil; i++ {
		if err = context.Cause(ctx); err != nil {
			break
		}
		if i <= lastTrivialLevel {
			for _, u := range levels[i] {
				l.values[u] = uint64(i)
			}
			continue
		}
		err = l.solveLevel(levels[i])
		s.opt.AddSolved(len(levels[i]))
	}
	if err != nil {
		g.games = nil
		return err
	}
	g.nimbers = l.values
	return l.failed
}

// findLevels groups the vertices: those of one level have edges to lower levels
// alone, and one to the level before. If there are cycles, the games from the first
// with one on are given up.
func (l *leveling) findLevels(ctx context.Context) (levels [][]uint32, err error) {
	g := l.g
	waves, err := g.graph.Waves(ctx, 1)
	for cycle, ok := errors.AsType[*dag.CycleError](err); ok; cycle, ok = errors.AsType[*dag.CycleError](err) {
		h := l.giveUp(cycle.Vertices[0])
		l.failed = g.failed(h, cycle)
		g.graph = g.graph.Prefix(int(h.first))
		waves, err = g.graph.Waves(ctx, 1)
	}
	if err != nil {
		return nil, err
	}
	n := g.graph.Len()
	l.values, l.limit = make(column[uint64], n), uint32(n)
	level, ends := make([]uint32, n), []uint32{0}
	for _, u := range waves.Order {
		for _, v := range g.graph.Succ(int(u)) {
			level[u] = max(level[u], level[v]+1)
		}
		if int(level[u]) == len(ends) {
			ends = append(ends, 0)
		}
	}
	for _, i := range level {
		ends[i]++
	}
	order := make([]uint32, n)
	for _, size := range ends {
		levels = append(levels, order[:0:size])
		order = order[size:]
	}
	for u, i := range level {
		levels[i] = append(levels[i], uint32(u))
	}
	return levels, nil
}

// giveUp cuts off the game of vertex u, which it returns, and all later ones.
func (l *leveling) giveUp(u uint32) *header {
	i := l.g.gameOf(u)
	h := &l.g.games[i]
	l.limit = h.first
	l.g.games = l.g.games[:i]
	return h
}

// solveLevel computes the nimbers of one level, batch by batch. If the kernel
// cannot do a vertex, its game and all later ones are given up.
func (l *leveling) solveLevel(level []uint32) error {
	for rest := level; len(rest) > 0; {
		n := l.gather(rest)
		err := l.kernel.Mex(&l.ws, &l.batch)
		row, bad := errors.AsType[*kernel.RowError](err)
		if bad {
			n = row.Row
		} else if err != nil {
			return err
		}
		for i, u := range rest[:n] {
			l.values[u] = l.batch.Mex[i]
		}
		rest = rest[n:]
		if bad {
			u := rest[0]
			l.failed = l.g.failed(l.giveUp(u), &game.VertexError{Vertex: u, Err: row.Err})
			rest = rest[1:]
		}
	}
	return nil
}

// gather fills the batch with a row for each of the first vertices, as many as
// fit, and returns their number. Vertices from l.limit on get a row without
// successors, which costs nothing.
func (l *leveling) gather(vertices []uint32) int {
	b := &l.batch
	b.Reset()
	for i, u := range vertices[:min(batchSize, len(vertices))] {
		if u < l.limit {
			succ := l.g.graph.Succ(int(u))
			if i > 0 && len(b.Succ)+len(succ) > batchSize {
				break
			}
			for _, v := range succ {
				b.Succ = append(b.Succ, l.values[v])
			}
		}
		b.Close(l.g.k[u])
	}
	return b.Len()
}
