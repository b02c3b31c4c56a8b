package addsub

import (
	"context"
	"slices"

	"mexlab/dag"
	"mexlab/kernel"
)

const (
	// sweepMax is the largest number of vertices, and of edges, that a sweep takes.
	sweepMax  = sweepMask - 1
	sweepMask = 1<<14 - 1

	// sweepSize is how many vertices and edges are swept together, unless one game
	// has more. A level of a small board is a few vertices, too few for a loop or a
	// batch. Those of 300 boards of 10 vertices, or 5 of the judges' size, are long
	// enough, and the 200 KB that a sweep touches are near the CPU.
	sweepSize = 1 << 13
)

// Levels up to lastTrivialLevel need no kernel: a leaf has nimber 0, and a vertex
// with only leaves as successors has nimber 1.
const lastTrivialLevel = 1

// A sweep goes through the graph of some games once, from the leaves up. Each
// vertex passes its nimber to its predecessors, and a vertex that got as many as
// it has edges is on the next level. So the levels need no search, and the
// nimbers of a vertex's successors stand together when they are complete.
//
// The few edges of a vertex would be a loop with an end that is hard to predict,
// so the loops are over whole levels, without branches. All of it is small and
// stays near the CPU: 24 bytes a vertex and 6 an edge besides the group's own.
// Indexes are masked to the size of the arrays, which is cheaper than a check.
type sweep struct {
	state    [sweepMask + 1]uint64
	start    [sweepMask + 1]uint16 // a vertex receives nimbers at received[start] and after
	received [sweepMask + 1]uint16

	// The edges, from 1 on, that lead to the same vertex are a linked list. last
	// has its head, and 0 ends it. An edge holds the next edge of the list, in the
	// upper half, and the vertex that it comes from.
	last  [sweepMask + 1]uint16
	edges [sweepMask + 1]uint32

	order  [sweepMask + 1]uint16 // the complete vertices, by level
	values [sweepMask + 1]uint16 // nimbers

	// Lists of edges to pass a nimber along: the first edge, at slotBit, and the
	// nimber's facts.
	lists   [sweepMask + 1]uint64
	listed  int
	waiting [batchSize]uint16 // the vertices whose rows are in a batch
}

// The state of a vertex is, from the lowest bit on: how many nimbers are still to
// come; the OR of the facts of those that came, which are the nimber itself,
// whether it is more than a power of two, and whether it is 0; and the slot in
// received where the next is put. Numbers take 16 bits.
const (
	factBit  = 16
	manyFact = 1 << 32
	zeroFact = 1 << 33
	facts    = 1<<34 - 1<<factBit
	slotBit  = 48
	oneMore  = 1<<slotBit - 1 // one slot further, one less to come
)

// sweepGroup computes the nimbers of g by one sweep after another. It is not ok
// if a game is too large, a nimber needs more than 16 bits, or something is
// wrong: a cycle, or a vertex that the kernel cannot do. The values are valid
// until it is called again.
func (s *solver) sweepGroup(ctx context.Context, g *group) (values column, ok bool) {
	if g.graph != nil {
		return nil, false
	}
	if s.sweep == nil {
		s.sweep = new(sweep)
	}
	s.swept = slices.Grow(s.swept[:0], g.len())[:g.len()]
	edge := 0
	for rest := g.games; len(rest) > 0; {
		first, n, m, games := int(rest[0].first), 0, 0, 0
		for games < len(rest) && (games == 0 || n+m < sweepSize) {
			n, m = n+int(rest[games].vertices), m+int(rest[games].edges)
			games++
		}
		rest = rest[games:]
		if n > sweepMax || m > sweepMax {
			return nil, false
		}
		last, end := first+n, edge+m
		if !s.sweepGames(ctx, g.src[edge:end], g.dst[edge:end], g.k[first:last], uint32(first)) {
			return nil, false
		}
		copy(s.swept[first:last], s.sweep.values[:n])
		edge = end
	}
	s.opt.AddSolved(g.len())
	return s.swept, true
}

