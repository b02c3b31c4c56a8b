package kernel

import "math/bits"

// MexOfUnits returns the mex of a row of units, values that are 0 or a power of
// two, by the OR of the values, whether 0 is one of them, and K. The row must
// not be empty, and the OR must be below 2^63.
//
// The reachable numbers are made of the bits of or. With 0 to fill up, those of
// at most k bits are reachable: the least number that is not is the lowest
// power of two that or lacks, or 2^(k+1)-1, the least of k+1 bits. Without 0,
// the number of bits has k's parity, so that one of 0 and 1 is missing.
func MexOfUnits(or uint64, zero bool, k uint64) uint64 {
	// Which rows have 0 is hard to predict, so both cases are worked out.
	without, with := 1&^k, uint64(2)<<k-1
	if t := uint64(bits.TrailingZeros64(^or)); k >= t {
		with = 1 << t
	}
	if zero {
		without = with
	}
	return without
}

// ByClosedForm reports whether k does rows of units by MexOfUnits. Who has what
// that takes need not lay the rows out for it. On small boards most rows are of
// units, and to lay them out takes longer than to solve them.
func ByClosedForm(k Kernel) bool {
	a, ok := k.(*autoKernel)
	return ok && a.err == nil
}
