package dag

// Order returns the vertices with every one after all its successors. The
// error is a *CycleError when no such order exists.
func (g *Graph) Order() ([]uint32, error) { return g.OrderIn(nil, nil) }

// OrderIn is Order with memory to work in: the order is made in that of order,
// and that of count is scratch. Either is replaced when its capacity is below
// Len.
func (g *Graph) OrderIn(order, count []uint32) ([]uint32, error) {
	n := g.Len()
	order = sized(order, n)
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
	//
	// Whether a vertex is ready is hard to predict, so it is written to the
	// next place in any case, and kept or not without a branch. There is a
	// next place: the vertex itself is not placed yet.
	indegree := sized(count, n)
	clear(indegree)
	for _, v := range g.to {
		indegree[v]++
	}
	tail := n // order[tail:] is placed
	for u, d := range indegree {
		order[tail-1] = uint32(u)
		tail -= isZero(d)
	}
	for head := n - 1; head >= tail; head-- {
		for _, v := range g.Succ(int(order[head])) {
			d := indegree[v] - 1
			indegree[v] = d
			order[tail-1] = v
			tail -= isZero(d)
		}
	}
	if tail > 0 {
		return nil, g.cycle(indegree)
	}
	return order, nil
}

// isZero returns 1 for 0, and 0 for all else.
func isZero(x uint32) int { return int((uint64(x) - 1) >> 63) }
