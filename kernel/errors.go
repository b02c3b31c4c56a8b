package kernel

import (
	"errors"
	"fmt"
)

// ErrOverflow says that a Grundy value is 2^64 or more. It takes a vertex of
// out-degree above 64.
var ErrOverflow = errors.New("its Grundy value needs more than 64 bits")

// A RowError says which row of a Batch a kernel could not do, and why.
type RowError struct {
	Row int
	Err error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Row, e.Err) }
func (e *RowError) Unwrap() error { return e.Err }

// A LimitError says that a row is beyond what a kernel accepts. "auto" has no
// such limits.
type LimitError struct {
	Kernel string
	What   string // what is limited: "successors", "bits a value"
	Got    int
	Max    int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("kernel %s takes at most %d %s, not %d (kernel auto has no such limit)",
		e.Kernel, e.Max, e.What, e.Got)
}

// A ValueError says that a row has a value of a kind that a kernel does not
// take.
type ValueError struct {
	Kernel string
	What   string // the kind it takes: "0 and powers of two"
	Got    uint64 // the first other value
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("kernel %s takes %s, not %d (kernel auto takes any value)", e.Kernel, e.What, e.Got)
}

// A BudgetError says that a row would need more work than Workspace.Budget
// or the memory kept for one row allows. With K below the rank the mex is a coset-leader problem, which is hard
// in general; paritysplit also has it for many wide values.
type BudgetError struct {
	Degree int    // distinct values among the successors
	K      uint64 // picks
	Rank   int    // GF(2) rank of the values after translation
	Budget uint64 // word operations allowed
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("d=%d distinct values, K=%d and rank %d need more than the budget of %.3g word operations or 1 GiB of tables",
		e.Degree, e.K, e.Rank, float64(e.Budget))
}
