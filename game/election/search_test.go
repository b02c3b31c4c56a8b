package election

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A search plays the real game on a board whose heights stay below size, without
// levels and XOR. In position p, the height of city i is digit i of p in base
// size.
type search struct {
	n, size  int
	adjacent []map[int]bool
}

func (s search) heights(p int) []int64 {
	h := make([]int64, s.n)
	for i := range h {
		h[i] = int64(p % s.size)
		p /= s.size
	}
	return h
}

func (s search) position(h []int64) int {
	p := 0
	for i := s.n - 1; i >= 0; i-- {
		p = p*s.size + int(h[i])
	}
	return p
}

// moves returns the positions that one move leads to.
func (s search) moves(p int) (next []int) {
	h := s.heights(p)
	for u, was := range h {
		for low := range was {
			h[u] = low
			reached := []int{s.position(h)}
			// Each successor in turn takes every height.
			step := 1
			for v := range h {
				if s.adjacent[u][v] {
					for _, q := range reached {
						q -= int(h[v]) * step
						for x := range s.size {
							if x != int(h[v]) {
								reached = append(reached, q+x*step)
							}
						}
					}
				}
				step *= s.size
			}
			next = append(next, reached...)
		}
		h[u] = was
	}
	return next
}

// lost finds the positions in which the player to move loses. A position is won if
// a move leads to a lost one, and lost if all moves lead to won ones.
func (s search) lost() []bool {
	total := 1
	for range s.n {
		total *= s.size
	}
	moves := make([][]int, total)
	for p := range moves {
		moves[p] = s.moves(p)
	}
	const unknown, wins, loses = 0, 1, 2
	state := make([]int, total)
	for known := 0; known < total; {
		before := known
		for p := range state {
			if state[p] != unknown {
				continue
			}
			verdict := loses
			for _, q := range moves[p] {
				if state[q] == loses {
					verdict = wins
					break
				}
				if state[q] == unknown {
					verdict = unknown
				}
			}
			if state[p] = verdict; verdict != unknown {
				known++
			}
		}
		if known == before {
			panic("a game that may go on for ever")
		}
	}
	lost := make([]bool, total)
	for p := range lost {
		lost[p] = state[p] == loses
	}
	return lost
}

func TestSearchedGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, shape := range []struct{ n, size, graphs int }{
		{1, 8, 1}, {2, 8, 4}, {3, 4, 30}, {3, 8, 4}, {4, 4, 20}, {5, 2, 60}, {6, 2, 60},
	} {
		for range shape.graphs {
			s := search{n: shape.n, size: shape.size}
			name := rng.Perm(s.n)
			var edges [][2]int
			for range s.n {
				s.adjacent = append(s.adjacent, map[int]bool{})
			}
			for v := range s.n {
				for u := range v {
					if rng.IntN(2) == 0 {
						edges = append(edges, [2]int{name[u], name[v]})
						s.adjacent[name[u]][name[v]] = true
					}
				}
			}
			lost := s.lost()
			for p := range lost {
				if len(lost) > 100 && rng.IntN(3) > 0 {
					continue
				}
				input := written(s.heights(p), edges)
				verdict, rest, _ := strings.Cut(solved(t, input, Options{}), "\n")
				if lost[p] {
					if verdict != "LOSE" {
						t.Fatalf("%q: %s, want LOSE", input, verdict)
					}
					continue
				}
				if verdict != "WIN" {
					t.Fatalf("%q: %s, want WIN", input, verdict)
				}
				after, err := numbers(rest)
				if err != nil {
					t.Fatalf("%q: %v", input, err)
				}
				if err := oneMove(s.adjacent, s.heights(p), after); err != nil {
					t.Fatalf("%q: %v", input, err)
				}
				if !lost[s.position(after)] {
					t.Fatalf("%q: the move to %v does not win", input, after)
				}
			}
		}
	}
}
