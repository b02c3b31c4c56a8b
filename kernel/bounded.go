package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// Costs are counted in word operations, about a nanosecond each; BenchmarkBounded
// shows how near each way's estimate comes to its time.
const (
	testCost        = 2  // of one sum in a scan
	subsetCost      = 3  // next subset and its sum
	hashCost        = 8  // next subset into a hash table in the cache
	probeCost       = 4  // a probe of such a table
	farCost         = 8  // times as much when the table or bitset is in memory
	closureStepCost = 4  // a call of OrPermuted
	closureWordCost = 2  // and each word or vector of it
	missingCost     = 12 // a missing word turned into its number, in numbers tried

	// Before anything else a scan has the time to end at once: half the vertices
	// of small-K boards have a mex below 16.
	quickScan = 64

	// A closure this cheap is taken without asking what the others cost, which
	// would take longer.
	smallCost = 500
)

// Memory: a workspace's bitsets, or its hash table, which share their place,
// take at most 1 GiB. What has more than cachedWords is expected to be in
// memory, not in a cache.
const (
	maxWords      = 1 << 27
	cachedWords   = 1 << 17
	maxSums       = 1 << 22 // of extras, 64 MiB
	maxBitsetRank = 32
	maxDilateRank = 25 // two counts a word; below 31 for exact counts
	maxWalkRank   = 26 // a queue and a link a word
)

// typicalMex is the mex that the split of a meet in the middle is made for.
const typicalMex = 64

// ballMex returns the mex of a row whose translation is succ[at]; k < 64.
func ballMex(ws *Workspace, t *asm.Tier, succ []uint64, k uint64, at int) (uint64, error) {
	b := &ws.ball
	b.load(t, succ, int(k), at)
	switch {
	case !b.aim():
		return 0, nil
	case b.k >= b.rank: // the span theorem
		return powerOfTwo(b.low)
	}
	return b.mex(ws)
}

// mex returns the mex of a bounded row, K < rank and c in the span. Each way is
// exact; they differ in cost, which is known before they start but for the
// scan, whose cost is the mex. So the scan goes first, for as long as the
// cheapest of the others would take: at worst that doubles the work.
func (b *ball) mex(ws *Workspace) (uint64, error) {
	left := ws.budget()
	if mex, ok := b.scanOneByOne(ws, min(quickScan, left)); ok {
		return mex, nil
	}
	if len(b.extras) > 0 && b.closureCost() < min(smallCost, left) {
		return b.closure(ws), nil
	}
	best, least := boundedWays[0], uint64(never)
	for _, way := range boundedWays {
		if cost := way.cost(b); cost < least {
			best, least = way, cost
		}
	}
	limit := min(least, left/2)
	if mex, ok := b.scan(ws, limit); ok {
		return mex, nil
	}
	left -= limit
	if least <= left {
		return best.mex(b, ws), nil
	}
	// No bound is within reach, but the bound on the cost of meeting in the
	// middle is a pessimist's, and the mex may be small.
	if mex, ok := b.meet(ws, left/2); ok {
		return mex, nil
	}
	if mex, ok := b.scanSubsets(ws, left/2); ok {
		return mex, nil
	}
	return 0, b.overBudget(ws)
}

// overBudget says that the row needs more than is allowed.
func (b *ball) overBudget(ws *Workspace) error {
	return &BudgetError{Degree: b.size() + 1, K: uint64(b.k), Rank: b.rank, Budget: ws.budget()}
}

// inMemory weighs the cost of an access to so many words.
func inMemory(cost uint64, words uint64) uint64 {
	if words > cachedWords {
		return farCost * cost
	}
	return cost
}

// boundedWays are the ways whose cost is bounded beforehand.
var boundedWays = []struct {
	name string
	cost func(*ball) uint64
	mex  func(*ball, *Workspace) uint64
}{
	{"closure", (*ball).closureCost, (*ball).closure},
	{"far words", (*ball).farWordsCost, (*ball).farWords},
	{"dilation", (*ball).dilateCost, (*ball).dilate},
	{"meet in the middle", (*ball).meetCost, func(b *ball, ws *Workspace) uint64 {
		mex, _ := b.meet(ws, never)
		return mex
	}},
}

// mulCost multiplies costs; the product does not exceed never.
func mulCost(x, y uint64) uint64 {
	if hi, lo := bits.Mul64(x, y); hi == 0 && lo < never {
		return lo
	}
	return never
}
