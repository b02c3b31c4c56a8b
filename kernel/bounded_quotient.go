package kernel

import "math/bits"

// fills tells whether everything in the span is reachable, if it finds that out.
// The mex is then the lowest power of two outside the span.
//
// It leaves s basis elements out of account. If K-s elements of G make every word
// of the other coordinates, then K make every word: s are left to mend the
// coordinates that were left out. A bitset is 2^s times smaller for that.
func (b *boundedRow) fills(ws *Workspace, s int) bool {
	_, full := b.ball(ws, b.rank-s, b.k-s)
	return full
}

// fillsBy returns the largest s with which fills can be expected to succeed, and
// its cost. ok is false if there is none. If the sums of random elements fell
// on random words, a multiple of ln(words) sums for each word would leave none out.
func (b *boundedRow) fillsBy() (s int, cost uint64, ok bool) {
	for s = min(b.k-1, b.rank-1); s >= 0; s-- {
		sums := countSubsets(b.size()-s, b.k-s)
		rank := b.rank - s
		if bits.Len64(sums) > rank && sums>>rank >= uint64(rank) {
			return s, b.ballCost(rank, b.k-s), true
		}
	}
	return 0, 0, false
}
