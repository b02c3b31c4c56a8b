package asm

import "fmt"

// Coordinates works out coordinates for 16 vertices at once, one a lane.
// cols[16*j+l] is number j of vertex l, and len(words) is len(cols).
//
// Of a lane's first d numbers, 1 <= d <= len(cols)/16, those that are not the sum
// of numbers before them are its basis. So the basis has the greatest numbers that
// it can have if they are in descending order. words[16*j+l] becomes rest<<16 |
// word: number j is the XOR of rest and of the basis elements i for the bits i of
// word. rest has none of the leading bits of the span, so it is 0 iff the number
// is in the span. The word of basis element i itself is 1<<i. A lane's coordinates
// are 0, 1, 2, ... as far as its rank, without a gap. Rest and word are linear:
// those of the XOR of two numbers are the XORs of theirs.
func (t *Tier) Coordinates(words []uint32, cols []uint16, d int) {
	checkColumns(len(cols))
	if len(words) != len(cols) {
		panic(fmt.Sprintf("asm: %d words for %d numbers", len(words), len(cols)))
	}
	if d <= 0 || d > len(cols)/16 {
		panic(fmt.Sprintf("asm: a basis of %d columns out of %d: want 1 up to all of them", d, len(cols)/16))
	}
	if t.coordinates == nil || len(cols) > 16*coordinateColumns {
		coordinates(words, cols, d)
		return
	}
	t.coordinates(&words[0], &cols[0], len(cols)/16, d)
}

// coordinateColumns is the number of columns that a body handles at most. A body
// goes over the later columns once for some of the first d, perhaps for all of
// them: lanes may have their basis elements at different places.
const coordinateColumns = 128

// coordinates is the generic form of Coordinates. A number p that is left over from
// those before it gets a new coordinate, bit. Its row, p^bit, then clears p's
// leading bit in the numbers after it and keeps account of that in their words: of
// x and x^row the smaller is the one without that bit. p itself becomes bit.
func coordinates(words []uint32, cols []uint16, d int) {
	words = words[:len(cols)]
	for i, x := range cols {
		words[i] = uint32(x) << 16
	}
	for lane := range 16 {
		bit := uint32(1)
		for j := lane; j < 16*d; j += 16 {
			if words[j]>>16 == 0 {
				continue
			}
			row := words[j] ^ bit
			bit <<= 1
			for i := j; i < len(words); i += 16 {
				words[i] = min(words[i], words[i]^row)
			}
		}
	}
}
