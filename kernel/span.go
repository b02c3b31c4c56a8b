package kernel

import "math/bits"

// A span is a subspace of GF(2)^64, as a basis in echelon form by leading bit.
type span struct {
	pivots uint64     // bit h is set iff rows[h] is in use
	rows   [64]uint64 // rows[h] has leading bit h
}

// reset makes the span {0}.
func (s *span) reset() { s.pivots = 0 }

// reduce subtracts rows from x until its leading bit has none. The result is 0
// iff x is in the span.
func (s *span) reduce(x uint64) uint64 {
	for x != 0 {
		h := bits.Len64(x) - 1
		if s.pivots>>h&1 == 0 {
			break
		}
		x ^= s.rows[h]
	}
	return x
}

func (s *span) insert(x uint64) {
	if x = s.reduce(x); x != 0 {
		h := bits.Len64(x) - 1
		s.rows[h] = x
		s.pivots |= 1 << h
	}
}

// rank returns the dimension.
func (s *span) rank() int { return bits.OnesCount64(s.pivots) }

// low returns the number t of consecutive pivots at bits 0, 1, 2, ...: every
// number below 2^t is in the span, and 2^t is not.
func (s *span) low() int { return bits.TrailingZeros64(^s.pivots) }

// hasAllBelow reports whether the span has every number below 2^n, with n the
// length of wide in bits.
func (s *span) hasAllBelow(wide uint64) bool {
	return s.pivots&(s.pivots+1) == 0 && s.pivots >= wide
}
