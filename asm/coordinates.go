package asm

import "fmt"

// Coordinates works out coordinates for 16 vertices at once, one a lane.
// cols[16*j+l] is a number of vertex l in its high 16 bits, with 0 in the low
// ones, and 1 <= d <= len(cols)/16.
//
// From each lane's first d numbers it chooses a basis: rank independent numbers
// that span them all. Every column is then replaced by rest<<16 | word. Bit i of
// word, i < rank, says that basis element i is part of the sum; rest is what has
// to be added, 0 for members of the span. Basis element i itself is left as
// 1<<i.
func (t *Tier) Coordinates(cols []uint32, d int) {
	checkColumns(len(cols))
	if d <= 0 || d > len(cols)/16 {
		panic(fmt.Sprintf("asm: a basis of %d columns: want 1 to %d, as many as there are", d, len(cols)/16))
	}
	if t.coordinates == nil || len(cols) > 16*maxColumns {
		coordinates(cols, d)
		return
	}
	t.coordinates(&cols[0], d, len(cols)/16)
}

// coordinates is the generic form of Coordinates. As in eliminate, the pivot p of a lane
// is the greatest of its numbers. It gets a new coordinate, which makes p^bit
// the row that clears p's leading bit, together with the words in the low
// halves; the number that was p is left with that coordinate alone.
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
