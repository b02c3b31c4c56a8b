package dag

// kahn orders the vertices by Kahn's method on the rows as they are: a vertex
// is ready when all that lead to it are placed. This places predecessors first,
// so order is filled from its end. The part that is filled is the queue as well.
//
// It does so in rounds. The vertices of one are ready only because of those of
// the round before: round i places order[ends[i+1]:ends[i]].
func (g *Graph) kahn(order []uint32) (ends []uint32, err error) {
	n := g.Len()
	c := countEnds(g.to, n)

	// Whether a vertex is ready is hard to predict, so it is written to the
	// next place in any case, and kept or not without a branch. There is a
	// next place: the vertex itself is not placed yet.
	tail := n // order[tail:] is placed
	for u := range n {
		order[tail-1] = uint32(u)
		tail -= c.none(u)
	}
	ends = []uint32{uint32(n)}
	var next []uint32 // what some rows lead to
	for head := n; head > tail; {
		end := tail
		ends = append(ends, uint32(end))
		for head > end {
			some := order[max(end, head-Ahead):head]
			head -= len(some)
			next = g.Flat(next[:0], some)
			for _, v := range next {
				order[tail-1] = v
				tail -= c.less(v)
			}
		}
	}
	if tail > 0 {
		return nil, g.cycle(order[tail:])
	}
	return ends, nil
}

// counters count the edges that lead to each vertex. They are read at random,
// so that a count has 8 bits here, and what is beyond that elsewhere.
type counters struct {
	low  []uint8
	high []uint32 // times 256; nil while all are 0
}

// countEnds counts how often each number below n is in to.
func countEnds(to []uint32, n int) *counters {
	c := &counters{low: Make[uint8](n)}
	for _, v := range to {
		x := c.low[v] + 1
		c.low[v] = x
		if x == 0 {
			if c.high == nil {
				c.high = Make[uint32](n)
			}
			c.high[v]++
		}
	}
	return c
}

// none returns 1 when the count of u is 0, and else 0.
func (c *counters) none(u int) int {
	if c.high != nil && c.high[u] > 0 {
		return 0
	}
	return isZero(c.low[u])
}

// less takes 1 off the count of v, and returns 1 when that makes it 0, else 0.
func (c *counters) less(v uint32) int {
	x := c.low[v]
	c.low[v] = x - 1
	if c.high != nil && (x == 0 || x == 1) {
		return c.carry(v)
	}
	return isZero(x - 1)
}

// carry does for less what concerns the high bits.
func (c *counters) carry(v uint32) int {
	if c.low[v] == 255 {
		c.high[v]--
	} else if c.high[v] == 0 {
		return 1
	}
	return 0
}

// isZero returns 1 for 0, and 0 for all else.
func isZero(x uint8) int { return int((uint32(x) - 1) >> 31) }
