package kernel

// A UnitSolver is a Kernel that can be asked for the mex of a row of units,
// values that are 0 or a power of two, without the row: all that counts is the
// OR of the values, and whether 0 is one of them. The row must not be empty.
type UnitSolver interface {
	Kernel
	MexOfUnits(or uint64, zero bool, k uint64) (uint64, error)
}

// MexOfUnits is the closed form that kernel auto has for such rows. On small
// boards most rows are, and to lay them out in a Batch takes longer.
func (a *autoKernel) MexOfUnits(or uint64, zero bool, k uint64) (uint64, error) {
	if a.err != nil {
		return 0, a.err
	}
	return unitMex(or, zero, k)
}
