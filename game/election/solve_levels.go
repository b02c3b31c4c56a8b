package election

import (
	"context"
	"math/bits"
	"slices"

	"mexlab/asm"
	"mexlab/dag"
	"mexlab/game"
	"mexlab/internal/hugepage"
)

// findLevels sets the level of every city. It works in mem if that has two numbers
// a city and one more: states and a queue. The error is a *dag.CycleError or the
// cause of the end of ctx.
//
// A city waits until all its successors are done, and each of them tells it its
// level. So each road is looked at once. To find an order first and levels later
// takes two looks.
func (b *Board) findLevels(ctx context.Context, work *game.Work, mem []uint32) error {
	n := b.roads.Len()
	if len(mem) < 2*n+1 {
		mem = hugepage.Make[uint32](2*n + 1)
	}
	p := &propagation{}
	p.start, p.from = b.roads.Rows()
	countRoads(p.from, mem[:n])
	p.readyQueue = newReadyQueue(mem[:n], mem[n:])
	for done := 0; done < p.ready; {
		cities := p.queue[done:min(p.ready, done+groupSize)]
		p.settle(cities)
		p.prefetch(len(cities))
		p.tell(len(cities))
		done += len(cities)
		work.AddSolved(len(cities))
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	if p.ready < n {
		return b.cycle(p.queue[:p.ready])
	}
	b.level.wide = p.states
	return nil
}

// groupSize is how many cities take each step together. Their rows are all over
// the memory, so their cache misses are in flight at the same time.
const groupSize = 256

// A propagation spreads levels: every city that is done tells its level to the
// cities with a road to it.
type propagation struct {
	start, from []uint32    // the cities with a road to v are from[start[v]:start[v+1]]
	high        *highLevels // nil while no city leads to all levels below narrow
	readyQueue

	// Of each city of a group:
	lo, hi      [groupSize]uint32 // its row is from[lo:hi]
	bit         [groupSize]state  // its level's bit in a state; 0 from narrow up
	first, last [groupSize]uint32 // what prefetch loads at both ends of its row
}

// countRoads sets counts to how many roads each city has.
func countRoads(from, counts []uint32) {
	if len(counts) <= 1<<18 { // a cache holds counts of 32 bits
		clear(counts)
		for _, u := range from {
			counts[u]++
		}
		return
	}
	low, high := dag.CountEnds(from, len(counts))
	for u, x := range low {
		counts[u] = uint32(x)
	}
	for u, x := range high {
		counts[u] += x << 8
	}
}

// settle finds the levels of the cities of a group.
func (p *propagation) settle(cities []uint32) {
	for i, u := range cities {
		i &= groupSize - 1
		l := uint(bits.TrailingZeros16(^uint16(p.states[u])))
		if l == narrow {
			l = p.settleHigh(u)
		}
		p.states[u] = state(l)
		p.lo[i], p.hi[i], p.bit[i] = p.start[u], p.start[u+1], 1<<l&maxCount
	}
}

// settleHigh finds, and tells, the level of a city that leads to all below narrow.
func (p *propagation) settleHigh(u uint32) uint {
	if p.high == nil {
		p.high = newHighLevels(p.from, len(p.states))
	}
	l := uint(asm.Best().FirstZero(p.high.of(u)))
	for _, v := range p.from[p.start[u]:p.start[u+1]] {
		if set := p.high.of(v); l/64 < uint(len(set)) {
			set[l/64] |= 1 << (l % 64)
		}
	}
	return narrow + l
}

// prefetch loads both ends of the rows of n cities. No load waits for another.
func (p *propagation) prefetch(n int) {
	from := p.from
	if len(from) == 0 {
		return
	}
	end := uint32(len(from) - 1)
	for i := range n {
		i &= groupSize - 1
		p.first[i] = from[min(p.lo[i], end)]
		p.last[i] = from[min(p.hi[i], end)]
	}
}

// tell puts the rows of a group of n cities into batches, and follows each batch
// when it is full. Most rows are short, and how short is hard to predict. So it
// copies four cities at a time, whether they belong to the row or stand after it,
// and only longer rows take a branch.
func (p *propagation) tell(n int) {
	b, from := &p.batch, p.from
	for i := range n {
		i &= groupSize - 1
		lo, hi, bit := int(p.lo[i]), int(p.hi[i]), p.bit[i]
		for {
			if b.n > batchSize {
				p.follow()
			}
			city, levelBit := (*[copySize]uint32)(b.city[b.n:]), (*[copySize]state)(b.levelBit[b.n:])
			*levelBit = [copySize]state{bit, bit, bit, bit}
			if rest := from[lo:]; len(rest) >= copySize {
				*city = [copySize]uint32(rest)
			} else {
				copy(city[:], rest)
			}
			if hi-lo <= copySize {
				b.n += hi - lo
				break
			}
			b.n += copySize
			lo += copySize
		}
	}
	p.follow()
}

// highLevels have a bit for each level from narrow up that a city leads to. A
// city has bits for as many levels as it has roads: its own cannot be higher.
type highLevels struct {
	start []uint32 // those of city u are in bits[start[u]:start[u+1]]
	bits  []uint64
}

// newHighLevels returns highLevels of n cities without any bits set.
func newHighLevels(from []uint32, n int) *highLevels {
	roads := hugepage.Make[uint32](n)
	countRoads(from, roads)
	h := &highLevels{start: hugepage.Make[uint32](n + 1)}
	words := uint32(0)
	for u, d := range roads {
		words += (max(d, narrow) - narrow + 63) / 64
		h.start[u+1] = words
	}
	h.bits = hugepage.Make[uint64](int(words))
	return h
}

func (h *highLevels) of(u uint32) []uint64 { return h.bits[h.start[u]:h.start[u+1]] }

// cycle names a cycle among the cities that are not done.
func (b *Board) cycle(done []uint32) error {
	left := slices.Repeat([]bool{true}, b.roads.Len())
	for _, u := range done {
		left[u] = false
	}
	var src, dst []uint32
	for v := range left {
		for _, u := range b.roads.Succ(v) {
			if left[u] && left[v] {
				src, dst = append(src, u), append(dst, uint32(v))
			}
		}
	}
	_, err := dag.New(len(left), src, dst).Levels()
	return err
}
