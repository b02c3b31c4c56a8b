package kernel_test

import (
	"fmt"

	"mexlab/kernel"
)

// A vertex whose successors have the Grundy values 0, 1, 2 and 4 adds K = 2
// tokens a move: it reaches 0 to 6, all but 7.
func Example() {
	var ws kernel.Workspace
	var b kernel.Batch
	b.Add(2, 0, 1, 2, 4)
	b.Add(3, 0, 1, 2, 4) // the same successors with K = 3
	b.Add(5)             // a vertex without successors
	if err := kernel.Auto().Mex(&ws, &b); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Mex)
	// Output: [7 8 0]
}

// A named kernel says what it takes, and refuses the rest.
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
