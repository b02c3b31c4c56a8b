package kernel

import "mexlab/asm"

// DefaultBudget is the work allowed on one vertex: about ten seconds at a
// billion word operations a second.
const DefaultBudget = 10_000_000_000

// A Workspace holds the scratch memory of kernels, so that repeated calls
// allocate nothing, and the limit on their work. The zero Workspace is ready to
// use. Goroutines must not share one.
type Workspace struct {
	// Budget bounds the work on one vertex, in word operations; 0 means
	// DefaultBudget. A vertex that needs more is a *BudgetError.
	Budget uint64

	words  []uint64 // bitsets, or a hash table
	values []uint64 // a row's distinct values, the words of its extras, or a list of sums
	sum32  []uint32 // lowbit: the table; Witness: the links of a walk
	sum64  []uint64 // lowbit: the table for wide values

	lanes laneScratch // sixteen rows

	span       span       // affine: what a row spans
	row        boundedRow // affine: a row that may be bounded
	growing    growingBall
	subsets    subsets    // the enumeration that is running
	sums       []extraSum // scan: sets of extras
	units      [16]uint16 // scan on vectors: words of powers of two
	narrowSums []asm.Sum  // scan on vectors: sets of extras
	counts     []uint64   // dilate: ways to make each word
	chosen     []int      // Witness: places of the picks
}

func (ws *Workspace) budget() uint64 {
	if ws.Budget == 0 {
		return DefaultBudget
	}
	return min(ws.Budget, infinite-1)
}

// grow returns buf with length n, reallocated only if its capacity is too small.
// The contents are unspecified.
func grow[T any](buf *[]T, n int) []T {
	if cap(*buf) < n {
		*buf = make([]T, n)
	}
	*buf = (*buf)[:n]
	return *buf
}

// zeroed is grow with every element 0.
func zeroed[T any](buf *[]T, n int) []T {
	s := grow(buf, n)
	clear(s)
	return s
}
