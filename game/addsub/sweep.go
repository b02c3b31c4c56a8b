package addsub

import (
	"context"
	"slices"

	"mexlab/kernel"
)

const (
	// sweepMost is the largest number of vertices, and of edges, that a sweep
	// takes.
	sweepMost = sweepMask - 1
	sweepMask = 1<<14 - 1

	// sweepSize is how many vertices and edges are swept together, unless one
	// game has more. A level of a small board is a few vertices, too few for a
	// loop or a batch; those of 300 boards of 10 vertices, or 5 of the judges'
	// size, are long enough, and what a sweep touches, 200 KB, is near the CPU.
	sweepSize = 1 << 13
)

// A sweep goes through the graph of some games from the leaves upwards, once: each
// vertex hands its nimber to those that have an edge to it, and one that got as
// many as it has edges is on the next level. So a level needs no search, and
// the nimbers that a kernel is to have of a vertex stand together when they are
// complete.
//
// What is hard to predict is better done without a branch, and so the loops are
// over whole levels, not over the few edges of a vertex. All of it is small and
// stays near the CPU: 24 bytes a vertex and 6 an edge besides the group's own.
// Numbers are masked to the size of the arrays, which is cheaper than to check
// that they are below it.
type sweep struct {
	state  [sweepMask + 1]uint64
	start  [sweepMask + 1]uint16 // a vertex gets nimbers at handed[start] and after
	handed [sweepMask + 1]uint16

	// The edges, from 1 on, that lead to the same vertex are a list, which last
	// begins; 0 ends it. An edge is the one after it in the list, in the upper
	// half, and where it comes from.
	last  [sweepMask + 1]uint16
	edges [sweepMask + 1]uint32

	order  [sweepMask + 1]uint16 // the vertices that are complete, by level
	values [sweepMask + 1]uint16

	// Lists of edges to hand a nimber along: the first edge, at placeBit, and
	// the nimber's facts.
	lists   [sweepMask + 1]uint64
	listed  int
	waiting [chunk]uint16 // the vertices whose rows are in a batch
}

// The state of a vertex is, from the lowest bit on, how many nimbers are still
// to come; the OR of the facts of those that came: the nimber itself, whether
// it is more than a power of two, and whether it is 0; and where in handed the
// next is put. Numbers take 16 bits.
const (
	factBit  = 16
	manyFact = 1 << 32
	zeroFact = 1 << 33
	facts    = 1<<34 - 1<<factBit
	placeBit = 48
	onePut   = 1<<placeBit - 1 // one place further, one less to come
)

// sweep computes the nimbers of g, by one sweep after another. It is not done
// where a game is too large, a nimber needs more than 16 bits, or something is
// wrong: a cycle, or a vertex that the kernel cannot do. What it returns is
// valid until it is called again.
func (s *solver) sweep(ctx context.Context, g *group) (values column[uint16], done bool) {
	if g.built != nil {
		return nil, false
	}
	if s.swept == nil {
		s.swept = new(sweep)
	}
	s.values = slices.Grow(s.values[:0], g.len())[:g.len()]
	edge := 0
	for rest := g.games; len(rest) > 0; {
		first, n, m, games := int(rest[0].first), 0, 0, 0
		for games < len(rest) && (games == 0 || n+m < sweepSize) {
			n, m = n+int(rest[games].vertices), m+int(rest[games].edges)
			games++
		}
		rest = rest[games:]
		if n > sweepMost || m > sweepMost {
			return nil, false
		}
		last, end := first+n, edge+m
		if !s.sweepPart(ctx, g.src[edge:end], g.dst[edge:end], g.k[first:last], uint32(first)) {
			return nil, false
		}
		copy(s.values[first:last], s.swept.values[:n])
		edge = end
	}
	s.opt.AddSolved(g.len())
	return s.values, true
}

// sweepPart computes the nimbers of the vertices from first on, of which k has
// the Ks, and reports whether it could.
func (s *solver) sweepPart(ctx context.Context, src, dst []uint32, k []uint64, first uint32) bool {
	w := s.swept
	tail := w.load(src, dst, len(k), first)
	for head, level := 0, 0; head < tail; level++ {
		now := w.order[head:tail]
		head = tail
		w.listed = 0
		switch {
		case context.Cause(ctx) != nil:
			return false
		case level <= settled:
			for _, v := range now {
				w.settle(v, uint16(level))
			}
		case !s.sweepLevel(now, k):
			return false
		}
		tail = w.hand(tail)
	}
	return tail == len(k)
}

