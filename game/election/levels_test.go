package election

import (
	"math/rand/v2"
	"testing"

	"mexlab/dag"
	"mexlab/game"
)

// turned is the board of edges, without heights.
func turned(n int, edges [][2]int) *board {
	src, dst := make([]uint32, len(edges)), make([]uint32, len(edges))
	for i, e := range edges {
		src[i], dst[i] = uint32(e[0]), uint32(e[1])
	}
	b := &board{roads: roads{make([]uint32, n+1), make([]uint32, len(edges))}}
	dag.NewIn(b.roads.start, b.roads.from, dst, src)
	return b
}

// random is edges between cities of any names, each leading down.
func random(rng *rand.Rand, n, m int) [][2]int {
	name := rng.Perm(n)
	edges := make([][2]int, m)
	for i := range edges {
		u := 1 + rng.IntN(n-1)
		edges[i] = [2]int{name[u], name[rng.IntN(u)]}
	}
	return edges
}

// Levels are the mex of those that a city leads to.
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
		level, err := turned(test.n, test.edges).levels(t.Context(), new(game.Work))
		if err != nil {
			t.Fatal(err)
		}
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
