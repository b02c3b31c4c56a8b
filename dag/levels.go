package dag

import "mexlab/internal/hugepage"

// Levels groups the vertices of a graph: those of one level do not lead to one
// another, and lead only to lower levels. There are as few levels as can be,
// one more than the longest path has edges. Level 0 is the leaves.
//
// Level l is Order[Start[l]:Start[l+1]], its vertices in ascending order.
type Levels struct{ Order, Start []uint32 }

// Len returns the number of levels.
func (l *Levels) Len() int { return len(l.Start) - 1 }

// Levels groups the vertices. The error is a *CycleError when that cannot be.
func (g *Graph) Levels() (*Levels, error) {
	n := g.Len()
	order, level := hugepage.Make[uint32](n), hugepage.Make[uint32](n)
	if g.up || g.down {
		return sortByLevel(order, level, g.sweep(level)), nil
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

// sweep finds the length of the longest path from each vertex, going through
// them by number, and returns one more than the longest of all.
func (g *Graph) sweep(level []uint32) (levels uint32) {
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
	fill := start[1:]
	for _, l := range level {
		fill[l]++
	}
	begin(fill, 0)
	for u, l := range level {
		order[fill[l]] = uint32(u)
		fill[l]++
	}
	return &Levels{Order: order, Start: start}
}
