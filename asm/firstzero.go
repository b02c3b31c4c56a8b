package asm

import "math/bits"

// In up to fewWords words, the generic form finds a zero faster.
const fewWords = 16

// FirstZero returns the index of the lowest 0 in a bitset of any number of
// words, or 64*len(words) if there is none.
//
// It searches the first words in Go: most zeros are there.
func (t *Tier) FirstZero(words []uint64) int {
	if t.fullWords == nil {
		return firstZero(words)
	}
	full := len(words)
	if full >= 2*fewWords {
		full = fewWords
	}
	for i, w := range words[:full] {
		if w != ^uint64(0) {
			return 64*i + bits.TrailingZeros64(^w)
		}
	}
	for len(words)-full >= 8 {
		n := min(len(words)-full, maxWords) &^ 7
		found := t.fullWords(&words[full], n)
		if full += found; found < n {
			break
		}
	}
	return 64*full + firstZero(words[full:])
}

// firstZero is the generic form of FirstZero.
func firstZero(words []uint64) int {
	for i, w := range words {
		if w != ^uint64(0) {
			return 64*i + bits.TrailingZeros64(^w)
		}
	}
	return 64 * len(words)
}
