package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// Costs are counted in word operations, about a nanosecond each. BenchmarkBounded
// shows how near each estimate comes to its time.
const (
	testCost        = 2       // one sum in a scan
	subsetCost      = 3       // the next subset and its sum
	hashCost        = 8       // the next subset, put into a hash table in the cache
	probeCost       = 4       // a probe of such a table
	memoryFactor    = 8       // an access to memory costs this many accesses to a cache
	closureStepCost = 8       // a call of OrPermuted
	sumCost         = 2       // a sum put into a bitset
	closureWordCost = 2       // each word of it; a vector costs half as much
	missingCost     = 12      // to turn a missing word into its number, in numbers tried
	infinite        = 1 << 62 // above every budget, and small enough to be added up

	// The scan that comes before other searches takes at least quickWork and at most
	// quickMost: mexes are mostly small.
	quickWork = 64
	quickMost = 100_000
	quickTest = 8 // for a number that few extras reach

	// cheap is the cost below which a way is taken at once. To ask for the costs of
	// the others would take longer.
	cheap = 1000

	// typicalMex is the mex for which meeting in the middle splits K.
	typicalMex = 64
)

// The bitsets of a workspace and its hash table share their memory, at most
// 1 GiB. More than cachedWords are expected to be in memory, not in a cache.
const (
	maxWords      = 1 << 27
	cachedWords   = 1 << 17
	maxSums       = 1 << 22 // of extras: 64 MiB
	maxBitsetRank = 32
	maxDilateRank = 25 // two counts a word; counts are exact below 31
	maxWalkRank   = 26 // a queue and a link a word
)

// A search is a way of finding a bounded mex. boundedRow.mex leaves in the row
// which one it was, so that a user can be told.
type search uint8

const (
	notSearched search = iota
	byScan
	byClosure
	byComplements
	byDilation
	byMeeting
	byQuotient
	byClosedForm
	byTable  // of all subsets, by lowbit: the row never became a boundedRow
	byChunks // by Search16
	byGrowing
)

// String returns the name for people.
func (s search) String() string {
	return [...]string{
		notSearched:   "none",
		byScan:        "scan",
		byClosure:     "closure",
		byComplements: "complements near the rank",
		byDilation:    "dilation",
		byMeeting:     "meet in the middle",
		byQuotient:    "full quotient",
		byClosedForm:  "closed form",
		byTable:       "table of all subsets",
		byChunks:      "chunks",
		byGrowing:     "growing ball",
	}[s]
}

// boundedWays are the ways whose cost is known before they start.
var boundedWays = []struct {
	name search
	cost func(*boundedRow) uint64
	mex  func(*boundedRow, *Workspace) uint64
}{
	{byClosure, (*boundedRow).closureCost, (*boundedRow).closure},
	{byDilation, (*boundedRow).dilateCost, (*boundedRow).dilate},
	{byMeeting, (*boundedRow).meetCost, func(b *boundedRow, ws *Workspace) uint64 {
		mex, _ := b.meet(ws, infinite)
		return mex
	}},
}

// boundedMex returns the mex of a row that may be bounded, 1 < k < 64, with v0 succ[at].
func boundedMex(ws *Workspace, t *asm.Tier, succ []uint64, k uint64, at int) (uint64, error) {
	b := &ws.row
	spent := uint64(0)
	if g := &ws.growing; len(succ) > ShortDegree && g.isFor(int(k), succ[at]) {
		if mex, ok := g.grow(succ, succ[at], ws.budget()/2); ok {
			b.found = byGrowing
			return mex, nil
		}
		spent = g.spent
	}
	b.load(t, succ, int(k), at)
	b.spent = spent
	switch {
	case !b.locate():
		return 0, nil
	case b.k >= b.rank: // the span theorem
		return powerOfTwo(b.low)
	}
	return b.mex(ws)
}

// mex returns the mex of a row with K < rank and c in the span.
func (b *boundedRow) mex(ws *Workspace) (uint64, error) {
	if b.k == b.rank-1 {
		b.found = byClosedForm
		return b.mexOfAllButOne()
	}
	b.found = byScan
	switch light := bits.OnesCount64(b.origin) <= b.k; {
	case light && b.low == 0:
		return 1, nil // the basis reaches 0, and nothing reaches 1
	case !light && len(b.extras) == 0:
		return 0, nil
	}
	left := ws.budget() - b.spent
	if cost := b.chunksCost(); cost < left/2 && !b.isCloseable(cost) {
		if mex, ok := b.mexOfNarrow(cost); ok {
			return mex, nil
		}
		left -= cost
	}
	return b.search(ws, left)
}

