package kernel_test

import (
	"errors"
	"fmt"

	"mexlab/kernel"
)

// A vertex whose successors have the Grundy values 0, 1, 2 and 4 adds K = 2
// tokens a move. Two picks XOR to each of 0 to 6, and not to 7.
func ExampleMex() {
	fmt.Println(kernel.Mex(2, 0, 1, 2, 4))
	// Output: 7 <nil>
}

// Many vertices go into a Batch, which is done by one call.
func ExampleBatch() {
	var ws kernel.Workspace // keeps scratch memory from call to call
	var b kernel.Batch
	b.Add(2, 0, 1, 2, 4)
	b.Add(5) // a vertex without successors
	for v := range uint64(3) {
		b.Succ = append(b.Succ, 1<<v)
	}
	b.Close(3) // the row 1, 2, 4 that was appended, with K = 3
	if err := kernel.Auto().Mex(&ws, &b); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Mex)
	// Output: [7 0 0]
}

// A kernel chosen by name says what it accepts, and refuses the rest.
func ExampleLookup() {
	lowbit, err := kernel.Lookup("lowbit")
	if err != nil {
		fmt.Println(err)
		return
	}
	var ws kernel.Workspace
	var b kernel.Batch
	b.Add(2, make([]uint64, 25)...)
	fmt.Println(lowbit.Info().MaxDegree)
	fmt.Println(lowbit.Mex(&ws, &b))
	// Output:
	// 24
	// row 0: kernel lowbit takes at most 24 successors, not 25 (kernel auto has no such limit)
}

// A vertex that is too much work is an error, never a wrong answer. The rows
// before it are done; the caller may go on without it, or allow more work.
func ExampleBudgetError() {
	ws := kernel.Workspace{Budget: 1}
	var b kernel.Batch
	b.Add(1, 0, 1)
	b.Add(4, 0, 1, 2, 4, 8, 16, 33)
	err := kernel.Auto().Mex(&ws, &b)
	row, ok := errors.AsType[*kernel.RowError](err)
	if budget, over := errors.AsType[*kernel.BudgetError](err); ok && over {
		fmt.Printf("row %d is beyond %d operation; before it: %v\n", row.Row, budget.Budget, b.Mex[:row.Row])
	}
	ws.Budget = kernel.DefaultBudget
	fmt.Println(kernel.Auto().Mex(&ws, &b), b.Mex)
	// Output:
	// row 1 is beyond 1 operation; before it: [2]
	// <nil> [2 31]
}

// Witness finds the picks of a move: which successors get a token, and how many.
func ExampleWitness() {
	var ws kernel.Workspace
	succ := []uint64{0, 1, 2, 4}
	counts := make([]uint64, len(succ))
	err := kernel.Witness(&ws, succ, 2, 5, counts) // 2 picks whose XOR is 5
	fmt.Println(counts, err)
	// Output: [0 1 0 1] <nil>
}

// Nine picks are enough for all sums of these values. Two are not: it takes a search.
func ExampleExplain() {
	var ws kernel.Workspace
	for _, k := range []uint64{9, 2} {
		x, err := kernel.Explain(&ws, []uint64{0, 1, 3, 6, 12, 24, 48, 96}, k)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("rank %d, %s: mex %d\n", x.Rank, x.Class, x.Mex)
	}
	// Output:
	// rank 7, K >= rank: mex 128
	// rank 7, K < rank-1: mex 4
}
