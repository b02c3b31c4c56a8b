package dag

import (
	"slices"

	"mexlab/internal/hugepage"
)

// kahn orders the vertices by Kahn's method: a vertex is ready when everything
// that leads to it is placed. Predecessors are placed first, so order is filled
// from its end. The filled part is the queue at the same time.
//
// The method works in rounds. What a round places became ready only by the
// round before it: round i places order[ends[i+1]:ends[i]].
func (g *Graph) kahn(order []uint32) (ends []uint32, err error) {
	n := g.Len()
	c := counters{}
	c.low, c.high = CountEnds(g.to, n)

	// It is hard to predict whether a vertex is ready. So each vertex is written
	// to the next place, and only the place moves on if it was ready, without a
	// branch. There always is a next place, the one of the vertex itself.
	tail := n // order[tail:] is placed
	for u := range n {
		order[tail-1] = uint32(u)
		tail -= c.isZero(u)
	}
	ends = []uint32{uint32(n)}
	var next []uint32 // the successors of some vertices
	var ready []uint8 // 1 for each successor that became ready
	for head := n; head > tail; {
		end := tail
		ends = append(ends, uint32(end))
		for head > end {
			some := order[max(end, head-PrefetchRows):head]
			head -= len(some)
			next = g.gather(next[:0], some)
			ready = c.decrement(next, ready[:0])
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

// CountEnds counts how often each vertex below n is in to: low[v]+256*high[v]
// times. high is nil if no count reaches 256. Counts are read and written at
// random, so the cache should hold as many of them as possible.
func CountEnds(to []uint32, n int) (low []uint8, high []uint32) {
	low = hugepage.Make[uint8](n)
	for _, v := range to {
		x := low[v] + 1
		low[v] = x
		if x == 0 {
			if high == nil {
				high = hugepage.Make[uint32](n)
			}
			high[v]++
		}
	}
	return low, high
}

// counters count the edges that still lead to each vertex, as CountEnds does.
type counters struct {
	low  []uint8
	high []uint32
}

// isZero returns 1 if the count of u is 0, else 0.
func (c *counters) isZero(u int) int {
	if c.high != nil && c.high[u] > 0 {
		return 0
	}
	return IsZero(c.low[u])
}

// decrement lowers each vertex's count and appends 1 to ready if it became
// zero, else 0. It does nothing else: many cache misses are in flight at once.
func (c *counters) decrement(vertices []uint32, ready []uint8) []uint8 {
	ready = slices.Grow(ready, len(vertices))[:len(vertices)]
	low := c.low
	if c.high == nil {
		for i, v := range vertices {
			x := low[v] - 1
			low[v] = x
			ready[i] = uint8(IsZero(x))
		}
		return ready
	}
	for i, v := range vertices {
		x := low[v] - 1
		low[v] = x
		ready[i] = 0
		if x == 0 || x == 255 {
			ready[i] = c.borrow(v)
		}
	}
	return ready
}

// borrow does for decrement what concerns the high bits.
func (c *counters) borrow(v uint32) uint8 {
	if c.low[v] == 255 {
		c.high[v]--
	} else if c.high[v] == 0 {
		return 1
	}
	return 0
}

// IsZero returns 1 if x is 0, else 0, without a branch. x is below 2^63.
func IsZero[T uint8 | uint16 | uint32 | uint64](x T) int { return int((uint64(x) - 1) >> 63) }
