package play

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
)

// randomAddSub returns a game on a random board.
func randomAddSub(t *testing.T, rng *rand.Rand) *Game {
	t.Helper()
	n := 2 + rng.IntN(5)
	k, tokens := make([]uint64, n), make([]uint64, n)
	for v := range n {
		k[v], tokens[v] = rng.Uint64N(4), rng.Uint64N(3)
	}
	b, err := addsub.NewBoard(t.Context(), randomEdges(rng, n), k, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := AddSub(b, [][]uint64{make([]uint64, n), tokens})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func randomElection(t *testing.T, rng *rand.Rand) *Game {
	t.Helper()
	n := 2 + rng.IntN(4)
	heights := make([]uint64, n)
	for v := range n {
		heights[v] = rng.Uint64N(4)
	}
	b, err := election.NewBoard(t.Context(), randomEdges(rng, n), heights)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Election(b)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func randomEdges(rng *rand.Rand, n int) (edges [][2]int) {
	name := rng.Perm(n)
	for range rng.IntN(2 * n) {
		if u, v := rng.IntN(n), rng.IntN(n); u < v {
			edges = append(edges, [2]int{name[u], name[v]})
		}
	}
	return edges
}

// randomMove returns any legal move.
func randomMove(rng *rand.Rand, g *Game, pos []uint64) *Move {
	var at []int
	for v := range pos {
		if g.leaves(pos, v) {
			at = append(at, v)
		}
	}
	m := &Move{At: at[rng.IntN(len(at))]}
	succ := g.succ(m.At)
	if a, ok := g.rules.(*addSub); ok {
		for range a.board.K()[m.At] {
			v := succ[rng.IntN(len(succ))]
			m.set(v, m.number(v)+1)
		}
		return m
	}
	m.Height = rng.Uint64N(pos[m.At])
	for _, v := range succ {
		m.set(v, rng.Uint64N(4))
	}
	return m
}

// Whole games against a person who plays anything, or well with some mistakes. From a
// position that wins for it, the solver wins; so does a person who follows the hints.
func TestGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	wins := map[string]int{}
	for i := range 300 {
		g := randomAddSub(t, rng)
		if i%2 == 0 {
			g = randomElection(t, rng)
		}
		c := newClient(t, g)
		first := []string{"you", "solver"}[rng.IntN(2)]
		c.do("new", "round", fmt.Sprint(g.rounds()), "first", first)
		if c.said("The solver cannot begin") {
			continue
		}
		mistakes := []int{0, 20, 100}[rng.IntN(3)] // percent
		ahead := ""                                // who must win
		for !c.said("wins: ") && !c.said("You win: ") {
			pos := c.position()
			m, wins, err := g.winning(pos)
			if err != nil {
				t.Fatal(err)
			}
			if ahead == "solver" && wins || ahead == "you" && !wins {
				t.Fatalf("%s was ahead, and does not win: %s", ahead, c.state)
			}
			if !wins {
				ahead = "solver"
			} else {
				ahead = "you"
			}
			if rng.IntN(100) < mistakes || !wins {
				m = randomMove(rng, g, pos)
				if _, wins, _ := g.winning(g.apply(pos, m)); wins {
					ahead = "solver"
				}
			}
			before := c.state
			c.play(m)
			if c.state == before {
				t.Fatalf("%+v was refused in %s: %s", m, before, c.page)
			}
		}
		winner := "solver"
		if c.said("You win: ") {
			winner = "you"
		}
		wins[winner]++
		if ahead != "" && winner != ahead {
			t.Fatalf("%s was ahead, and %s won: %s", ahead, winner, c.state)
		}
	}
	if wins["you"] < 20 || wins["solver"] < 20 {
		t.Errorf("games won: %v", wins)
	}
}
