package election

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mexlab/game/large"
)

// turned is the board of edges, without heights.
func turned(n int, edges [][2]int) *board {
	src, dst := make([]uint32, len(edges)), make([]uint32, len(edges))
	for i, e := range edges {
		src[i], dst[i] = uint32(e[0]), uint32(e[1])
	}
	return &board{roads: turnRound(src, dst, make([]uint32, n+1), make([]uint32, len(edges)))}
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

// Two goroutines find the levels that one finds, and these are the mex of those
// that a city leads to.
func TestLevelsOfTeams(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, test := range []struct {
		name  string
		n     int
		edges [][2]int
	}{
		{"random", 300_000, random(rng, 300_000, worthATeam+worthATeam/8)},
		{"dense", 3_000, random(rng, 3_000, worthATeam)},
		{"complete", 1_500, complete(rng.Perm(1_500))},
		{"star", 2 + worthATeam/2, star(worthATeam / 2)},
	} {
		if len(test.edges) < worthATeam {
			t.Fatalf("%s: no team for %d roads", test.name, len(test.edges))
		}
		b := turned(test.n, test.edges)
		alone, err := b.levels(&large.Work{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		team, err := b.levels(&large.Work{Workers: 2})
		if err != nil || !slices.Equal(alone, team) {
			t.Errorf("%s: other levels by a team, %v", test.name, err)
		}
		led := make([]map[uint32]bool, test.n)
		for u := range led {
			led[u] = map[uint32]bool{}
		}
		for _, e := range test.edges {
			led[e[0]][alone[e[1]]] = true
		}
		for u, to := range led {
			l := uint32(0)
			for to[l] {
				l++
			}
			if alone[u] != l {
				t.Fatalf("%s: city %d is on level %d, want %d", test.name, u, alone[u], l)
			}
		}
	}
}

func TestCycleFoundByTeam(t *testing.T) {
	edges := random(rand.New(rand.NewPCG(8, 8)), 100_000, worthATeam)
	a, b := edges[0][0], edges[0][1]
	edges = append(edges, [2]int{b, a})
	for _, workers := range []int{1, 2} {
		b := turned(100_000, edges)
		if _, err := b.levels(&large.Work{Workers: workers}); err == nil {
			t.Errorf("%d workers: no cycle", workers)
		}
	}
}
