package kernel

// fills returns true if it can show that everything in the span is reachable. The mex
// is then the lowest power of two outside the span.
//
// It leaves s basis elements out of account. If K-s elements of G make every word
// of the other coordinates, then K make every word: s more elements set the
// coordinates that were left out. The bitset is 2^s times smaller.
func (b *boundedRow) fills(ws *Workspace, s int) bool {
	b.without = s
	_, full := b.ball(ws, b.rank-s, b.k-s)
	return full
}

// fillsBy returns the largest s with which fills can be expected to succeed, and
// its cost, which is infinite if there is none.
func (b *boundedRow) fillsBy() (s int, cost uint64) {
	for s = min(b.k-1, b.rank-1); s >= 0; s-- {
		// If the sums of random elements fell on random words, ln(words) sums for each
		// word and a few more would leave none out.
		enough := 2 + uint64(b.rank-s)*7/10
		if b.sumsPerWord(s, len(b.extras)) < enough {
			continue
		}
		extras := 1 // that are enough, or some more
		for extras < len(b.extras) && b.sumsPerWord(s, extras) < enough {
			extras *= 2
		}
		return s, b.ballCost(b.rank-s, b.k-s, min(extras, len(b.extras)))
	}
	return 0, infinite
}

// sumsPerWord leaves s coordinates out, and returns how many sets of at most K-s
// elements there are for each word of the others. The elements are those of the basis
// and the given number of extras. Those that may be the same in these coordinates
// count once.
func (b *boundedRow) sumsPerWord(s, extras int) uint64 {
	rank := b.rank - s
	n := rank + extras
	if same := n * n >> (rank + 1); same < n/2 {
		n -= same
	} else {
		n = min(n/2, 1<<rank)
	}
	return countSubsets(n, b.k-s) >> rank
}

// isDense tells whether there are many more sums of at most K elements than words.
// Then the mex is small or very large. If four sums for each word fell at random, 1
// word in 50 would be left out.
func (b *boundedRow) isDense() bool { return b.sumsPerWord(0, len(b.extras)) >= 4 }
