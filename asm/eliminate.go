package asm

import (
	"fmt"
	"math/bits"
)

// maxColumns is the number of columns that a body handles at most. Elimination goes
// over them up to 34 times: twice to translate them, and once for each of 32 pivots.
const maxColumns = 512

// Lanes is the result of elimination for 16 vertices, by lane. Let v0 be the
// least of a vertex's values, and G the set of v^v0 over its values v.
type Lanes[T uint16 | uint32] struct {
	Pivots [16]T // the leading bits of a basis of G in echelon form
	C      [16]T // v0 & odd, reduced by that basis: 0 iff it is in G's span
}

// Lanes16 and Lanes32 are the results for the two widths of values.
type (
	Lanes16 = Lanes[uint16]
	Lanes32 = Lanes[uint32]
)

// Eliminate16 does GF(2) elimination for 16 vertices at once, one a lane.
// cols[16*j+l] is value j of vertex l. All vertices have len(cols)/16 >= 1
// values; one that has fewer repeats a value. odd[l] is all ones if the number of
// picks of vertex l is odd, else 0. The result is in out, and cols is
// overwritten with no particular values.
func (t *Tier) Eliminate16(cols []uint16, odd *[16]uint16, out *Lanes16) {
	checkColumns(len(cols))
	if t.eliminate16 == nil || len(cols) > 16*maxColumns {
		eliminate(cols, odd, out)
		return
	}
	t.eliminate16(&cols[0], len(cols)/16, odd, out)
}

// Eliminate32 is Eliminate16 for wider values.
func (t *Tier) Eliminate32(cols []uint32, odd *[16]uint32, out *Lanes32) {
	checkColumns(len(cols))
	if t.eliminate32 == nil || len(cols) > 16*maxColumns {
		eliminate(cols, odd, out)
		return
	}
	t.eliminate32(&cols[0], len(cols)/16, odd, out)
}

// checkColumns panics if n numbers are not whole columns, one or more.
func checkColumns(n int) {
	if n <= 0 || n%16 != 0 {
		panic(fmt.Sprintf("asm: columns of %d numbers in all: want a positive multiple of 16", n))
	}
}

// eliminate is the generic form of Eliminate16 and Eliminate32. The pivot p of a
// lane is the greatest of its numbers. Of x and x^p the smaller is therefore the
// one without p's leading bit, and a step is an XOR and a minimum. After as many
// pivots as their rank, all numbers of a lane are 0, whatever their width.
func eliminate[T uint16 | uint32](cols []T, odd *[16]T, out *Lanes[T]) {
	*out = Lanes[T]{}
	for lane := range 16 {
		v0, most := cols[lane], T(0)
		for i := lane; i < len(cols); i += 16 {
			v0 = min(v0, cols[i])
		}
		for i := lane; i < len(cols); i += 16 {
			cols[i] ^= v0
			most = max(most, cols[i])
		}
		c, pivots := v0&odd[lane], T(0)
		for most != 0 {
			p := most
			pivots |= 1 << (bits.Len32(uint32(p)) - 1)
			c = min(c, c^p)
			most = 0
			for i := lane; i < len(cols); i += 16 {
				cols[i] = min(cols[i], cols[i]^p)
				most = max(most, cols[i])
			}
		}
		out.Pivots[lane], out.C[lane] = pivots, c
	}
}
