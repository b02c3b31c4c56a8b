package election_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"mexlab/game/election"
)

// City 0 leads to the others, and city 2 to city 1.
func ExampleNewBoard() {
	roads := [][2]int{{0, 1}, {0, 2}, {2, 1}}
	b, err := election.NewBoard(context.Background(), roads, []uint64{314, 159, 265})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Levels(), b.Wins())
	fmt.Println(b.Move())
	// Output:
	// [2 0 1] true
	// [{0 0} {1 0} {2 0}] true
}

// The same position as text. Its cities are numbered from 1.
func ExampleSolve() {
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
	// Move: lower city 1 to 0, set city 2 to 0, city 3 to 0
}
