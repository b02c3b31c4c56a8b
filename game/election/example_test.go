package election_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"mexlab/game/election"
)

func ExampleBoard() {
	// City 0 leads to the others, and city 2 to city 1.
	heights := []uint64{314, 159, 265}
	src, dst := []uint32{0, 0, 2}, []uint32{1, 2, 1}
	b, err := election.NewBoard(context.Background(), heights, src, dst)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Levels(), b.Wins())
	for _, c := range b.Move() {
		fmt.Printf("city %d gets height %d\n", c.City, c.Height)
	}
	// Output:
	// [2 0 1] true
	// city 0 gets height 0
	// city 1 gets height 0
	// city 2 gets height 0
}

func ExampleSolve() {
	// The same position as text. Its cities are numbered from 1.
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
