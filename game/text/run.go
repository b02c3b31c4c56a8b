package text

import "mexlab/asm"

// run turns tokens at the start of text into numbers, as long as they have at
// most 16 digits, and puts them into dst. It returns how many there are and
// where the text after them starts. It may stop early, before the end of dst or
// of the text, and does before anything else: a longer token, a wrong one. In
// dst after the numbers it may leave anything. It is the primitive of the tier
// that is chosen.
var run func(dst []uint64, text []byte) (n, pos int) = asm.For(asm.Best()).Numbers
