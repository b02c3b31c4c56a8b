package asm

import (
	"fmt"
	"math/bits"
)

// Settle16 finds the mex of 16 rows, one a lane, where linear algebra tells it, and
// lays out the others for Search16.
//
// In each lane the first d columns, 1 <= d <= 16, are G as Sort16 leaves it, column d
// is c, and the others are 2^0, 2^1, ..., 16 at most: one for each bit that the lanes'
// numbers have. The words are those of Coordinates, with its basis and span, and k
// has the numbers of picks. An extra is an element of G that is neither 0 nor in the
// basis.
//
// With c outside the span, the mex is 0. Otherwise it is the least x with x^c
// outside the ball, the XORs of at most K elements of G. The ball is the span if K is
// at least the rank, and also if K is the rank less one and there is an extra, which
// is the sum of two basis elements or more, and can take their place. Without an
// extra, all that the ball then lacks is the sum of the basis. If the ball is the
// span, the mex is the lowest power of two outside.
//
// Rows of the other lanes are laid out in out, their coordinates shifted so that the
// last one is bit 15: a search can then often do without the lower ones. A lane with
// an extra of 256 or more is in Left, and its Extras have no particular values.
// Classify says what is done with the others. The Rows of lanes in no mask have no
// particular values, nor has the Mex of lanes in some mask.
func (t *Tier) Settle16(cols []uint16, words []uint32, d int, k *[16]uint16, out *Bounded16) {
	checkColumns(len(cols))
	if len(words) != len(cols) {
		panic(fmt.Sprintf("asm: %d words for %d numbers", len(words), len(cols)))
	}
	width := len(cols)/16 - d - 1
	if d < 1 || d > 16 || width < 0 || width > 16 {
		panic(fmt.Sprintf("asm: %d columns, %d of G: want 1 to 16 of G, c, and at most 16 powers of two", len(cols)/16, d))
	}
	if t.settle16 == nil {
		settle16(cols, words, d, k, out)
		return
	}
	t.settle16(&cols[0], &words[0], d, width, k, out)
}

// settle16 is the generic form of Settle16.
func settle16(cols []uint16, words []uint32, d int, k *[16]uint16, out *Bounded16) {
	*out = Bounded16{}
	powers := words[16*(d+1):]
	for lane := range 16 {
		row := &out.Rows[lane]
		var all, sum, extras uint16
		n := 0
		for i := lane; i < 16*d; i += 16 {
			x, word := cols[i], uint16(words[i])
			all |= word
			sum ^= x
			if word&(word-1) != 0 {
				extras |= x
				row.Extras[n] = uint8(x)
				n++
			}
		}
		rank := bits.Len16(all)
		end, outside := uint32(0), uint32(0)
		for i := 0; 16*i < len(powers); i++ {
			w := powers[16*i+lane]
			if outside |= w >> 16; outside == 0 {
				end |= 1 << i
			}
			for w := uint16(w) << (16 - rank); w != 0; w &= w - 1 {
				row.Masks[bits.TrailingZeros16(w)] |= 1 << i
			}
		}
		end++
		c := words[16*d+lane]
		switch free := rank - int(k[lane]); {
		case c>>16 != 0:
			out.Mex[lane] = 0
		case free <= 0, free == 1 && n > 0:
			out.Mex[lane] = end
		case free == 1:
			out.Mex[lane] = min(end, uint32(cols[16*d+lane]^sum))
		default:
			row.K, row.Origin, row.Last = k[lane], uint16(c)<<(16-rank), uint16(end-1)
			if extras >= 256 {
				out.Left |= 1 << lane
			} else {
				out.Classify(lane)
			}
		}
	}
}
