package kernel

import "math/bits"

// dilate builds Ball_K by XOR convolution. Ball_(i+j) holds the sums of an
// element of Ball_i and one of Ball_j. After a Walsh-Hadamard transform the
// number of ways to make each word is a pointwise product. Ball_K comes from
// Ball_1 by doubling, so the cost hardly depends on K, and not at all on the
// number of extras. It is the way for hubs with more successors than words.
//
// The counts are exact. A count is at most 2^rank. The inverse transform gives
// 2^rank times it, as it does not divide, and that is below 2^64. On the way
// the arithmetic may wrap around.
func (b *boundedRow) dilate(ws *Workspace) uint64 {
	n := 1 << b.rank
	both := grow(&ws.counts, 2*n)
	ball, unit := both[:n], both[n:]
	clear(unit) // Ball_1: 0 and the elements of G
	unit[0] = 1
	for i := range b.rank {
		unit[1<<i] = 1
	}
	for _, word := range b.extras {
		unit[word] = 1
	}
	copy(ball, unit)
	walsh(unit)
	for i := bits.Len(uint(b.k)) - 2; i >= 0; i-- { // bits of K below the top one
		walsh(ball)
		for j, w := range ball {
			ball[j] = w * w
		}
		toIndicator(ball)
		if b.k>>i&1 == 0 {
			continue
		}
		walsh(ball)
		for j, w := range unit {
			ball[j] *= w
		}
		toIndicator(ball)
	}
	set := zeroed(&ws.words, bitsetWords(b.rank))
	for i, w := range ball {
		set[i>>6] |= w << (i & 63)
	}
	return b.firstMissing(set)
}

// dilateCost is the cost of dilate, or infinite with too large tables or no picks.
func (b *boundedRow) dilateCost() uint64 {
	if b.k == 0 || b.rank > maxDilateRank {
		return infinite
	}
	// One of Ball_1; for each bit of K below the top one, two, or four if it is set.
	transforms := 2*(bits.Len(uint(b.k))+bits.OnesCount(uint(b.k))) - 3
	return uint64(transforms) * uint64(max(1, b.rank)) << b.rank
}

// toIndicator turns the transform of counts back, into 1 for counts above 0.
func toIndicator(counts []uint64) {
	walsh(counts)
	for i, w := range counts {
		counts[i] = 0
		if w != 0 {
			counts[i] = 1
		}
	}
}

// walsh is the Walsh-Hadamard transform in place, modulo 2^64.
func walsh(a []uint64) {
	for half := 1; half < len(a); half *= 2 {
		for i := 0; i < len(a); i += 2 * half {
			lo, hi := a[i:i+half], a[i+half:i+2*half]
			for j, y := range hi {
				x := lo[j]
				lo[j], hi[j] = x+y, x-y
			}
		}
	}
}
