package addsub

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"
)

// solved returns what Solve prints for an input.
func solved(t *testing.T, in string, opt Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Solve(t.Context(), strings.NewReader(in), &out, opt); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestTraps has inputs that are easily got wrong, with all that is printed for them,
// values included, and the move if only one wins.
func TestTraps(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"leaf with any K", "1  2 0  0 7  2  1 0  0 1",
			"Game#1:\nValues: 0 0\nRound#1: LOSING\nRound#2: LOSING\n\n"},
		{"K=0 with an edge is a move", "1  2 1  0 1  0 0  3  1 0  2 0  0 1",
			"Game#1:\nValues: 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0\nRound#2: LOSING\nRound#3: LOSING\n\n"},
		{"K even reaches 0 without its edges", "1  2 1  0 1  2 0  1  1 0",
			"Game#1:\nValues: 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0, add 2 to vertex 1\n\n"},
		{"K even reaches 0 in pairs alone", "1  3 2  0 1 1 2  4 1 0  1  1 0 0",
			"Game#1:\nValues: 1 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0, add 4 to vertex 1\n\n"},
		{"K odd does not reach 0 in pairs", "1  3 2  0 1 1 2  3 1 0  1  1 0 0",
			"Game#1:\nValues: 0 1 0\nRound#1: LOSING\n\n"},
		{"K odd with two values that are not 0", "1  4 6  3 0 2 0 2 3 1 2 1 3 1 0  0 5 1 1  1  0 1 0 0",
			"Game#1:\nValues: 0 4 2 1\nRound#1: WINNING\n\n"},
		{"K above the degree", "1  3 3  0 1 0 2 1 2  100 1 0  1  1 0 0",
			"Game#1:\nValues: 2 1 0\nRound#1: WINNING\n\n"},
		{"K of 63 bits", "1  2 1  0 1  9223372036854775807 0  1  1 0",
			"Game#1:\nValues: 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0, add 9223372036854775807 to vertex 1\n\n"},
		{"values of 63 bits", "1  2 1  0 1  1 0  2  9223372036854775807 0  9223372036854775806 5",
			"Game#1:\nValues: 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0, add 1 to vertex 1\nRound#2: LOSING\n\n"},
		{"duplicate edges change nothing", "1  3 6  0 1 0 1 1 2 0 2 1 2 0 1  2 1 0  1  1 0 0",
			"Game#1:\nValues: 2 1 0\nRound#1: WINNING\n\n"},
		{"equal values count once", "1  5 5  0 1 0 2 1 3 2 3 0 4  2 1 1 0 0  1  1 0 0 0 0",
			"Game#1:\nValues: 2 1 1 0 0\nRound#1: WINNING\n\n"},
		{"isolated vertex", "1  3 1  0 2  1 9 1  2  0 3 0  1 3 0",
			"Game#1:\nValues: 1 0 0\nRound#1: LOSING\nRound#2: WINNING\nMove: take 1 from vertex 0, add 1 to vertex 2\n\n"},
		{"an even value adds nothing", "1  2 1  0 1  1 1  1  2 1",
			"Game#1:\nValues: 1 0\nRound#1: LOSING\n\n"},
		{"a move may start at an even value", "1  3 2  0 2 1 2  1 1 1  1  2 1 0",
			"Game#1:\nValues: 1 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0, add 1 to vertex 2\n\n"},
		{"R=0", "1  2 1  0 1  1 1  0", "Game#1:\nValues: 1 0\n\n"},
		{"E=0", "1  1 0  4  1  5", "Game#1:\nValues: 0\nRound#1: LOSING\n\n"},
		{"T=0", "0\n", ""},
		{"V=0", "2  0 0 2  1 0 4 0", "Game#1:\nValues:\nRound#1: LOSING\nRound#2: LOSING\n\nGame#2:\nValues: 0\n\n"},
		{"no state leaks from game to game", "3  2 1 0 1 5 5 1 1 0  2 0 5 5 1 1 0  2 1 1 0 4 4 1 1 1",
			"Game#1:\nValues: 1 0\nRound#1: WINNING\nMove: take 1 from vertex 0, add 5 to vertex 1\n\n" +
				"Game#2:\nValues: 0 0\nRound#1: LOSING\n\n" +
				"Game#3:\nValues: 0 1\nRound#1: WINNING\nMove: take 1 from vertex 1, add 4 to vertex 0\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, in := range map[string]string{
				"as is":            c.in,
				"CRLF":             strings.ReplaceAll(c.in, " ", "\r\n") + "\r\n",
				"tabs":             strings.ReplaceAll(c.in, " ", "\t"),
				"blank lines":      "\n\n" + strings.ReplaceAll(c.in, " ", "\n \n") + "\n\n",
				"no final newline": strings.TrimSpace(c.in),
			} {
				if got := solved(t, in, Options{Values: true, Move: strings.Contains(c.want, "Move")}); got != c.want {
					t.Errorf("%s: printed\n%s\nwant\n%s", name, got, c.want)
				}
			}
		})
	}
}

