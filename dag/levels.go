package dag

import (
	"context"

	"mexlab/internal/hugepage"
)

// Levels are the vertices of a graph in groups. Vertices of one level do not
// lead to each other and lead only to lower levels; level 0 has the leaves and
// nothing else. There are as few levels as possible: one more than the longest
// path has edges.
//
// Level l is Order[Start[l]:Start[l+1]], in ascending order.
type Levels struct{ Order, Start []uint32 }

// Len returns the number of levels.
func (l *Levels) Len() int { return len(l.Start) - 1 }

// Levels groups the vertices. The error is a *CycleError if there is a cycle.
func (g *Graph) Levels() (*Levels, error) {
	w, err := g.Waves(context.Background(), 1)
	if err != nil {
		return nil, err
	}
	level, levels := hugepage.Make[uint32](g.Len()), uint32(min(1, g.Len()))
	for _, u := range w.Order {
		l := uint32(0)
		for _, v := range g.Succ(int(u)) {
			l = max(l, level[v]+1)
		}
		level[u] = l
		levels = max(levels, l+1)
	}
	return sortByLevel(hugepage.Make[uint32](g.Len()), level, levels), nil
}

// sortByLevel sorts the vertices by counting.
func sortByLevel(order, level []uint32, levels uint32) *Levels {
	start := make([]uint32, levels+1)
	next := start[1:]
	for _, l := range level {
		next[l]++
	}
	startRows(next, 0)
	for u, l := range level {
		order[next[l]] = uint32(u)
		next[l]++
	}
	return &Levels{Order: order, Start: start}
}
