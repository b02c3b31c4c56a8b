package kernel

import (
	"math/bits"

	"mexlab/asm"
	"mexlab/internal/hugepage"
)

// A growingBall is a ball that stays in the workspace, for rows that contain a row
// before them and a few more values: those of a complete graph, for one. What the
// ball reached stays reached, so that the search for the mex goes on from the last
// mex.
//
// The ball is kept in part. A sum of at most K elements of G is one of at most m
// and one of at most K-m. The first are in a bitset over all numbers of the
// elements' width, and a new element joins it with each sum of at most m-1 others.
// The second are enumerated, see bounded_growing_mex.go.
//
// It is at most maxWords long, 1 GiB. When the numbers get wider, it gets longer, or is
// made anew with another m.
//
// The work on a row is what it takes to grow the ball, or to make it from nothing. So
// an answer never depends on the rows before, but whether it is within the budget may:
// it is if the ball can be made from nothing within half of it.
type growingBall struct {
	tier *asm.Tier
	k    int    // picks
	v0   uint64 // the translation
	c    uint64 // what translation adds to every sum

	elements []uint64 // of G, in the order in which they came
	places   []place  // a hash table of them, at most half full
	shift    int      // 64 less the length of the table's size in bits
	round    uint64   // counts rows
	others   []uint64 // values of the row that are no elements yet
	tooWide  bool     // they are few, but one does not fit in the bitset

	span span   // of G
	odd  uint64 // bit h is set if row h of the span is the sum of an odd number of elements
	// split is true if no sum of an odd number of elements is 0. Then a number in the
	// span is made by even numbers of elements alone, or by odd ones alone.
	split bool

	most int      // m
	set  []uint64 // Ball_m
	sums subsets  // the enumeration that is running

	spent    uint64 // work of the last call of grow or start, if that was not enough
	searched uint64 // work that it took to look at numbers one by one
	joined   uint64 // work that it took to put new elements into the bitset

	next     uint64   // all lower numbers are reachable
	window   []uint64 // the numbers from windowAt on: those whose bits are set are reachable
	windowAt uint64
}

// A place is for an element of the hash table, or 0.
type place struct {
	element uint64
	round   uint64 // of the last row that had it
}

const (
	newSumCost = 2       // bits set and looked at for each sum put into the bitset
	nearWords  = 1 << 20 // a longer bitset is in memory, not in a cache
	farBitCost = 4       // of a bit there: many are fetched at the same time

	// Measured on rows of coins. For each sum that hits a given number of a window, the
	// window needs sumsForWindow, until few numbers are left, and each of these needs
	// sumsForLast.
	sumsForWindow = 8
	sumsForLast   = 16
	lastNumbers   = 100 // of minWindow
)

// bitCost is the cost of a bit at random in a bitset of the given length.
func bitCost(words int) uint64 {
	if words > nearWords {
		return farBitCost
	}
	return 1
}

// sumsPerHit returns how many sums are tried, on average, until one is in a bitset that
// has the given number of sums, spread evenly over its words.
func sumsPerHit(words int, sums uint64) uint64 { return max(1, 64*uint64(words)/sums) }

// grow returns the mex by the ball of the workspace, if that is part of the row's. It
// returns ok = false if that is more work than limit.
func (b *boundedRow) grow(ws *Workspace, limit uint64) (mex uint64, ok bool) {
	g := &ws.growing
	g.spent = 0
	if b.size() <= ShortDegree || !g.isFor(b.k, b.v0) {
		return 0, false
	}
	mex, ok = g.grow(b.generators(), 0, limit)
	if ok || !g.tooWide {
		return mex, ok
	}
	words := b.growingWords()
	if words > maxWords {
		return 0, false
	}
	m, _ := b.growingPlan()
	if m = g.bestMost(m, b.size(), words, limit); m == g.most {
		g.widen(words)
		return g.grow(b.generators(), 0, limit)
	}
	return b.startGrowing(ws, m, limit)
}

// startGrowing returns the mex by a new ball in the workspace, or ok = false if that is
// more work than limit.
func (b *boundedRow) startGrowing(ws *Workspace, m int, limit uint64) (mex uint64, ok bool) {
	return ws.growing.start(b.tier, b.generators(), b.k, b.v0, b.c, m, limit)
}

