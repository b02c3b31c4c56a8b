package dag

// Order returns the vertices with every one after all its successors. The
// error is a *CycleError when no such order exists.
func (g *Graph) Order() ([]uint32, error) {
	n := g.Len()
	order := make([]uint32, n)
	switch {
	case g.down:
		for i := range order {
			order[i] = uint32(i)
		}
		return order, nil
	case g.up:
		for i := range order {
			order[i] = uint32(n - 1 - i)
		}
		return order, nil
	}

	// Kahn's method on the rows as they are: a vertex is ready when all that
	// lead to it are placed. This places predecessors first, so order is
	// filled from its end. The part that is filled is the queue as well.
	indegree := make([]uint32, n)
	for _, v := range g.to {
		indegree[v]++
	}
	tail := n // order[tail:] is placed
	for u, d := range indegree {
		if d == 0 {
			tail--
			order[tail] = uint32(u)
		}
	}
	for head := n - 1; head >= tail; head-- {
		for _, v := range g.Succ(int(order[head])) {
			if indegree[v]--; indegree[v] == 0 {
				tail--
				order[tail] = v
			}
		}
	}
	if tail > 0 {
		return nil, g.cycle(indegree)
	}
	return order, nil
}
