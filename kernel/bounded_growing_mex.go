package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// The lengths of windows in words. Near 0, where the mex mostly is, windows have 4 KiB.
// Later they are an eighth of the numbers before them, up to 64 KiB. Sums that follow
// one another are mostly near one another, so that what a large window needs of the
// bitset comes from memory only once, and in order.
const (
	minWindow = 1 << 9
	maxWindow = 1 << 13
)

// windowWords is the length of the window that has g.next.
func (g *growingBall) windowWords() int {
	words := min(maxWindow, g.next/(8*64))
	return min(len(g.set), max(minWindow, 1<<bits.Len64(words)>>1))
}

// mex returns the mex of the ball's row, or ok = false if it takes more work than limit.
//
// Windows of numbers are looked at one after another, from next on. First all
// numbers of a window at once: if b is a sum of K-m elements, those whose sum with b
// is in the bitset are reachable. After some b most numbers are. Then the rest, one
// by one, with every b.
//
// Sums of K-m elements are not enough, for sums of fewer elements may have another
// parity. Those of K-m-1 elements and of none are, with m at least K-m-2: fewer
// elements than that are in the bitset.
func (g *growingBall) mex(limit uint64) (mex uint64, ok bool) {
	if g.c != 0 && g.span.reduce(g.c) != 0 {
		return 0, true
	}
	end := uint64(1) << g.span.low()
	for left := limit; g.next < end; {
		if g.next-g.windowAt >= uint64(64*len(g.window)) {
			words := g.windowWords()
			g.windowAt = g.next &^ uint64(64*words-1)
			left = g.fill(words, left)
		}
		x := g.windowAt + firstZeroFrom(g.window, g.next-g.windowAt)
		g.next = min(x, end)
		if x-g.windowAt >= uint64(64*len(g.window)) || x >= end {
			continue
		}
		reached, work := g.reaches(x^g.c, left)
		if work > left {
			return 0, false
		}
		if !reached {
			return x, true
		}
		left -= work
		g.searched += work
		g.next++
	}
	return end, true
}

// firstZeroFrom returns the place of the first bit from at on that is not set, or the
// number of bits if all are set.
func firstZeroFrom(set []uint64, at uint64) uint64 {
	if at == uint64(len(set))*64 {
		return at
	}
	w := set[at/64] | (1<<(at%64) - 1)
	for i := at / 64; ; w = set[i] {
		if w != ^uint64(0) {
			return i*64 + uint64(bits.TrailingZeros64(^w))
		}
		if i++; i == uint64(len(set)) {
			return i * 64
		}
	}
}

const (
	together = 32 // sums after which the numbers that are left are counted
	mostIdle = 4  // sums without a gain, of all elements but the last, after which no more are tried
)

// fill fills the window at windowAt, of the given length. It returns what is left of
// the work allowed, and stops if that is nothing.
func (g *growingBall) fill(words int, left uint64) uint64 {
	window := zeroed(&g.window, words)
	or := func(sum uint64) {
		y := g.windowAt ^ g.c ^ sum
		at := int(y/64) &^ (words - 1)
		g.tier.OrPermuted(window, g.set[at:at+words], y%uint64(64*words))
	}
	or(0)
	missing := 64 * words
	one, all := g.numberCost(), shiftCost(g.tier, words)*together
	s := &g.sums
	for size := max(1, g.k-g.most-1); size <= g.k-g.most; size++ {
		idle := 0
		for ok := s.startLargest(g.elements, size-1); ok && idle < mostIdle; ok = s.nextLargest() {
			idle++
			for rest := s.rest(); len(rest) > 0; {
				some := rest[:min(together, len(rest))]
				rest = rest[len(some):]
				for _, x := range some {
					or(s.sum() ^ x)
				}
				if left < all {
					return 0
				}
				left -= all
				before := missing
				missing = zeros(window)
				if uint64(before-missing)*one < all {
					break
				}
				idle = 0
			}
		}
	}
	return left
}

// zeros counts the bits that are not set.
func zeros(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(^w)
	}
	return n
}

// shiftCost is the cost of one sum for a window of the given number of words.
func shiftCost(t *asm.Tier, words int) uint64 { return uint64(words/t.Words + closureStepCost) }

// numberCost is the cost of looking at one of the last numbers of a window until it is
// reached.
func (g *growingBall) numberCost() uint64 {
	return bitCost(len(g.set)) * sumsForLast * sumsPerHit(len(g.set), countSubsets(len(g.elements), g.most))
}

// reaches tells whether y is in Ball_K, and how much work that was. It stops when it
// is more than limit.
func (g *growingBall) reaches(y, limit uint64) (reached bool, work uint64) {
	set := g.set
	if set[y/64]>>(y%64)&1 != 0 {
		return true, 1
	}
	most := g.k - g.most
	if g.split {
		// With an even number of elements K-1 are as good as K if K is odd; and so on.
		if _, odd := g.reduce(y); odd != uint64(g.k&1) {
			most--
		}
	}
	cost := bitCost(len(set))
	s := &g.sums
	for size := max(1, most-1); size <= most; size++ {
		for ok := s.startLargest(g.elements, size-1); ok; ok = s.nextLargest() {
			sum, rest := y^s.sum(), s.rest()
			work += cost * uint64(len(rest)+1)
			for _, x := range rest {
				x ^= sum
				if set[x/64]>>(x%64)&1 != 0 {
					return true, work
				}
			}
			if work > limit {
				return false, work
			}
		}
	}
	return false, work
}
