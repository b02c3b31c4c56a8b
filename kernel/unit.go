package kernel

// unit knows the mex of a row of unit vectors, values that are 0 or a power of
// two, in closed form. Most vertices of a random board are of that kind.
var unit = &lifted{
	info: Info{
		Name: "unit", ISA: Generic,
		Doc: "closed form of the OR of the values: d steps, each value 0 or a power of two",
	},
	row: unitRow,
}

func unitRow(_ *Workspace, succ []uint64, k uint64) (uint64, error) {
	or, zero, ok := units(succ)
	if !ok {
		return 0, &ValueError{Kernel: "unit", What: "0 and powers of two", Got: firstNonUnit(succ)}
	}
	return unitMex(or, zero, k)
}

// units reads a row: the OR of its values, whether 0 is one of them, and
// whether each is 0 or a power of two.
func units(succ []uint64) (or uint64, zero, ok bool) {
	rest := uint64(0) // bits beyond the lowest of a value
	for _, v := range succ {
		or |= v
		rest |= v & (v - 1)
		zero = zero || v == 0
	}
	return or, zero, rest == 0
}

// unitMex returns the mex of a row of units from what units says about it.
func unitMex(or uint64, zero bool, k uint64) (uint64, error) {
	if zero && ^or == 0 {
		if k > 63 {
			return 0, ErrOverflow
		}
		return 2<<k - 1, nil // k = 63 wraps around to 2^64-1
	}
	return MexOfUnits(or, zero, k), nil
}

// firstNonUnit returns the first value that is neither 0 nor a power of two.
func firstNonUnit(succ []uint64) uint64 {
	for _, v := range succ {
		if v&(v-1) != 0 {
			return v
		}
	}
	return 0
}
