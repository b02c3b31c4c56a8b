package kernel

import "math/bits"

// Costs are counted in word operations, about a nanosecond each; BenchmarkBounded
// shows how near each way's estimate comes to its time.
const (
	subsetCost      = 3 // next subset and its sum
	hashCost        = 8 // next subset into the hash table
	probeCost       = 4 // a probe of the hash table
	closureStepCost = 4 // a call of OrPermuted
	closureWordCost = 2 // and each word or vector of it
	missingCost     = 4 // a missing word turned into its number, in numbers tried

	// A closure this cheap is taken without asking what the others cost, which
	// would take longer, but not before a scan has had the time to end at once:
	// half the vertices of small-K boards have a mex below 16. It is also where a
	// scan goes over to vectors.
	smallCost = 500
	quickScan = 64
)

// Memory: a workspace's bitsets and tables take at most 1 GiB each.
const (
	maxWords      = 1 << 27
	maxBitsetRank = 32
	maxDilateRank = 25 // two counts a word; below 31 for exact counts
	maxWalkRank   = 26 // a queue and a link a word
)

// typicalMex is the mex that the split of a meet in the middle is made for.
const typicalMex = 64

// ballMex returns the mex of a row whose translation is succ[at]; k < 64.
func ballMex(ws *Workspace, t *tier, succ []uint64, k uint64, at int) (uint64, error) {
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
	if len(b.extras) > 0 && b.closureCost() < smallCost {
		if mex, ok := b.scan(ws, quickScan); ok {
			return mex, nil
		}
		return b.closure(ws), nil
	}
	budget := ws.budget()
	best, least := boundedWays[0], uint64(never)
	for _, way := range boundedWays {
		if cost := way.cost(b); cost < least {
			best, least = way, cost
		}
	}
	if mex, ok := b.scan(ws, min(least, budget)); ok {
		return mex, nil
	}
	if least <= budget {
		return best.mex(b, ws), nil
	}
	// The bound on the cost of meeting in the middle is a pessimist's.
	if mex, ok := b.meet(ws, budget); ok {
		return mex, nil
	}
	return 0, &BudgetError{Degree: b.size() + 1, K: uint64(b.k), Rank: b.rank, Budget: budget}
}

// boundedWays are the ways whose cost is bounded beforehand.
var boundedWays = []struct {
	name string
	cost func(*ball) uint64
	mex  func(*ball, *Workspace) uint64
}{
	{"closure", (*ball).closureCost, (*ball).closure},
	{"far words", (*ball).farCost, (*ball).farWords},
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
