package text

import "mexlab/asm"

// numbers is the primitive that reads most tokens, on the tier that is chosen.
var numbers = asm.For(asm.Best()).Numbers

// blockReach is how many bytes past the start of a block have to be there for
// it to be read.
const blockReach = asm.BlockReach

// run turns tokens at the start of text into numbers, as long as they have at
// most 16 digits, and puts them into dst. It returns how many there are and
// where the text after them starts. It may stop early, before the end of dst or
// of the text, and does before anything else: a longer token, a wrong one. In
// dst after the numbers it may leave anything.
func run(text []byte, dst []uint64) (n, pos int) { return numbers(dst, text) }

// digits returns a bit for each of the first 64 bytes that is a digit.
func digits(b *[blockReach]byte) (digit uint64, ok bool) {
	return asm.Digits((*[asm.BlockSize]byte)(b[:]))
}
