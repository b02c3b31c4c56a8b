package election_test

import (
	"context"
	"log"
	"os"
	"strings"

	"mexlab/game/election"
)

func ExampleSolve() {
	// Three cities. The first leads to the others, the third to the second.
	position := strings.NewReader(`
3 3
314 159 265
1 2
1 3
3 2
`)
	err := election.Solve(context.Background(), position, os.Stdout, election.Options{Values: true, Move: true})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// Levels: 2 0 1
	// WIN
	// 0 0 0
	// Move: 1=0 2=0 3=0
}
