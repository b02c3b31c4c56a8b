package addsub_test

import (
	"context"
	"log"
	"os"
	"strings"

	"mexlab/game/addsub"
)

// The board of the problem's statement: vertex 3 is a leaf, so a position with
// tokens there alone has no move.
func ExampleSolve() {
	in := strings.NewReader(`1
4 5
0 1
0 2
1 3
2 1
2 3
2 1 3 2
2
3 4 5 6
0 0 0 5
`)
	err := addsub.Solve(context.Background(), in, os.Stdout, addsub.Options{Values: true, Move: true})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// Game#1:
	// Values: 1 1 2 0
	// Round#1: WINNING
	// Move: 2 -> 1*1 3*2
	// Round#2: LOSING
}
