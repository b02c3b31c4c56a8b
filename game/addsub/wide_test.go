package addsub

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"mexlab/game"
)

// tower has edges from each vertex to all below, and large K: vertex u is worth 2^(u-1).
func tower(n int) *board {
	b := &board{make([][]int, n), make([]int, n)}
	for u := range n {
		b.k[u] = 100_000 + u
		for v := range u {
			b.succ[u] = append(b.succ[u], v)
		}
	}
	return b
}

func towerValues(n int) string {
	var b strings.Builder
	b.WriteString("Values: 0")
	for u := 1; u < n; u++ {
		fmt.Fprint(&b, " ", new(big.Int).Lsh(big.NewInt(1), uint(u-1)))
	}
	return b.String() + "\n"
}

// A wide game among others changes nothing of theirs, whatever the number of workers
// and the size of groups.
func TestWideAmongOthers(t *testing.T) {
	small := "2 0 3 3 1 1 1 " // without edges
	in := "5\n" + small + tower(80).text([][]int{make([]int, 80)}) + small + tower(120).text(nil) + small
	var want strings.Builder
	for i, values := range []string{"Values: 0 0\n", towerValues(80), "Values: 0 0\n", towerValues(120), "Values: 0 0\n"} {
		fmt.Fprintf(&want, "Game#%d:\n%s", i+1, values)
		if i != 3 {
			want.WriteString("Round#1: LOSING\n")
		}
		want.WriteString("\n")
	}
	for _, size := range []int{1, 100, groupSize} {
		for _, workers := range []int{1, 3} {
			for _, move := range []bool{false, true} {
				var got bytes.Buffer
				opt := Options{Values: true, Move: move, Work: game.Work{Workers: workers}}
				if err := solve(t.Context(), strings.NewReader(in), &got, opt, size); err != nil {
					t.Fatal(err)
				}
				if got.String() != want.String() {
					t.Fatalf("groups of %d, %d workers, moves %v: got\n%s\nwant\n%s", size, workers, move, &got, &want)
				}
			}
		}
	}
}

// A game of over a million edges keeps K exactly if it has few vertices. It is solved
// in memory, and while it is read.
func TestWideLarge(t *testing.T) {
	const n = 1460
	in := "1\n" + tower(n).text(nil)
	want := "Game#1:\n" + towerValues(n) + "\n"
	for _, opt := range []Options{{}, {Stream: true}, {Move: true}} {
		opt.Values = true
		if got := solved(t, in, opt); got != want {
			t.Errorf("moves %v, stream %v: not the powers of two", opt.Move, opt.Stream)
		}
	}
	if got := solved(t, "2\n0 0 0\n"+tower(n).text(nil), Options{Values: true}); got != "Game#1:\nValues:\n\nGame#2:\n"+towerValues(n)+"\n" {
		t.Error("in a second game: not the powers of two")
	}
}

// A game with more vertices keeps K as picks, and so has a limit, of which the error
// tells.
func TestWidePicks(t *testing.T) {
	for n, want := range map[int]string{255: "", 256: "2:1: game 1: vertex 255: the nimber needs more than 254 bits, the most for a game of 70000 vertices"} {
		b := tower(n)
		for len(b.k) < 70_000 {
			b.succ, b.k = append(b.succ, nil), append(b.k, 0)
		}
		for range 2*groupSize - 70_000 { // enough edges to be large
			b.succ[69_999] = append(b.succ[69_999], 0)
		}
		var got bytes.Buffer
		err := Solve(t.Context(), strings.NewReader("1\n"+b.text(nil)), &got, Options{Values: true})
		if want == "" {
			if err != nil || !strings.HasPrefix(got.String(), "Game#1:\n"+strings.TrimSuffix(towerValues(n), "\n")+" 0 0 ") {
				t.Errorf("%d wide vertices: %v, %.100s", n, err, &got)
			}
		} else if err == nil || err.Error() != want {
			t.Errorf("%d wide vertices: %v", n, err)
		}
	}
}

// Moves of random positions on a wide board lead to positions that lose.
func TestWideMove(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 90
	b := tower(n)
	for u := 70; u < n; u++ { // some that are worth less
		b.k[u] = r.IntN(5)
	}
	var rounds [][]int
	for range 40 {
		tokens := make([]int, n)
		for v := range tokens {
			tokens[v] = r.IntN(3)
		}
		rounds = append(rounds, tokens)
	}
	in := "1\n" + b.text(rounds)
	answers := strings.Split(solved(t, in, Options{Move: true}), "\n")[1:]
	var after [][]int
	for i, tokens := range rounds {
		if !strings.HasSuffix(answers[0], "WINNING") {
			answers = answers[1:]
			continue
		}
		from, picks := 0, 0
		fields := strings.Fields(strings.NewReplacer(",", "", "Move: take 1 from vertex", "", "add", "", "to vertex", "").Replace(answers[1]))
		fmt.Sscan(fields[0], &from)
		tokens[from]--
		for at := 1; at < len(fields); at += 2 {
			var count, to int
			fmt.Sscan(fields[at], &count)
			fmt.Sscan(fields[at+1], &to)
			if to >= from {
				t.Fatalf("round %d: %s: no edge leads there", i+1, answers[1])
			}
			tokens[to] += count
			picks += count
		}
		if tokens[from] < 0 || picks != b.k[from] {
			t.Fatalf("round %d: %s: no move", i+1, answers[1])
		}
		after = append(after, tokens)
		answers = answers[2:]
	}
	if len(after) < 30 {
		t.Errorf("only %d rounds win", len(after))
	}
	if got := solved(t, "1\n"+b.text(after), Options{}); strings.Contains(got, "WINNING") {
		t.Errorf("after the moves:\n%s", got)
	}
}
