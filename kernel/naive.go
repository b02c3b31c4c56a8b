package kernel

import "math/bits"

// naive XORs every subset of the successors from scratch. It is the slowest
// and the plainest kernel, and the one the others are compared with.
var naive = &lifted{
	info: Info{
		Name: "naive", ISA: Generic, MaxDegree: 20,
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