// load lays out the graph of the n vertices from first on, puts the leaves into
// order, and returns their number.
func (w *sweep) load(src, dst []uint32, n int, first uint32) (leaves int) {
	clear(w.state[:n])
	clear(w.last[:n])
	dst = dst[:len(src)]
	for i, u := range src {
		u, v, e := uint16(u-first), uint16(dst[i]-first), uint16(i+1)
		w.state[u&sweepMask]++
		w.edges[e&sweepMask] = uint32(w.last[v&sweepMask])<<16 | uint32(u)
		w.last[v&sweepMask] = e
	}
	at := uint64(0)
	for u := range n {
		degree := w.state[u&sweepMask]
		w.state[u&sweepMask] |= at << placeBit
		w.start[u&sweepMask] = uint16(at)
		at += degree
		w.order[leaves&sweepMask] = uint16(u)
		leaves += isZero(degree)
	}
	return leaves
}

// settle gives v, of the highest level so far, its nimber.
func (w *sweep) settle(v, nimber uint16) {
	w.values[v&sweepMask] = nimber
	list := uint64(w.last[v&sweepMask])
	zero, unit := uint64(isZero(uint64(nimber))), uint64(isZero(uint64(nimber&(nimber-1))))
	w.lists[w.listed&sweepMask] = list<<placeBit | uint64(nimber)<<factBit | zero*zeroFact | (1-unit)*manyFact
	w.listed += 1 - isZero(list)
}

// hand hands the nimbers along the lists, and appends the vertices that are
// complete to order[:tail]. It returns the new tail.
func (w *sweep) hand(tail int) int {
	for n := w.listed; n > 0; {
		lists := w.lists[:n]
		n = 0
		for _, list := range lists {
			edge := w.edges[list>>placeBit&sweepMask]
			u := uint16(edge)
			state := w.state[u&sweepMask]
			w.handed[state>>placeBit&sweepMask] = uint16(list >> factBit)
			state = (state | list&facts) + onePut
			w.state[u&sweepMask] = state
			w.order[tail&sweepMask] = u
			tail += isZero(state & (1<<16 - 1))
			next := uint64(edge >> 16)
			w.lists[n] = next<<placeBit | list&facts
			n += 1 - isZero(next)
		}
	}
	return tail
}

// isZero returns 1 for 0, and 0 for all else below 2^63.
func isZero(x uint64) int { return int((x - 1) >> 63) }

// sweepLevel computes the nimbers of one level, and reports whether it could.
func (s *solver) sweepLevel(level []uint16, k []uint64) bool {
	w, b := s.swept, &s.batch
	c, ok := s.kernel.(kernel.ClosedFormer)
	closed := ok && c.ClosedForm()
	b.Reset()
	waiting := w.waiting[:0]
	for _, u := range level {
		state := w.state[u&sweepMask]
		if state&manyFact == 0 && closed {
			mex := kernel.MexOfUnits(uint64(uint16(state>>factBit)), state&zeroFact != 0, k[u])
			if mex>>16 != 0 {
				return false
			}
			w.settle(u, uint16(mex))
			continue
		}
		handed := w.handed[w.start[u&sweepMask] : state>>placeBit]
		if len(waiting) == chunk || len(waiting) > 0 && len(b.Succ)+len(handed) > chunk {
			if !s.sweepBatch(waiting) {
				return false
			}
			b.Reset()
			waiting = waiting[:0]
		}
		for _, x := range handed {
			b.Succ = append(b.Succ, uint64(x))
		}
		b.Close(k[u])
		waiting = append(waiting, u)
	}
	return s.sweepBatch(waiting)
}

// sweepBatch computes the nimbers of vertices whose rows are in the batch, and
// reports whether it could.
func (s *solver) sweepBatch(vertices []uint16) bool {
	if s.kernel.Mex(&s.ws, &s.batch) != nil {
		return false
	}
	for i, u := range vertices {
		mex := s.batch.Mex[i]
		if mex>>16 != 0 {
			return false
		}
		s.swept.settle(u, uint16(mex))
	}
	return true
}