// growingPlan returns which m is best for a new ball, and the cost of making it and
// finding the mex, however large that is. It is infinite for rows of few successors,
// and if the ball does not fit.
func (b *boundedRow) growingPlan() (m int, cost uint64) {
	cost = infinite
	split := uint64(1)
	for _, word := range b.extras {
		split &= uint64(bits.OnesCount64(word))
	}
	words, n := b.growingWords(), b.size()
	if n <= ShortDegree || words > maxWords {
		return 0, infinite
	}
	window := min(minWindow, words)
	shift := shiftCost(b.tier, window)
	least := uint64(infinite)
	for i := max(1, b.k-3); i < b.k; i++ { // so that i is at least K-i-2
		sums := countSubsets(n, i)
		rest, perHit := countSubsets(n, b.k-i), sumsPerHit(words, sums)
		work := mulCost(min(rest, sumsForWindow*perHit)+1, shift)
		work += mulCost(min(rest, sumsForLast*perHit), lastNumbers*bitCost(words))
		making := joinCost(words, sums) + uint64(words/b.tier.Words)
		work = mulCost(b.end()/uint64(64*window)+1, work) + making
		last := mulCost(bitCost(words), countSubsets(n, b.k-i-int(split))) // to show that the mex is one
		// The rows that follow have to show that, too.
		if total := work + mulCost(uint64(n), last); total < least {
			m, cost, least = i, min(infinite, work+last), total
		}
	}
	return m, cost
}

// isFor tells whether the ball may be part of that of a row.
func (g *growingBall) isFor(k int, v0 uint64) bool {
	return len(g.elements) > 0 && g.k == k && g.v0 == v0
}

// compare looks the values up, each with v added to it, among the elements, and sets
// g.others to those that are none. It reports whether all elements are there, and at
// most the given number of others. A value may come several times.
func (g *growingBall) compare(values []uint64, v uint64, others int) bool {
	if len(values) < len(g.elements) {
		return false
	}
	g.round++
	g.others = g.others[:0]
	found := 0
	for _, x := range values {
		if x ^= v; x == 0 {
			continue
		}
		switch p := g.find(x); {
		case p.element == 0:
			if len(g.others) == others {
				return false
			}
			g.others = append(g.others, x)
		case p.round != g.round:
			p.round = g.round
			found++
		}
	}
	return found == len(g.elements)
}

// find returns the place that holds x, or a free one for it.
func (g *growingBall) find(x uint64) *place {
	mask := len(g.places) - 1
	for i := int(x * golden >> g.shift); ; i++ {
		if p := &g.places[i&mask]; p.element == x || p.element == 0 {
			return p
		}
	}
}

// grow makes the ball that of a row of values, each with v added to it, and returns the
// row's mex. It returns ok = false if that is not much less work than making the ball
// from nothing, or more than limit. If the reason is only that the bitset is too short,
// tooWide is set.
func (g *growingBall) grow(values []uint64, v uint64, limit uint64) (mex uint64, ok bool) {
	n := len(g.elements)
	g.tooWide, g.spent = false, 0
	if !g.compare(values, v, 1+n/(2*g.most)) {
		return 0, false
	}
	for _, x := range g.others {
		if x/64 >= uint64(len(g.set)) {
			g.tooWide = true
			return 0, false
		}
	}
	n += len(g.others)
	cost := mulCost(uint64(len(g.others)), joinCost(len(g.set), countSubsets(n, g.most-1)))
	if cost > limit {
		return 0, false
	}
	for _, x := range g.others {
		if g.add(x) {
			n := len(g.elements) - 1
			g.join(x, g.elements[:n])
		}
	}
	g.joined += cost
	return g.mexWithin(limit, cost)
}

