package game

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mexlab/dag"
	"mexlab/game/text"
)

// hides hides how long an input is and that it can be read twice.
type hides struct{ io.Reader }

// edges are those of a large graph, as numbers and as text, one a line.
func edges(rng *rand.Rand, n, m int) (src, dst []uint32, lines []byte, starts []int) {
	for range m {
		u, v := rng.Uint32N(uint32(n)), rng.Uint32N(uint32(n))
		src, dst = append(src, u), append(dst, v)
		starts = append(starts, len(lines))
		lines = strconv.AppendUint(lines, uint64(u), 10)
		lines = append(lines, ' ')
		lines = strconv.AppendUint(lines, uint64(v), 10)
		lines = append(lines, '\n')
	}
	return src, dst, lines, starts
}

// A large graph is the same by all ways to read it, and as made from its edges. The
// text after the edges is left.
func TestGraph(t *testing.T) {
	const n, m = 100_000, MaxList + 12_345
	src, dst, lines, _ := edges(rand.New(rand.NewPCG(1, 2)), n, m)
	want := dag.New(n, src, dst)
	lines = append(lines, "7 8"...)
	for _, workers := range []int{1, 2, 5} {
		for _, in := range []io.Reader{bytes.NewReader(lines), hides{bytes.NewReader(lines)}} {
			w := &Work{Workers: workers}
			r := text.NewReader(in)
			g, err := w.ReadOrderedGraph(t.Context(), r, m, text.Vertices{Count: n})
			if err != nil {
				t.Fatalf("%d workers, %T: %v", workers, in, err)
			}
			same(t, fmt.Sprintf("%d workers, %T", workers, in), g, want)
			if x, err := r.Uint(); x != 7 || err != nil || r.Pos() != (text.Pos{Line: m + 1, Col: 1}) {
				t.Errorf("%d workers, %T: then %d at %v, %v", workers, in, x, r.Pos(), err)
			}
		}
		w, vs := &Work{Workers: workers}, text.Vertices{Count: n}
		g, err := w.ReadGraph(t.Context(), text.NewReader(bytes.NewReader(lines)), m, vs)
		if err != nil {
			t.Fatalf("%d workers, any order: %v", workers, err)
		}
		same(t, fmt.Sprintf("%d workers, any order", workers), sorted(g), sorted(dag.New(n, src, dst)))
	}
}

// sorted sorts the rows of g.
func sorted(g *dag.Graph) *dag.Graph {
	for u := range g.Len() {
		slices.Sort(g.Succ(u))
	}
	return g
}

func same(t *testing.T, how string, got, want *dag.Graph) {
	t.Helper()
	for u := range want.Len() {
		if !slices.Equal(got.Succ(u), want.Succ(u)) {
			t.Fatalf("%s: row %d is %v, want %v", how, u, got.Succ(u), want.Succ(u))
		}
	}
}

// The first wrong token is found at its position.
func TestBadInALargeGraph(t *testing.T) {
	const n, m = 100_000, MaxList + 12_345
	rng := rand.New(rand.NewPCG(3, 4))
	_, _, lines, starts := edges(rng, n, m)
	for _, at := range []int{0, m / 3, m - 2, m - 1} {
		bad := slices.Clone(lines)
		bad[starts[at]] = '-'
		for range 3 { // later ones
			bad[starts[at+rng.IntN(m-at)]] = '-'
		}
		want := fmt.Sprintf("%d:1: expected the start of edge %d of %d, from 0 to %d, found \"-", at+1, at+1, m, n-1)
		for _, workers := range []int{1, 3} {
			for _, in := range []io.Reader{bytes.NewReader(bad), hides{bytes.NewReader(bad)}} {
				w := &Work{Workers: workers}
				_, err := w.ReadGraph(t.Context(), text.NewReader(in), m, text.Vertices{Count: n})
				if err == nil || err.Error()[:len(want)] != want {
					t.Errorf("%d workers, %T: got %v, want %s", workers, in, err, want)
				}
			}
		}
	}
}

// The end of the context ends the reading.
func TestGraphEnds(t *testing.T) {
	const n, m = 1000, MaxList + 1
	_, _, lines, _ := edges(rand.New(rand.NewPCG(5, 6)), n, m)
	tired := errors.New("tired")
	ctx, end := context.WithCancelCause(context.Background())
	end(tired)
	for _, workers := range []int{1, 3} {
		w := &Work{Workers: workers}
		if _, err := w.ReadGraph(ctx, text.NewReader(bytes.NewReader(lines)), m, text.Vertices{Count: n}); err != tired {
			t.Errorf("%d workers: got %v", workers, err)
		}
	}
}

func TestIsLarge(t *testing.T) {
	const m = MaxList + 1
	for _, test := range []struct {
		in   io.Reader
		m, n uint64
		want bool
	}{
		{strings.NewReader("1 2"), MaxList, 3, false},
		{strings.NewReader("1 2"), m, 3, true},
		{strings.NewReader("1 2"), m, 2*m + 1, true},
		{hides{strings.NewReader("1 2")}, m, 2 * m, true},
		{hides{strings.NewReader("1 2")}, m, 2*m + 1, false},
	} {
		r := text.NewReader(test.in)
		if got := IsLarge(r, test.m, text.Vertices{Count: test.n}); got != test.want {
			t.Errorf("%T, %d edges, %d vertices: got %v", test.in, test.m, test.n, got)
		}
		if x, err := r.Uint(); x != 1 || err != nil {
			t.Errorf("then %d, %v", x, err)
		}
	}
}