// TestWidths has the widest nimbers that a degree allows, on both sides of every
// width: with edges to all below and a large K, vertex i has nimber 2^(i-1). From
// degree 65 on they need more than 64 bits.
func TestWidths(t *testing.T) {
	for _, degree := range []int{1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 66, 130, 300} {
		b := board{make([][]int, degree+1), make([]int, degree+1)}
		want := "Game#1:\nValues: 0"
		for u := range b.succ {
			b.k[u] = 1000
			for v := range u {
				b.succ[u] = append(b.succ[u], v)
			}
			if u > 0 {
				want += " " + new(big.Int).Lsh(big.NewInt(1), uint(u-1)).String()
			}
		}
		tokens := make([]int, degree+1)
		tokens[degree] = 1
		var got bytes.Buffer
		err := Solve(t.Context(), strings.NewReader("1\n"+b.text([][]int{tokens})), &got, Options{Values: true})
		want += "\nRound#1: WINNING\n\n"
		if err != nil || got.String() != want {
			t.Errorf("degree %d: got %v and printed\n%s\nwant\n%s", degree, err, &got, want)
		}
	}
}

// TestChain solves a path of a million vertices, numbered up, down and at random.
// With K=1 its nimbers alternate.
func TestChain(t *testing.T) {
	if testing.Short() {
		t.Skip("a large input, with nothing new for the race detector")
	}
	const n = 1_000_000
	for _, c := range []struct {
		name string
		at   func(i int) int // the vertex i steps from the leaf
	}{
		{"down", func(i int) int { return i }},
		{"up", func(i int) int { return n - 1 - i }},
		{"scattered", func(i int) int { return i * 7 % n }}, // 7 and n share no factor
	} {
		t.Run(c.name, func(t *testing.T) {
			in := make([]byte, 0, 24*n)
			in = fmt.Appendf(in, "1\n%d %d\n", n, n-1)
			for i := 1; i < n; i++ {
				in = fmt.Appendf(in, "%d %d\n", c.at(i), c.at(i-1))
			}
			in = append(in, bytes.Repeat([]byte("1 "), n)...)
			in = append(in, "\n2\n"...)
			for _, from := range []int{n - 1, n - 2} { // an odd and an even number of steps
				for u := range n {
					if u == c.at(from) {
						in = append(in, "1 "...)
					} else {
						in = append(in, "0 "...)
					}
				}
				in = append(in, '\n')
			}
			start := time.Now()
			want := fmt.Sprintf("Game#1:\nRound#1: WINNING\nMove: take 1 from vertex %d, add 1 to vertex %d\nRound#2: LOSING\n\n", c.at(n-1), c.at(n-2))
			if got := solved(t, string(in), Options{Move: true}); got != want {
				t.Errorf("printed\n%s\nwant\n%s", got, want)
			}
			t.Log(time.Since(start))
		})
	}
}
