package dag

import "mexlab/internal/hugepage"

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
	n := g.Len()
	order, level := hugepage.Make[uint32](n), hugepage.Make[uint32](n)
	if g.up || g.down {
		return sortByLevel(order, level, g.longestPaths(level)), nil
	}
	ends, err := g.kahn(order)
	if err != nil {
		return nil, err
	}
	levels := uint32(len(ends) - 1)
	for i := range levels {
		for _, u := range order[ends[i+1]:ends[i]] {
			if len(g.Succ(int(u))) > 0 {
				level[u] = levels - 1 - i
			}
		}
	}
	return sortByLevel(order, level, levels), nil
}

// longestPaths sets level to the length of the longest path from each vertex,
// for a graph with all edges up or all down. It returns the number of levels.
func (g *Graph) longestPaths(level []uint32) (levels uint32) {
	n := g.Len()
	for i := range n {
		u := i
		if g.up {
			u = n - 1 - i
		}
		l := uint32(0)
		for _, v := range g.Succ(u) {
			l = max(l, level[v]+1)
		}
		level[u] = l
		levels = max(levels, l+1)
	}
	return levels
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
