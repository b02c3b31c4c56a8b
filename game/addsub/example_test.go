package addsub_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"mexlab/game/addsub"
)

// The board of the problem's statement. Vertex 3 is a leaf, so a position with
// tokens there alone has no move.
func ExampleNewBoard() {
	edges := [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 1}, {2, 3}}
	k := []uint64{2, 1, 3, 2}
	b, err := addsub.NewBoard(context.Background(), edges, k, addsub.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Nimbers())
	fmt.Println(b.Wins([]uint64{3, 4, 5, 6}), b.Wins([]uint64{0, 0, 0, 5}))
	fmt.Println(b.Move([]uint64{3, 4, 5, 6})) // from 2: 1 to vertex 1, 2 to vertex 3
	// Output:
	// [1 1 2 0]
	// true false
	// {2 [{1 1} {3 2}]} true <nil>
}

// The same board as text, with two rounds.
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
	// Move: take 1 from vertex 2, add 1 to vertex 1, 2 to vertex 3
	// Round#2: LOSING
}
