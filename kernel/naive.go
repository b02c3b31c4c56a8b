package kernel

import "math/bits"

// naive XORs every subset of the successors from scratch. It is the slowest
// kernel and the plainest, and the model for a new one.
var naive = &rowByRow{
	info: Info{
		Name: "naive", Tier: Generic, MaxDegree: 20,
		Doc: "every subset XORed from scratch: 2^d * d steps",
	},
	row: naiveRow,
}

// Picks of one successor cancel in pairs, so exactly k picks reach the XORs of
// the subsets that have at most k elements and k's parity.
func naiveRow(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
	reached := reachedSet(ws, len(succ))
	for subset := range uint64(1) << len(succ) {
		size := uint64(bits.OnesCount64(subset))
		if size > k || (k-size)%2 != 0 {
			continue
		}
		xor := uint64(0)
		for s := subset; s != 0; s &= s - 1 {
			xor ^= succ[bits.TrailingZeros64(s)]
		}
		if xor/64 < uint64(len(reached)) {
			reached[xor/64] |= 1 << (xor % 64)
		}
	}
	return firstZero(reached), nil
}

// reachedSet returns an empty bitset for the XORs of d >= 1 values: bit x says
// that x is reached. All kernels that enumerate subsets use it.
//
// It has 2^(d-1) bits, at least 64. This is the number of subsets whose size has
// K's parity, and a mex is at most the number of values it is taken over. A
// larger XOR cannot change the mex and is left out.
func reachedSet(ws *Workspace, d int) []uint64 {
	return zeroed(&ws.words, max(1, 1<<(d-1)/64))
}

// firstZero returns the index of the lowest 0 in the bitset, or its length in bits.
// Most sets here have a single word, so it is not a Tier's FirstZero, which is a call:
// the compiler puts this in place.
func firstZero(words []uint64) uint64 {
	for i, w := range words {
		if w != ^uint64(0) {
			return uint64(i)*64 + uint64(bits.TrailingZeros64(^w))
		}
	}
	return uint64(len(words)) * 64
}
