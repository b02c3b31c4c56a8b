package dag

import (
	"slices"

	"mexlab/internal/hugepage"
)

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
	var ready []uint8 // which of these is ready
	for head := n; head > tail; {
		end := tail
		ends = append(ends, uint32(end))
		for head > end {
			some := order[max(end, head-PrefetchRows):head]
			head -= len(some)
			next = g.flat(next[:0], some)
			ready = c.less(next, ready[:0])
			for i, v := range next {
				order[tail-1] = v
				tail -= int(ready[i])
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
	c := &counters{low: hugepage.Make[uint8](n)}
	for _, v := range to {
		x := c.low[v] + 1
		c.low[v] = x
		if x == 0 {
			if c.high == nil {
				c.high = hugepage.Make[uint32](n)
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

// less takes 1 off the count of each of vertices, and appends 1 to ready where
// that makes it 0, else 0. It does nothing besides, so that many counts are
// waited for at the same time.
func (c *counters) less(vertices []uint32, ready []uint8) []uint8 {
	ready = slices.Grow(ready, len(vertices))[:len(vertices)]
	low := c.low
	if c.high == nil {
		for i, v := range vertices {
			x := low[v] - 1
			low[v] = x
			ready[i] = uint8(isZero(x))
		}
		return ready
	}
	for i, v := range vertices {
		x := low[v] - 1
		low[v] = x
		ready[i] = uint8(isZero(x))
		if x == 0 || x == 255 {
			ready[i] = c.carry(v)
		}
	}
	return ready
}

// carry does for less what concerns the high bits.
func (c *counters) carry(v uint32) uint8 {
	if c.low[v] == 255 {
		c.high[v]--
	} else if c.high[v] == 0 {
		return 1
	}
	return 0
}

// isZero returns 1 for 0, and 0 for all else.
func isZero(x uint8) int { return int((uint32(x) - 1) >> 31) }
