package kernel

import "math"

// nearRank finds the mex from the numbers that are not reachable. Without
// extras these have words of weight above K: the complements of subsets of
// fewer than rank-K basis elements. If K is just below the rank, such subsets
// are few, and a scan is slowest.
func (b *boundedRow) nearRank(ws *Workspace) uint64 {
	mex := b.end()
	all := b.number(math.MaxUint64>>(64-b.rank)) ^ b.c
	s := &ws.subsets
	for s.start(b.basis[:b.rank], b.rank-b.k-1); ; {
		mex = min(mex, all^s.sum())
		if !s.next() {
			return mex
		}
	}
}

// nearRankCost is the cost of the subsets, or infinite for a row with extras.
func (b *boundedRow) nearRankCost() uint64 {
	if len(b.extras) > 0 {
		return infinite
	}
	return mulCost(subsetCost, countSubsets(b.rank, b.rank-b.k-1))
}
