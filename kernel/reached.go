package kernel

import "math/bits"

// reachedSet returns an empty bitset for the XORs of d >= 1 values: bit x says
// that x is reached.
//
// It ends at 2^(d-1), or 64: only the subsets whose size has K's parity count,
// they are 2^(d-1), and a mex is never more than the number of values it is
// taken over. An XOR beyond the end cannot change the mex and is left out.
func reachedSet(ws *Workspace, d int) []uint64 {
	return zeroed(&ws.words, max(1, 1<<(d-1)/64))
}

// firstZero returns the index of the lowest 0 in the bitset, or its length in
// bits when it is full.
func firstZero(words []uint64) uint64 {
	for i, w := range words {
		if w != ^uint64(0) {
			return uint64(i)*64 + uint64(bits.TrailingZeros64(^w))
		}
	}
	return uint64(len(words)) * 64
}
