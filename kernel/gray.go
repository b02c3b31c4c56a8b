package kernel

import "math/bits"

// gray walks the subsets in Gray-code order: from one to the next by one successor.
var gray = &rowByRow{
	info: Info{
		Name: "gray", Tier: Generic, MaxDegree: 24,
		Doc: "subsets in Gray-code order: 2^d steps of one XOR",
	},
	row: grayRow,
}

// Step i of the reflected Gray code adds or removes the element at i's lowest
// set bit: it adds it if the next higher bit of i is 0. Each step changes the
// size of the subset by one, so the size has the parity of i.
func grayRow(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
	reached := reachedSet(ws, len(succ))
	if k%2 == 0 {
		reached[0] = 1 // the empty subset
	}
	xor, size := uint64(0), uint64(0)
	for i := uint64(1); i < 1<<len(succ); i++ {
		low := bits.TrailingZeros64(i)
		xor ^= succ[low]
		size += 1 - i>>low&2
		if size <= k && (i^k)&1 == 0 && xor/64 < uint64(len(reached)) {
			reached[xor/64] |= 1 << (xor % 64)
		}
	}
	return firstZero(reached), nil
}
