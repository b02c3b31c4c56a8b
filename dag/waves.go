package dag

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"mexlab/internal/hugepage"
)

// Waves are the vertices of a graph in groups, in an order in which successors
// come first: vertices of one wave do not lead to each other and lead only to
// waves before it, or to leaves. Leaves, the vertices without successors, are in
// no wave; every other vertex is in one.
//
// Wave i is Order[Start[i]:Start[i+1]].
type Waves struct{ Order, Start []uint32 }

// Len returns the number of waves.
func (w *Waves) Len() int { return len(w.Start) - 1 }

const (
	// cachedVertices and fewEdges are up to where a graph is so small that blocks
	// do not pay: a cache holds all counts, or they are soon done.
	cachedVertices = 1 << 19
	fewEdges       = 1 << 21
	// wideWave, and wideShare for each block, are from how many edges on a wave is
	// worth a visit to all blocks.
	wideWave, wideShare = 1 << 16, 1 << 8
	// roundSize, and roundShare for each block, is how many edges are put into bins
	// before the blocks take them: enough to bring each block into the cache.
	roundSize, roundShare = 1 << 22, 1 << 12
	// countShare is how many edges a worker takes at a time to count them.
	countShare = 1 << 13
	// fewVertices is up to where a wave is too narrow for its misses to overlap.
	fewVertices = 3
	// lookAt is after how many edges of narrow waves the context is looked at.
	lookAt = 1 << 20
)

// Waves groups the vertices, with that many workers, at least 1; their number does
// not change the result. The error is a *CycleError if there is a cycle, or the
// cause of the end of ctx. Besides its result it takes 1 byte a vertex, and 5 if a
// vertex has more than 255 predecessors; a large graph takes 0.6 bytes more and
// 8 MiB.
//
// This is Kahn's method: a vertex is placed when everything that leads to it is
// placed. A wave is what becomes ready by the wave before it. Predecessors are
// placed first, so the order is filled from its end.
func (g *Graph) Waves(ctx context.Context, workers int) (*Waves, error) {
	if g.Len() <= cachedVertices || g.Edges() <= fewEdges {
		return g.waves(ctx, workers, math.MaxInt, 0)
	}
	blocks := blocksOf(g.Len())
	return g.waves(ctx, workers, max(wideWave, blocks*wideShare), max(roundSize, blocks*roundShare))
}

// waves goes block by block in waves of at least wide edges, round edges at a time.
func (g *Graph) waves(ctx context.Context, workers, wide, round int) (*Waves, error) {
	s := &waveSearch{g: g, wide: wide}
	if wide < math.MaxInt {
		s.blocker = newBlocker(blocksOf(g.Len()), workers, round)
		defer s.blocker.crew.Stop()
	}
	if err := s.count(ctx); err != nil {
		return nil, err
	}
	head, end, done := len(s.order), s.tail, 0
	start := []uint32{uint32(head - 1)}
	for ; head > end; head, end = end, s.tail {
		start = append(start, uint32(end-1))
		wave := s.order[end:head]
		edges := s.edges(wave)
		if edges >= wide {
			if err := s.placeWide(ctx, wave); err != nil {
				return nil, err
			}
			continue
		}
		s.placeNarrow(wave)
		if done += edges; done >= lookAt {
			done = 0
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
		}
	}
	if end > 1 {
		return nil, g.cycle(s.order[end:])
	}
	slices.Reverse(start)
	return &Waves{Order: s.order[1:], Start: start}, context.Cause(ctx)
}

// A waveSearch finds waves.
type waveSearch struct {
	g       *Graph
	degrees degrees

	// order[tail:] is placed. There is one place more than vertices to place, so
	// that there always is a next one.
	order []uint32
	tail  int

	next  []uint32 // the successors of some vertices
	ready []uint8  // 1 for each successor that became ready

	wide    int      // from how many edges on a wave is wide
	blocker *blocker // nil if no wave can be wide
	marks   []uint64 // a bit for each vertex that became ready in a wide wave
	found   []int    // how many they are in each block, and then where they go in order
}