// start makes the ball of the given elements, which may be there more than once,
// with sums of at most m of them in the bitset, and returns the mex. It returns ok =
// false if that is more work than limit. m is less than k, and at least k-m-2.
func (g *growingBall) start(t *asm.Tier, elements []uint64, k int, v0, c uint64, m int, limit uint64) (mex uint64, ok bool) {
	next := uint64(0)
	if g.isFor(k, v0) && g.compare(elements, 0, len(elements)) {
		next = g.next
	}
	*g = growingBall{tier: t, k: k, v0: v0, c: c, next: next, most: m, split: true,
		elements: g.elements[:0], places: g.places, others: g.others, set: g.set, window: g.window[:0], round: g.round}
	g.makePlaces(2 * len(elements))
	or := uint64(0)
	for _, x := range elements {
		or |= x
		g.add(x)
	}
	words := growingWords(or)
	cost := joinCost(words, countSubsets(len(g.elements), m))
	if words > maxWords || cost > limit {
		g.elements = g.elements[:0]
		return 0, false
	}
	if cap(g.set) >= words {
		g.set = g.set[:words]
		clear(g.set)
	} else {
		g.set = nil // so that it need not be kept beside the new one
		g.set = hugepage.Make[uint64](words)
	}
	g.set[0] = 1
	for i, x := range g.elements {
		g.join(x, g.elements[:i])
	}
	return g.mexWithin(limit, cost)
}

// bestMost returns the m for a ball of n elements that needs a longer bitset, if one is
// best for a new ball. What the work was tells more than an estimate of what it will
// be: sums of more elements pay if looking at numbers took longer than making them.
func (g *growingBall) bestMost(m, n, words int, limit uint64) int {
	switch {
	case m < g.most && g.joined >= g.searched:
		return m
	case m >= g.most && g.most+1 < g.k && joinCost(words, countSubsets(n, g.most+1)) <= min(limit, g.searched):
		return g.most + 1
	}
	return g.most
}

// widen makes the bitset longer. No sum so far is in the new part.
func (g *growingBall) widen(words int) {
	set := hugepage.Make[uint64](words)
	copy(set, g.set)
	g.set = set
}

// mexWithin is mex after some of the limit was spent.
func (g *growingBall) mexWithin(limit, spent uint64) (mex uint64, ok bool) {
	if mex, ok = g.mex(limit - spent); !ok {
		g.spent = limit
	}
	return mex, ok
}

// growingWords is the length of a bitset for the row.
func (b *boundedRow) growingWords() int {
	or := uint64(0)
	for _, x := range b.basis[:b.rank] {
		or |= x
	}
	return growingWords(or)
}

// growingWords is the length of a bitset for elements with the given OR, or more than
// maxWords if it is too long.
func growingWords(or uint64) int {
	if or/64 >= maxWords {
		return maxWords + 1 // the length itself may need more than 32 bits
	}
	return max(4, bitsetWords(bits.Len64(or)))
}

// joinCost is the cost of putting sums into a bitset of the given length.
func joinCost(words int, sums uint64) uint64 {
	return mulCost(newSumCost*bitCost(words), sums)
}

// add adds an element, but not to the bitset. It returns false if it was there.
func (g *growingBall) add(x uint64) bool {
	p := g.find(x)
	if p.element == x {
		return false
	}
	*p = place{x, g.round}
	g.elements = append(g.elements, x)
	if 2*len(g.elements) > len(g.places) {
		g.makePlaces(2 * len(g.places))
	}
	rest, odd := g.reduce(x)
	odd ^= 1
	if rest != 0 {
		h := bits.Len64(rest) - 1
		g.span.pivots |= 1 << h
		g.span.rows[h] = rest
		g.odd |= odd << h
	} else if odd != 0 {
		g.split = false
	}
	return true
}

// makePlaces makes a hash table of at least n places and puts the elements into it.
func (g *growingBall) makePlaces(n int) {
	size := bits.Len64(uint64(n))
	g.shift = 64 - size
	zeroed(&g.places, 1<<size)
	for _, x := range g.elements {
		*g.find(x) = place{x, g.round}
	}
}

// reduce is span.reduce, and also tells whether what was taken away is the sum of an
// odd number of elements.
func (g *growingBall) reduce(x uint64) (rest, odd uint64) {
	for x != 0 {
		h := bits.Len64(x) - 1
		if g.span.pivots>>h&1 == 0 {
			break
		}
		x ^= g.span.rows[h]
		odd ^= g.odd >> h & 1
	}
	return x, odd
}

// join puts the sums of x and at most m-1 others into the bitset.
func (g *growingBall) join(x uint64, others []uint64) {
	set := g.set
	set[x/64] |= 1 << (x % 64)
	if g.most == 1 {
		return
	}
	s := &g.sums
	for s.start(others, g.most-2); ; {
		sum := x ^ s.sum()
		for _, y := range s.rest() {
			y ^= sum
			set[y/64] |= 1 << (y % 64)
		}
		if !s.next() {
			return
		}
	}
}
