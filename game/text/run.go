package text

import (
	"encoding/binary"
	"math/bits"
)

// reach is how many bytes past a token's start run looks at: two words of
// eight digits and the byte after them.
const reach = 17

// run reads tokens of at most 15 digits out of the buffer, as many as it can
// without refilling it, and returns how many. It stops before anything else:
// a longer token, a wrong one, the end of the buffer. Whoever called goes on
// with Uint, which takes everything.
//
// Eight bytes are read at a time and turned into a number without a branch on
// how many digits they hold, which in such inputs no predictor guesses.
func (r *Reader) run(dst []uint64) int {
	b := r.buf[:r.end]
	pos, tok := r.pos, r.tok
	n := 0
	for n < len(dst) && len(b)-pos >= reach {
		v, k := digits(binary.LittleEndian.Uint64(b[pos:]))
		next := pos + k
		if k == 8 {
			w, k := digits(binary.LittleEndian.Uint64(b[pos+8:]))
			if k == 8 {
				break
			}
			v = v*pow10[k&7] + w
			next += k
		}
		if !isSpace(b[next]) {
			break
		}
		if next > pos {
			tok = pos
			dst[n] = v
			n++
		}
		pos = next + 1
	}
	r.pos, r.tok = pos, tok
	return n
}

var pow10 = [8]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// digits returns the number that the leading decimal digits of eight bytes of
// text stand for, and how many they are. The first byte is the lowest of w.
func digits(w uint64) (v uint64, k int) {
	const ones = 0x0101010101010101
	w ^= '0' * ones
	// A byte above 9 gets its top bit set. It may carry into the bytes above
	// it, which follow the first byte that is no digit and do not count.
	other := (w | (w + (0x80-10)*ones)) & (0x80 * ones)
	k = bits.TrailingZeros64(other) / 8
	// Drop what follows the digits, so that zeros lead them, then join
	// neighbours: 8 digits, 4 pairs, 2 fours.
	w <<= uint(64 - 8*k)
	w = (w * (10<<8 + 1)) >> 8 & 0x00ff00ff00ff00ff
	w = (w * (100<<16 + 1)) >> 16 & 0x0000ffff0000ffff
	return (w * (10000<<32 + 1)) >> 32, k
}