// sweepGames computes the nimbers of the vertices from first on. k is their K.
func (s *solver) sweepGames(ctx context.Context, src, dst []uint32, k []uint64, first uint32) (ok bool) {
	w := s.sweep
	tail := w.load(src, dst, len(k), first)
	for head, level := 0, 0; head < tail; level++ {
		now := w.order[head:tail]
		head = tail
		w.listed = 0
		switch {
		case context.Cause(ctx) != nil:
			return false
		case level <= lastTrivialLevel:
			for _, v := range now {
				w.set(v, uint16(level))
			}
		case !s.sweepLevel(now, k):
			return false
		}
		tail = w.pass(tail)
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
	slot := uint64(0)
	for u := range n {
		degree := w.state[u&sweepMask]
		w.state[u&sweepMask] |= slot << slotBit
		w.start[u&sweepMask] = uint16(slot)
		slot += degree
		w.order[leaves&sweepMask] = uint16(u)
		leaves += dag.IsZero(degree)
	}
	return leaves
}

// set gives v, of the highest level so far, its nimber, and lists the edges to v.
func (w *sweep) set(v, nimber uint16) {
	w.values[v&sweepMask] = nimber
	list := uint64(w.last[v&sweepMask])
	zero, unit := uint64(dag.IsZero(nimber)), uint64(dag.IsZero(nimber&(nimber-1)))
	w.lists[w.listed&sweepMask] = list<<slotBit | uint64(nimber)<<factBit | zero*zeroFact | (1-unit)*manyFact
	w.listed += 1 - dag.IsZero(list)
}

// pass passes the nimbers along the lists, and appends the vertices that are
// complete now to order[:tail]. It returns the new tail.
func (w *sweep) pass(tail int) int {
	for n := w.listed; n > 0; {
		lists := w.lists[:n]
		n = 0
		for _, list := range lists {
			edge := w.edges[list>>slotBit&sweepMask]
			u := uint16(edge)
			state := w.state[u&sweepMask]
			w.received[state>>slotBit&sweepMask] = uint16(list >> factBit)
			state = (state | list&facts) + oneMore
			w.state[u&sweepMask] = state
			w.order[tail&sweepMask] = u
			tail += dag.IsZero(state & (1<<16 - 1))
			next := uint64(edge >> 16)
			w.lists[n] = next<<slotBit | list&facts
			n += 1 - dag.IsZero(next)
		}
	}
	return tail
}

// sweepLevel computes the nimbers of one level. Here a level becomes a batch,
// without the rows that a closed form does.
func (s *solver) sweepLevel(level []uint16, k []uint64) (ok bool) {
	w, b := s.sweep, &s.batch
	b.Reset()
	waiting := w.waiting[:0]
	for _, u := range level {
		state := w.state[u&sweepMask]
		if state&manyFact == 0 && s.closed {
			mex := kernel.MexOfUnits(uint64(uint16(state>>factBit)), state&zeroFact != 0, k[u])
			if mex>>16 != 0 {
				return false
			}
			w.set(u, uint16(mex))
			continue
		}
		received := w.received[w.start[u&sweepMask] : state>>slotBit]
		if len(waiting) == batchSize || len(waiting) > 0 && len(b.Succ)+len(received) > batchSize {
			if !s.sweepBatch(waiting) {
				return false
			}
			b.Reset()
			waiting = waiting[:0]
		}
		for _, x := range received {
			b.Succ = append(b.Succ, uint64(x))
		}
		b.Close(k[u])
		waiting = append(waiting, u)
	}
	return s.sweepBatch(waiting)
}

// sweepBatch computes the nimbers of the vertices whose rows are in the batch.
func (s *solver) sweepBatch(vertices []uint16) (ok bool) {
	if s.kernel.Mex(&s.ws, &s.batch) != nil {
		return false
	}
	for i, u := range vertices {
		mex := s.batch.Mex[i]
		if mex>>16 != 0 {
			return false
		}
		s.sweep.set(u, uint16(mex))
	}
	return true
}
