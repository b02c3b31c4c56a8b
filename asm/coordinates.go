package asm

import "fmt"

// Coordinates works out coordinates for 16 vertices at once, one a lane.
// cols[16*j+l] is a number of vertex l in its high 16 bits, with 0 in the low
// ones, and 1 <= d <= len(cols)/16.
//
// It chooses a basis from each lane's first d numbers: independent numbers that
// span them all. Every number is then replaced by rest<<16 | word. It is the XOR
// of rest and of the basis elements i for the bits i of word; rest is 0 iff it
// is in the span. Basis element i itself becomes 1<<i.
func (t *Tier) Coordinates(cols []uint32, d int) {
	checkColumns(len(cols))
	if d <= 0 || d > len(cols)/16 {
		panic(fmt.Sprintf("asm: a basis of %d columns out of %d: want 1 up to all of them", d, len(cols)/16))
	}
	if t.coordinates == nil || len(cols) > 16*maxColumns {
		coordinates(cols, d)
		return
	}
	t.coordinates(&cols[0], d, len(cols)/16)
}

// coordinates is the generic form of Coordinates. As in eliminate, the pivot p of
// a lane is the greatest of its numbers. It gets a new coordinate, bit. The row
// p^bit then clears p's leading bit in other numbers and keeps account of that
// in their words; p itself becomes bit.
func coordinates(cols []uint32, d int) {
	for lane := range 16 {
		for bit := uint32(1); ; bit <<= 1 {
			p := uint32(0)
			for i := lane; i < 16*d; i += 16 {
				p = max(p, cols[i])
			}
			if p>>16 == 0 {
				break
			}
			p ^= bit
			for i := lane; i < len(cols); i += 16 {
				cols[i] = min(cols[i], cols[i]^p)
			}
		}
	}
}
