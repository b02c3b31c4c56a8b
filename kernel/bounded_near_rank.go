package kernel

import "math"

// farWords finds the mex from what is not reachable. Without extras those are
// the words of weight above K: the complements of subsets of fewer than rank-K
// base elements. When K is just below the rank there are few of them, and
// those are the vertices on which a scan is slowest.
func (b *ball) farWords(ws *Workspace) uint64 {
	mex := b.end()
	full := b.value(math.MaxUint64>>(64-b.rank)) ^ b.c
	s := &ws.subsets
	for s.start(b.base[:b.rank], b.rank-b.k-1); ; {
		mex = min(mex, full^s.sum())
		if !s.next() {
			return mex
		}
	}
}

// farWordsCost returns the number of words to look at.
func (b *ball) farWordsCost() uint64 {
	if len(b.extras) > 0 {
		return never
	}
	return mulCost(subsetCost, countSubsets(b.rank, b.rank-b.k-1))
}
