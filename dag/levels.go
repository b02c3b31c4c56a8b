package dag

// Levels groups the vertices of a graph by level, the number of edges on the
// longest path from a vertex to a leaf. Vertices of one level do not depend on
// one another, and depend only on lower levels, at least one of them on the
// level just below.
//
// Level l is Order[Start[l]:Start[l+1]], its vertices in ascending order.
type Levels struct{ Order, Start []uint32 }

// Len returns the number of levels.
func (l *Levels) Len() int { return len(l.Start) - 1 }

// Levels finds the level of every vertex. The error is a *CycleError when a
// vertex has none.
func (g *Graph) Levels() (*Levels, error) {
	order, err := g.Order()
	if err != nil {
		return nil, err
	}
	level := Make[uint32](g.Len())
	levels := uint32(0)
	for _, u := range order {
		l := uint32(0)
		for _, v := range g.Succ(int(u)) {
			l = max(l, level[v]+1)
		}
		level[u] = l
		levels = max(levels, l+1)
	}

	// The vertices are sorted by counting, as edges are in New.
	start := make([]uint32, levels+1)
	fill := start[1:]
	for _, l := range level {
		fill[l]++
	}
	at := uint32(0)
	for l, c := range fill {
		fill[l] = at
		at += c
	}
	for u, l := range level {
		order[fill[l]] = uint32(u)
		fill[l]++
	}
	return &Levels{Order: order, Start: start}, nil
}
