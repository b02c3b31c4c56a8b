package kernel

import (
	"errors"
	"fmt"
)

// ErrOverflow says that a Grundy value is 2^64 or more. Only a vertex with more
// than 64 successors can have one.
var ErrOverflow = errors.New("the Grundy value needs more than 64 bits")

// ErrTooLong says that a Batch has more than 2^32-1 successors' values.
var ErrTooLong = errors.New("a batch has more than 4294967295 successors' values: split it")

// A RowError says which row of a Batch a kernel could not do, and why.
type RowError struct {
	Row int
	Err error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Row, e.Err) }
func (e *RowError) Unwrap() error { return e.Err }

// A LimitError says that a row is larger than a kernel accepts. Kernel auto has
// no such limit.
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
// accept. Kernel auto accepts every value.
type ValueError struct {
	Kernel string
	What   string // the kind it accepts: "0 and powers of two"
	Got    uint64 // the first other value
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("kernel %s takes %s, not %d (kernel auto takes any value)", e.Kernel, e.What, e.Got)
}

// A BudgetError says that a row needs more work than Workspace.Budget allows,
// or more than 1 GiB of memory. It happens to rows with K < rank: their mex is as
// hard as the weight of a coset leader of a linear code. In kernel paritysplit
// it happens to many wide values.
type BudgetError struct {
	Degree int    // distinct values among the successors
	K      uint64 // picks
	Rank   int    // GF(2) rank of the values after translation
	Budget uint64 // word operations allowed
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("%d distinct values with K=%d and rank %d need more than the budget of %.3g word operations, or more than 1 GiB of tables; a larger budget may help",
		e.Degree, e.K, e.Rank, float64(e.Budget))
}
