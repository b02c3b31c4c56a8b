package kernel

import "math/bits"

// A basis is a set of vectors over GF(2) in echelon form by leading bit. The
// zero basis spans {0}.
type basis struct {
	pivots uint64     // bit h set: row[h] is in use
	row    [64]uint64 // row[h] has leading bit h
}

// reduce returns what is left of x after the rows: 0 iff x is in the span.
func (e *basis) reduce(x uint64) uint64 {
	for x != 0 {
		h := bits.Len64(x) - 1
		if e.pivots>>h&1 == 0 {
			break
		}
		x ^= e.row[h]
	}
	// The leading bit of x has no row, and lower ones do not matter: x is out.
	return x
}

// insert adds x to the span and tells whether the rank grew.
func (e *basis) insert(x uint64) bool {
	x = e.reduce(x)
	if x == 0 {
		return false
	}
	h := bits.Len64(x) - 1
	e.row[h] = x
	e.pivots |= 1 << h
	return true
}

func (e *basis) rank() int { return bits.OnesCount64(e.pivots) }

// low returns the number of consecutive pivots at bits 0, 1, 2, ...: every
// number below 2^low is in the span, and 2^low is not.
func (e *basis) low() int { return bits.TrailingZeros64(^e.pivots) }
