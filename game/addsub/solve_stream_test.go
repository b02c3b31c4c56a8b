package addsub

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"mexlab/game"
	"mexlab/game/text"
)

// childrenFirst is games with edges in an order that a stream needs. The vertices
// are numbered at random.
func childrenFirst(rng *rand.Rand, games, vertices, edges int) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, games)
	for range games {
		name := rng.Perm(vertices)
		rows := make([][]int, vertices)
		for range edges {
			u := 1 + rng.IntN(vertices-1)
			rows[u] = append(rows[u], rng.IntN(u))
		}
		fmt.Fprintln(&b, vertices, edges)
		for u, row := range rows {
			for _, v := range row {
				fmt.Fprintln(&b, name[u], name[v])
			}
		}
		for range vertices {
			fmt.Fprint(&b, rng.IntN(9), " ")
		}
		b.WriteString("\n2\n")
		for range 2 * vertices {
			fmt.Fprint(&b, rng.IntN(4), " ")
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}

// Games that are solved while they are read have the same answers as in memory.
func TestStreamAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, in := range [][]byte{
		childrenFirst(rng, 50, 2, 3), childrenFirst(rng, 50, 20, 70), childrenFirst(rng, 2, 9000, 40_000),
		childrenFirst(rng, 1, 40, 9000), childrenFirst(rng, 1, 100_000, 300_000),
	} {
		for _, opt := range []Options{{Values: true}, {JSON: true}} {
			var want, got bytes.Buffer
			if err := Solve(t.Context(), bytes.NewReader(in), &want, opt); err != nil {
				t.Fatal(err)
			}
			for _, workers := range []int{1, 2} {
				opt.Stream, opt.Workers = true, workers
				got.Reset()
				if err := Solve(t.Context(), bytes.NewReader(in), &got, opt); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%+v: %v, and the output differs at %s", opt, err, firstDifference(got.String(), want.String()))
				}
			}
		}
	}
}

// Edges in another order are refused at the first that shows it.
func TestStreamRefuses(t *testing.T) {
	const rule = ": to solve a graph while it is read, the edges of each vertex have to stand together, after those of its successors"
	for _, c := range []struct{ edges, want string }{
		{"1 0\n2 1\n3 2\n", ""},
		{"2 1\n1 0\n3 2\n", "4:1: game 1: edge 2 of 3 starts at a vertex to which an earlier edge leads"},
		{"1 0\n2 0\n1 0\n", "5:1: game 1: edge 3 of 3 starts at a vertex whose edges ended before"},
		{"1 0\n  2 2\n3 0\n", "4:3: game 1: edge 2 of 3 leads back to its start"},
		{"1 0\n2 1\n0 2\n", "5:1: game 1: edge 3 of 3 starts at a vertex to which an earlier edge leads"},
	} {
		in := "1\n4 3\n" + c.edges + "1 1 1 1\n1\n1 1 1 1\n"
		var out bytes.Buffer
		err := Solve(t.Context(), strings.NewReader(in), &out, Options{Stream: true})
		if c.want == "" {
			if err != nil || out.Len() == 0 {
				t.Errorf("%q: %v", c.edges, err)
			}
			continue
		}
		if err == nil || err.Error() != c.want+rule || !wraps[*game.OrderError](err) || out.Len() > 0 {
			t.Errorf("%q: got %v, want %s%s", c.edges, err, c.want, rule)
		}
	}
	in := "1\n2 1\n1 0\n1 1\n1\n1 1\n"
	if err := Solve(t.Context(), stream{strings.NewReader(in)}, io.Discard, Options{Stream: true}); !wraps[*text.Error](err) || !strings.Contains(err.Error(), "in a file that is not compressed") {
		t.Errorf("from a pipe: got %v", err)
	}
	if err := Solve(t.Context(), strings.NewReader(in), io.Discard, Options{Stream: true, Move: true}); err == nil {
		t.Error("moves are found without the graph")
	}
}

// Errors in the text and of kernels are the same as for games in memory.
func TestStreamErrors(t *testing.T) {
	for _, in := range []string{
		"1\n4 3\n1 0\n2 x\n3 2\n1 1 1 1\n0\n",
		"1\n4 3\n1 0\n2 1\n3 4\n1 1 1 1\n0\n",
		"1\n4 3\n1 0\n2 1\n3 2\n1 1 y 1\n0\n",
		"1\n4 3\n1 0\n2 1\n3 2\n1 1 1 1\n0\n7",
	} {
		want := Solve(t.Context(), strings.NewReader(in), io.Discard, Options{})
		got := Solve(t.Context(), strings.NewReader(in), io.Discard, Options{Stream: true})
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("%q: got %v, want %v", in, got, want)
		}
	}
}