// count counts the edges to each vertex and places those without.
func (s *waveSearch) count(ctx context.Context) error {
	g, d := s.g, &s.degrees
	if s.blocker == nil {
		d.low = make([]uint8, g.Len())
		s.makeOrder(d.countLeaves(0, g.off))
		d.count(g.to)
		if d.high != nil {
			s.placeReady()
			return nil
		}
		tail := s.tail
		for u, x := range d.low { // as placeNarrow does, without a branch
			s.order[tail-1] = uint32(u)
			tail -= IsZero(x)
		}
		s.tail = tail
		return nil
	}
	blocks := s.blocker.blocks
	d.low = hugepage.Make[uint8](blocks * blockSize)
	s.marks = hugepage.Make[uint64](blocks * blockSize / 64)
	s.found = make([]int, blocks)
	var leaves, taken atomic.Int64
	s.blocker.each(func(_, block int) {
		first := block << blockShift
		leaves.Add(int64(d.countLeaves(first, g.off[first:min(first+blockSize, g.Len())+1])))
	})
	s.makeOrder(int(leaves.Load()))
	err := s.blocker.update(ctx, func(*feed) []uint32 {
		end := int(taken.Add(countShare))
		return g.to[min(end-countShare, len(g.to)):min(end, len(g.to))]
	}, d.countBlock)
	if err != nil {
		return err
	}
	s.blocker.each(func(_, block int) {
		first, marks := block<<blockShift, s.marksOf(block)
		for i, x := range d.low[first:min(first+blockSize, g.Len())] {
			if x == 0 && d.ready(first+i) {
				marks[i/64] |= 1 << (i % 64)
				s.found[block]++
			}
		}
	})
	s.placeMarked()
	return nil
}

// placeReady places the vertices without edges to them, with counts of any size.
func (s *waveSearch) placeReady() {
	for u, x := range s.degrees.low {
		if x == 0 && s.degrees.ready(u) {
			s.tail--
			s.order[s.tail] = uint32(u)
		}
	}
}

func (s *waveSearch) makeOrder(leaves int) {
	s.tail = s.g.Len() - leaves + 1
	s.order = s.g.takeSpare(s.tail)
}

// edges returns the number of edges of a wave, or, if it is wide, some number that
// says so.
func (s *waveSearch) edges(wave []uint32) (edges int) {
	for _, u := range wave {
		if edges += len(s.g.Succ(int(u))); edges >= s.wide {
			break
		}
	}
	return edges
}

// placeNarrow places what is ready after a narrow wave.
//
// It is hard to predict whether a vertex is ready. So each vertex is written to
// the next place, and only the place moves on if it was ready, without a branch.
func (s *waveSearch) placeNarrow(wave []uint32) {
	if len(wave) <= fewVertices {
		s.placeFew(wave)
		return
	}
	order, tail := s.order, s.tail
	for len(wave) > 0 {
		some := wave[:min(len(wave), PrefetchRows)]
		wave = wave[len(some):]
		s.next = s.g.gather(s.next[:0], some)
		s.ready = s.degrees.decrement(s.next, s.ready[:0])
		for i, v := range s.next {
			order[tail-1] = v
			tail -= int(s.ready[i])
		}
	}
	s.tail = tail
}

// placeFew does the same for the waves of chains and the like, one edge after another.
func (s *waveSearch) placeFew(wave []uint32) {
	low := s.degrees.low
	for _, u := range wave {
		for _, v := range s.g.Succ(int(u)) {
			x := low[v] - 1
			low[v] = x
			if x == 0 && s.degrees.ready(int(v)) {
				s.tail--
				s.order[s.tail] = v
			}
		}
	}
}

// placeWide places what is ready after a wide wave, in ascending order.
func (s *waveSearch) placeWide(ctx context.Context, wave []uint32) error {
	var taken atomic.Int64
	err := s.blocker.update(ctx, func(f *feed) []uint32 {
		if len(f.rows) == 0 {
			end := int(taken.Add(PrefetchRows))
			f.rows = wave[min(end-PrefetchRows, len(wave)):min(end, len(wave))]
			s.g.Prefetch(f.rows)
		}
		return f.successors(s.g)
	}, func(block int, chunks [][]uint16) {
		s.found[block] += s.degrees.decrementBlock(block, chunks, s.marksOf(block))
	})
	if err == nil {
		s.placeMarked()
	}
	return err
}

func (s *waveSearch) marksOf(block int) *[blockSize / 64]uint64 {
	return (*[blockSize / 64]uint64)(s.marks[block*(blockSize/64):])
}

// placeMarked places the vertices that are marked, in ascending order, and clears
// the marks.
func (s *waveSearch) placeMarked() {
	for block, n := range slices.Backward(s.found) {
		s.tail -= n
		if n > 0 {
			s.found[block] = s.tail
		}
	}
	s.blocker.each(func(_, block int) {
		if at := s.found[block]; at > 0 {
			s.found[block] = 0
			list(s.order[at:], block<<blockShift, s.marksOf(block))
		}
	})
}
