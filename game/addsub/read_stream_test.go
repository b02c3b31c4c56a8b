package addsub

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mexlab/game"
	"mexlab/kernel"
)

// A shape is a graph with edges from each vertex to lower ones, sorted by starts.
type shape struct {
	n     int
	edges [][2]int
}

// shapes are small, or large enough that all workers read them.
func shapes(rng *rand.Rand, large bool) map[string]shape {
	n, m, clique := 60, 300, 40
	if large {
		n, m, clique = 110_000, game.MaxList+20_000, 1460
	}
	random := func(n, m int, end func(u int) int) shape {
		s := shape{n: n}
		for range m {
			u := 1 + rng.IntN(n-1)
			s.edges = append(s.edges, [2]int{u, end(u)})
		}
		slices.SortStableFunc(s.edges, func(x, y [2]int) int { return x[0] - y[0] })
		return s
	}
	any := func(u int) int { return rng.IntN(u) }
	complete := shape{n: clique}
	hub := shape{n: n}
	for u := range clique {
		for v := range u {
			complete.edges = append(complete.edges, [2]int{u, v})
		}
	}
	for i := range m {
		hub.edges = append(hub.edges, [2]int{n - 1, i % (n - 1)})
	}
	return map[string]shape{
		"random": random(n, m, any), "few": random(n/60+2, m, any), "many": random(6*n, m, any), "complete": complete, "hub": hub,
		"near": random(n, m, func(u int) int { return max(0, u-1-rng.IntN(20)) }),
	}
}

// written is the game as text. K are drawn by k, and the edges are put in order by
// order.
func (s shape) written(rng *rand.Rand, rounds int, k func() uint64, order func(edges [][2]int)) string {
	edges, name := slices.Clone(s.edges), rng.Perm(s.n)
	order(edges)
	var b strings.Builder
	fmt.Fprintln(&b, s.n, len(edges))
	for _, e := range edges {
		fmt.Fprintln(&b, name[e[0]], name[e[1]])
	}
	for range s.n {
		fmt.Fprint(&b, k(), " ")
	}
	fmt.Fprint(&b, "\n", rounds, "\n")
	for range rounds * s.n {
		fmt.Fprint(&b, rng.IntN(3), " ")
	}
	b.WriteString("\n")
	return b.String()
}

func asIs([][2]int) {}

// lateEdge moves an edge of the first row to the end.
func lateEdge(edges [][2]int) {
	first := edges[0]
	copy(edges, edges[1:])
	edges[len(edges)-1] = first
}

// streams reports whether the first game of in is solved while it is read.
func streams(t *testing.T, in io.Reader, opt Options) bool {
	t.Helper()
	rd, err := newReader(in, opt)
	if err != nil {
		t.Fatal(err)
	}
	g := newGroup()
	if _, err := rd.group(t.Context(), g, groupSize); err != nil {
		t.Fatal(err)
	}
	return g.nimbers != nil && g.graph == nil
}

// picks are ways to draw K. In rows of many values only the first are fast.
func picks(rng *rand.Rand, name string) map[string]func() uint64 {
	if name == "few" || name == "complete" || name == "hub" {
		return map[string]func() uint64{"1": func() uint64 { return 1 }, "0 or large": func() uint64 { return rng.Uint64N(2) << 62 }}
	}
	return map[string]func() uint64{
		"up to 100": func() uint64 { return rng.Uint64N(101) }, "up to 8": func() uint64 { return rng.Uint64N(9) },
		"60 to 70": func() uint64 { return 60 + rng.Uint64N(11) }, "large": func() uint64 { return rng.Uint64N(1 << 62) },
	}
}

// Large games in a file are solved while they are read if they can be, and have
// the answers that they have from a pipe.
func TestLargeGamesStream(t *testing.T) {
	if testing.Short() {
		t.Skip("games of a million edges; TestGuess and TestGraphsThatWorkersRead have others")
	}
	rng := rand.New(rand.NewPCG(41, 42))
	workers := 0
	for name, s := range shapes(rng, true) {
		for drawn, k := range picks(rng, name) {
			order, want := asIs, true
			if workers%3 == 2 {
				order, want = lateEdge, false
			}
			in := "1\n" + s.written(rng, workers%3, k, order)
			opt := Options{Values: true, Work: game.Work{Workers: 1 + workers%3}}
			workers++
			narrow := name == "random" || name == "near" || name == "many" // no nimber fails, and no row is all
			if got := streams(t, strings.NewReader(in), opt); narrow && got != want {
				t.Errorf("%s, K %s: streams is %v", name, drawn, got)
			}
			agree(t, name+", K "+drawn, in, opt)
			if name == "many" {
				// The edges would take more.
				opt.Memory = 1 << 24
				err := Solve(t.Context(), strings.NewReader(in), io.Discard, opt)
				if refused := err != nil && strings.Contains(err.Error(), "2:8: game 1: expected a graph that fits in memory: 660000 vertices and "); refused == want || want != (err == nil) {
					t.Errorf("%s, K %s: in 16 MiB: %v", name, drawn, err)
				}
			}
		}
	}
}

