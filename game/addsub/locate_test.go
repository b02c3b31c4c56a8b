package addsub

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"mexlab/game"
)

// Every way to read many small games finds what is wrong with one at its line and
// column, and answers all games before.
func TestWrongAmongMany(t *testing.T) {
	const games, vertices, edges, bad = 3000, 10, 15, 2345
	in := string(boards(rand.New(rand.NewPCG(31, 32)), games, vertices, edges, 2, 6, 9))
	// After the line of T, a game has a line for its header, for each edge, for
	// K, for the number of rounds and for each round.
	const lines = 1 + edges + 1 + 1 + 2
	at := func(line int) int { return 1 + (bad-1)*lines + line } // 0-based
	for _, c := range []struct {
		name string
		line int    // of the game
		to   string // what the line becomes
		want string // begins with the column
		cut  bool   // nothing follows
	}{
		{"not a number", 3, "1 x", `:3: game 2345: expected the end of edge 3 of 15, from 0 to 9, found "x", not a non-negative integer`, false},
		{"no vertex", 15, "10 1", `:1: game 2345: expected the start of edge 15 of 15, from 0 to 9, found 10`, false},
		{"K too large", 16, "1 2 3 4 5 6 7 8 9 9223372036854775808", `:19: game 2345: expected K of vertex 9 of 0 to 9, found "9223372036854775808", beyond 63 bits`, false},
		{"a header that lies", 0, "10 4000000000", `:4: game 2345: expected 4000000000 edges and 11 more numbers to follow, found only`, false},
		{"rounds that lie", 17, "4000000000", `:1: game 2345: expected 4000000000 rounds of 10 values to follow, found only`, false},
		{"a value cut off", 19, "1 2 3 4 5 6 7 8 9      ", `:24: game 2345: expected the value of vertex 9 of 0 to 9 in round 2 of 2, found end of input`, true},
		{"a self-loop", 1, "7 7", ":1: game 2345: expected no cycle, found 7 -> 7", false},
	} {
		all := strings.SplitAfter(in, "\n")
		all[at(c.line)] = c.to + "\n"
		line := at(c.line) + 1
		if c.cut {
			all = all[:line]
			all[line-1] = c.to
		}
		text := strings.Join(all, "")
		for _, workers := range []int{1, 2, 4} {
			for way, r := range map[string]io.Reader{"twice": strings.NewReader(text), "once": stream{strings.NewReader(text)}} {
				if way == "once" && strings.Contains(c.name, "lie") {
					continue // only the end of the input shows it
				}
				want := fmt.Sprint(line) + c.want
				if way == "once" && c.name == "a self-loop" {
					want = fmt.Sprint(at(0)+1) + c.want // the header: its edges are gone
				}
				var out bytes.Buffer
				err := Solve(t.Context(), r, &out, Options{Work: game.Work{Workers: workers}})
				if err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s, read %s, %d workers: got  %v\nwant %s", c.name, way, workers, err, want)
				}
				if n := strings.Count(out.String(), "Game#"); n != bad-1 || !strings.HasSuffix(out.String(), "\n\n") {
					t.Errorf("%s, read %s, %d workers: answered %d games, want %d", c.name, way, workers, n, bad-1)
				}
			}
		}
	}
}

// A game that the kernel cannot do is found at its position, in a group of its own
// or among others.
func TestRefusedAmongMany(t *testing.T) {
	const games, bad = 2000, 1700
	var in strings.Builder
	fmt.Fprintln(&in, games)
	for g := range games {
		k := 1
		if g >= bad-1 {
			k = 13
		}
		fmt.Fprintf(&in, "3 2 2 1\n1 0 1 1 %d\n1 0 0 1\n", k)
	}
	for _, size := range []int{1, 100, groupSize} {
		for _, workers := range []int{1, 2} {
			for way, r := range map[string]io.Reader{"twice": strings.NewReader(in.String()), "once": stream{strings.NewReader(in.String())}} {
				var out bytes.Buffer
				err := solve(t.Context(), r, &out, Options{Kernel: picky{[]uint64{13}}, Work: game.Work{Workers: workers}}, size)
				want := fmt.Sprintf("%d:1: game %d: vertex 2: refused K=13", 2+3*(bad-1), bad)
				if err == nil || err.Error() != want {
					t.Errorf("groups of %d, read %s: got %v, want %s", size, way, err, want)
				}
				if n := strings.Count(out.String(), "Game#"); n != bad-1 {
					t.Errorf("groups of %d, read %s: answered %d games, want %d", size, way, n, bad-1)
				}
			}
		}
	}
}