// isCloseable tells whether a closure is expected to take less than chunks of the
// given cost. It does only without vectors, and only if the mex is small or very large.
func (b *boundedRow) isCloseable(chunks uint64) bool {
	return b.tier.Words == 1 && b.isDense() && b.nearRankCost() >= quickNear && b.closureCost() < chunks
}

// search takes the way that costs least. All ways are exact. The cost of a scan
// depends on the mex; that of the others is known before they start. So a scan
// goes first, for a part of what the cheapest of the others takes.
func (b *boundedRow) search(ws *Workspace, left uint64) (uint64, error) {
	closure, near, growing := b.closureCost(), b.nearRankCost(), uint64(infinite)
	if min(closure, near) > cheap {
		if mex, ok := b.grow(ws, min(closure, left/2)); ok {
			b.found = byGrowing
			return mex, nil
		}
		left -= ws.growing.spent
		_, growing = b.growingPlan()
	}
	s, fills := b.fillsBy()
	b.found = byScan
	limit := min(left/4, max(quickWork, min(closure, near, growing, fills)/2), quickMost)
	if mex, ok := b.scanOneByOne(ws, b.quickTries(limit), limit); ok {
		return mex, nil
	}
	left -= limit
	for fills < min(closure, near, growing, left/2) {
		if b.fills(ws, s) {
			b.found = byQuotient
			return b.end(), nil
		}
		left -= fills
		if s == 0 {
			break
		}
		s = max(0, s-2) // it may be that fewer must be left out
		fills = b.ballCost(b.rank-s, b.k-s, len(b.extras))
	}
	b.distinctExtras(ws)
	best, least := boundedWays[0], b.closureCost()
	if min(least, near) > cheap {
		for _, way := range boundedWays[1:] {
			if cost := way.cost(b); cost < least {
				best, least = way, cost
			}
		}
		limit := min(least, near, growing, left/2)
		if mex, ok := b.scan(ws, limit); ok {
			return mex, nil
		}
		left -= limit
	}
	if growing < min(least, near, left) {
		limit := min(least, left/2)
		m, _ := b.growingPlan() // for distinct extras
		if mex, ok := b.startGrowing(ws, m, limit); ok {
			b.found = byGrowing
			return mex, nil
		}
		left -= limit
	}
	if near < min(least, left) {
		limit := min(least, left/2)
		if mex, ok := b.nearRank(limit); ok {
			b.found = byComplements
			return mex, nil
		}
		left -= limit
	}
	if least <= left {
		b.found = best.name
		return best.mex(b, ws), nil
	}
	// Every cost is above the budget. But meeting in the middle costs less than
	// its bound if the mex is small, and so does a scan.
	if mex, ok := b.meet(ws, left/2); ok {
		b.found = byMeeting
		return mex, nil
	}
	if mex, ok := b.scanNearby(ws, infinite, left/2); ok {
		return mex, nil
	}
	return 0, b.overBudget(ws)
}

// quickTries returns how many numbers are tried first. If sums are dense, the mex is
// small or very large: either limit is enough for all numbers, or few are tried.
func (b *boundedRow) quickTries(limit uint64) uint64 {
	if b.end() > limit/quickTest && b.isDense() {
		return 8
	}
	return infinite
}

// overBudget is the error for a row that needs more work than the budget.
func (b *boundedRow) overBudget(ws *Workspace) error {
	return &BudgetError{Degree: b.size() + 1, K: uint64(b.k), Rank: b.rank, Budget: ws.budget()}
}

// accessCost returns the cost of an access to a table of the given number of
// words. In the cache it is cost.
func accessCost(cost, words uint64) uint64 {
	if words > cachedWords {
		return memoryFactor * cost
	}
	return cost
}

// mulCost multiplies costs. The product is at most infinite.
func mulCost(x, y uint64) uint64 {
	if hi, lo := bits.Mul64(x, y); hi == 0 && lo < infinite {
		return lo
	}
	return infinite
}
