package election

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mexlab/dag"
)

// random is edges between cities in any order, without a cycle.
func random(rng *rand.Rand, n, m int) [][2]int {
	name := rng.Perm(n)
	edges := make([][2]int, m)
	for i := range edges {
		u := 1 + rng.IntN(n-1)
		edges[i] = [2]int{name[u], name[rng.IntN(u)]}
	}
	return edges
}

// The level of a city is the mex of its successors' levels.
func TestLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, test := range []struct {
		name  string
		n     int
		edges [][2]int
	}{
		{"random", 300_000, random(rng, 300_000, 400_000)},
		{"dense", 3_000, random(rng, 3_000, 500_000)},
		{"complete", 1_000, complete(rng.Perm(1_000))},
		{"star", 200_002, star(200_000)},
	} {
		b, err := NewBoard(t.Context(), test.edges, make([]uint64, test.n))
		if err != nil {
			t.Fatal(err)
		}
		level := b.Levels()
		led := make([]map[uint32]bool, test.n)
		for u := range led {
			led[u] = map[uint32]bool{}
		}
		for _, e := range test.edges {
			led[e[0]][level[e[1]]] = true
		}
		for u, to := range led {
			l := uint32(0)
			for to[l] {
				l++
			}
			if level[u] != l {
				t.Fatalf("%s: city %d is on level %d, want %d", test.name, u, level[u], l)
			}
		}
	}
}

// A Board knows what Solve writes.
func TestBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		n := 2 + rng.IntN(20)
		edges := random(rng, n, rng.IntN(60))
		heights, most := make([]int64, n), int64(1)<<(1+rng.IntN(62))
		for i := range heights {
			heights[i] = rng.Int64N(most)
		}
		unsigned := make([]uint64, n)
		for i, h := range heights {
			unsigned[i] = uint64(h)
		}
		b, err := NewBoard(t.Context(), edges, unsigned)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		fmt.Fprintln(&got, "Levels:", strings.Trim(fmt.Sprint(b.Levels()), "[]"))
		move, wins := b.Move()
		if b.Wins() != wins || (move != nil) != wins {
			t.Fatalf("Wins is %v, and the move %v, %v", b.Wins(), move, wins)
		}
		if !wins {
			fmt.Fprintln(&got, "LOSE")
		} else {
			var changes string
			for i, c := range move {
				unsigned[c.City] = c.Height
				changes += [...]string{"lower ", ", set ", ", "}[min(i, 2)] + fmt.Sprintf("city %d to %d", c.City+1, c.Height)
			}
			fmt.Fprintf(&got, "WIN\n%s\nMove: %s\n", strings.Trim(fmt.Sprint(unsigned), "[]"), changes)
		}
		if want := solved(t, written(heights, edges), Options{Values: true, Move: true}); got.String() != want {
			t.Fatalf("%v, %v:\ngot  %q\nwant %q", heights, edges, got.String(), want)
		}
	}
}

func TestNoBoard(t *testing.T) {
	if _, err := NewBoard(t.Context(), [][2]int{{0, 1}, {1, 2}}, make([]uint64, 2)); err == nil || err.Error() != "election: road 1, from 1 to 2: the board has 2 cities, numbered from 0" {
		t.Errorf("an end that is not a city: got %v", err)
	}
	_, err := NewBoard(t.Context(), [][2]int{{0, 1}, {1, 2}, {2, 1}}, make([]uint64, 3))
	if cycle, ok := errors.AsType[*dag.CycleError](err); !ok || cycle.Path(0) != "1 -> 2 -> 1" {
		t.Errorf("a cycle: got %v", err)
	}
	over := errors.New("over")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(over)
	for n := range 2 {
		if _, err := NewBoard(ctx, nil, make([]uint64, n)); !errors.Is(err, over) {
			t.Errorf("%d cities at the end of the context: got %v", n, err)
		}
	}
}
