package kernel

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
// its cost, which is infinite if there is none. If the sums of random elements fell
// on random words, ln(words) sums for each word and a few more would leave none out.
func (b *boundedRow) fillsBy() (s int, cost uint64) {
	for s = min(b.k-1, b.rank-1); s >= 0; s-- {
		rank := b.rank - s
		if b.sumsPerWord(s) >= 2+uint64(rank)*7/10 {
			return s, b.ballCost(rank, b.k-s)
		}
	}
	return 0, infinite
}

// sumsPerWord returns the number of sets of at most K-s elements of G for each
// word without s of the coordinates. Elements that may be the same without them
// count once.
func (b *boundedRow) sumsPerWord(s int) uint64 {
	n, rank := b.size()-s, b.rank-s
	if same := n * n >> (rank + 1); same < n/2 {
		n -= same
	} else {
		n = min(n/2, 1<<rank)
	}
	return countSubsets(n, b.k-s) >> rank
}
