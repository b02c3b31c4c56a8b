package asm

import "math/bits"

// firstZero is the twin of FirstZero.
func firstZero(words []uint64) int {
	for i, w := range words {
		if w != ^uint64(0) {
			return 64*i + bits.TrailingZeros64(^w)
		}
	}
	return 64 * len(words)
}