// agree solves the text as a file and as a pipe.
func agree(t *testing.T, name, in string, opt Options) {
	t.Helper()
	var want, got bytes.Buffer
	wantErr := Solve(t.Context(), stream{strings.NewReader(in)}, &want, opt)
	gotErr := Solve(t.Context(), strings.NewReader(in), &got, opt)
	if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
		t.Errorf("%s: got %v, want %v", name, gotErr, wantErr)
	}
	if got.String() != want.String() {
		t.Errorf("%s: the output differs", name)
	}
}

// Games of all shapes, with any K and any number of rounds, have the same answers
// as in memory, wherever they stand in a file.
func TestStreamedShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	affine, err := kernel.Lookup("affine")
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		for name, s := range shapes(rng, false) {
			for drawn, k := range picks(rng, name) {
				games := 1 + rng.IntN(2)
				in := fmt.Sprintln(games)
				for range games {
					in += s.written(rng, rng.IntN(7), k, asIs)
				}
				switch rng.IntN(3) {
				case 1:
					in = strings.ReplaceAll(in, "\n", " ")
				case 2:
					in = strings.ReplaceAll(in, " ", "\n")
				}
				want := solved(t, in, Options{Values: true})
				for _, k := range []kernel.Kernel{nil, affine} {
					if got := solved(t, in, Options{Values: true, Stream: true, Kernel: k}); got != want {
						t.Fatalf("%s, K %s, kernel %v: the output differs at %s", name, drawn, k, firstDifference(got, want))
					}
				}
			}
		}
	}
}

// What stands behind the edges is found, or else the game is solved in memory.
func TestGuess(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	s := shape{n: 90_000}
	for len(s.edges) <= game.MaxList {
		u := 1 + len(s.edges)/12
		s.edges = append(s.edges, [2]int{u, rng.IntN(u)})
	}
	k := func() uint64 { return rng.Uint64N(101) }
	for i, c := range []struct {
		name string
		in   func() string
		want bool
	}{
		{"no rounds", func() string { return "1\n" + s.written(rng, 0, k, asIs) }, true},
		{"one", func() string { return "1\n" + s.written(rng, 1, k, asIs) }, true},
		{"four", func() string { return "1\n" + s.written(rng, 4, k, asIs) }, true},
		{"five", func() string { return "1\n" + s.written(rng, 5, k, asIs) }, false},
		{"one, on a line", func() string {
			return "1\n" + strings.ReplaceAll(s.written(rng, 1, func() uint64 { return 9 }, asIs), "\n", " ") + "1"
		}, false},
		{"two games", func() string { return "2\n" + s.written(rng, 1, k, asIs) + "1 0 1 1 0" }, false},
		{"K is no number", func() string {
			return "1\n" + strings.Replace(s.written(rng, 1, func() uint64 { return 77 }, asIs), "\n77", "\n7x", 1)
		}, false},
		{"text after the game", func() string { return "1\n" + s.written(rng, 1, k, asIs) + "x" }, false},
		{"number after the game", func() string { return "1\n" + s.written(rng, 1, k, asIs) + "7" }, false},
	} {
		if testing.Short() && i != 1 {
			continue
		}
		in, opt := c.in(), Options{Values: true}
		if !strings.Contains(c.name, "after") && !strings.Contains(c.name, "no number") && !strings.Contains(c.name, "on a line") {
			if got := streams(t, strings.NewReader(in), opt); got != c.want {
				t.Errorf("%s: streams is %v", c.name, got)
			}
		}
		agree(t, c.name, in, opt)
		var out bytes.Buffer
		err := Solve(t.Context(), strings.NewReader(in), io.Discard, opt)
		if strict := Solve(t.Context(), strings.NewReader(in), &out, Options{Values: true, Stream: true}); fmt.Sprint(strict) != fmt.Sprint(err) {
			t.Errorf("%s: --stream got %v, want %v", c.name, strict, err)
		}
	}
}
