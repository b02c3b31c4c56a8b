package kernel

// dilate builds Ball_K by XOR convolution: Ball_(i+j) holds the sums of an
// element of Ball_i and one of Ball_j, and how many ways there are to make
// each word is a pointwise product after a Walsh-Hadamard transform. Ball_K
// comes from Ball_1 by doubling, so the cost hardly depends on K and not at
// all on the number of extras: this is what hubs with more successors than
// words live on.
//
// The counts are exact. A count is at most 2^rank, and 2^rank times it, which
// is what the inverse transform gives before it is divided, stays below 2^64;
// on the way the arithmetic may wrap around.
func (b *ball) dilate(ws *Workspace) uint64 {
	n := 1 << b.rank
	both := grow(&ws.counts, 2*n)
	ball, unit := both[:n], both[n:]
	clear(unit) // Ball_1: 0 and the elements of G
	unit[0] = 1
	for i := range b.rank {
		unit[1<<i] = 1
	}
	for _, x := range b.extras {
		unit[x.word] = 1
	}
	copy(ball, unit)
	walsh(unit)
	for bit := topBit(b.k) >> 1; bit != 0; bit >>= 1 {
		walsh(ball)
		for i, w := range ball {
			ball[i] = w * w
		}
		reached(ball)
		if b.k&bit == 0 {
			continue
		}
		walsh(ball)
		for i, w := range unit {
			ball[i] *= w
		}
		reached(ball)
	}
	set := zeroed(&ws.words, b.bitsetWords())
	for i, w := range ball {
		set[i>>6] |= w << (i & 63)
	}
	return b.firstMissing(set)
}

// dilateCost returns the cost of dilate, or never when it needs too much
// memory or there is nothing to pick.
func (b *ball) dilateCost() uint64 {
	if b.k == 0 || b.rank > maxDilateRank {
		return never
	}
	transforms := uint64(1)
	for bit := topBit(b.k) >> 1; bit != 0; bit >>= 1 {
		transforms += 2
		if b.k&bit != 0 {
			transforms += 2
		}
	}
	return transforms * uint64(max(1, b.rank)) << b.rank
}

// reached turns the transform of counts back into 1 for words that have a way
// to make them, 0 for the others.
func reached(counts []uint64) {
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

// topBit returns the highest power of two in k > 0.
func topBit(k int) int {
	bit := 1
	for bit <= k/2 {
		bit *= 2
	}
	return bit
}
