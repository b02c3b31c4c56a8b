package kernel

import "mexlab/asm"

// DefaultBudget is the work allowed on one vertex: about ten seconds at a
// billion word operations a second.
const DefaultBudget = 10_000_000_000

// A Workspace holds the scratch memory of kernels, so that repeated calls
// allocate nothing, and the limit on their work. The zero Workspace is ready
// to use. It must not be shared by goroutines.
type Workspace struct {
	// Budget bounds the work on one vertex, in word operations; 0 means
	// DefaultBudget. Exceeding it is a *BudgetError.
	Budget uint64

	words  []uint64 // bitsets
	values []uint64 // a row's distinct values
	sum32  []uint32 // lowbit's table
	sum64  []uint64 // lowbit's table for wide values

	lanes laneScratch // lanes: sixteen rows

	span       span       // affine: what a row spans
	ball       ball       // affine: a row that may be bounded
	subsets    subsets    // the enumeration under way
	sums       []extraSum // a ball's sets of extras
	units      [16]uint16 // words of powers of two, for vectors
	narrowSums []asm.Sum  // sums, for vectors
	counts     []uint64   // dilate: ways to make each word
	chosen     []int      // Witness: places of the picks
}

func (ws *Workspace) budget() uint64 {
	if ws.Budget == 0 {
		return DefaultBudget
	}
	return min(ws.Budget, never-1)
}

// grow returns buf with length n, reallocated only when its capacity is short.
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
