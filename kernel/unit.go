package kernel

import (
	"math/bits"
	"slices"
)

// unit does rows of unit vectors, values that are 0 or a power of two, in closed
// form. Most vertices of a random board are of that kind.
var unit = &rowByRow{
	info: Info{
		Name: "unit", Tier: Generic,
		Doc: "closed form of the OR of the values: d steps, each value 0 or a power of two",
	},
	row: unitRow,
}

func unitRow(_ *Workspace, succ []uint64, k uint64) (uint64, error) {
	or, zero, ok := readUnits(succ)
	if !ok {
		other := slices.IndexFunc(succ, func(v uint64) bool { return v&(v-1) != 0 })
		return 0, &ValueError{Kernel: "unit", What: "0 and powers of two", Got: succ[other]}
	}
	return unitMex(or, zero, k)
}

// readUnits returns the OR of a row's values, whether 0 is one of them, and
// whether each is 0 or a power of two.
func readUnits(succ []uint64) (or uint64, zero, ok bool) {
	rest := uint64(0) // bits beyond the lowest of a value
	for _, v := range succ {
		or |= v
		rest |= v & (v - 1)
		zero = zero || v == 0
	}
	return or, zero, rest == 0
}

// unitMex returns the mex of a row of units from the results of readUnits.
func unitMex(or uint64, zero bool, k uint64) (uint64, error) {
	if zero && ^or == 0 {
		if k > 63 {
			return 0, ErrOverflow
		}
		return 2<<k - 1, nil // k = 63 wraps around to 2^64-1
	}
	return MexOfUnits(or, zero, k), nil
}

// MexOfUnits returns the mex of a row of units, values that are 0 or a power of
// two, in closed form. or is the OR of the values, and zero tells whether 0 is
// one of them. The row must not be empty, and or must be below 2^63.
//
// Every reachable number is made of the bits of or. If 0 is among the values, a
// number of at most k bits is reachable, because 0 fills up the picks. The mex
// is then the lowest power of two that or lacks, or 2^(k+1)-1, the least number
// of k+1 bits, whichever is less. If 0 is not among the values, the number of
// bits has k's parity, and so 0 or 1 is missing.
func MexOfUnits(or uint64, zero bool, k uint64) uint64 {
	// A branch on zero would be hard to predict, so both cases are worked out.
	without, with := 1&^k, uint64(2)<<k-1
	if t := uint64(bits.TrailingZeros64(^or)); k >= t {
		with = 1 << t
	}
	if zero {
		without = with
	}
	return without
}

// ClosedFormer is an optional interface of a Kernel, as io.WriterTo is one of
// an io.Reader. ClosedForm reports whether Mex does rows of units as MexOfUnits
// does. A caller that already knows the OR of a row's values then calls
// MexOfUnits and keeps the row out of the Batch. On small boards most rows are
// of units, and laying them out takes longer than solving them.
type ClosedFormer interface {
	ClosedForm() bool
}
