package addsub

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"mexlab/dag"
	"mexlab/kernel"
)

// newBoard makes a Board of a game that was read by other means.
func newBoard(t *testing.T, b board, o Options) (*Board, error) {
	t.Helper()
	var edges [][2]int
	for u, row := range b.succ {
		for _, v := range row {
			edges = append(edges, [2]int{u, v})
		}
	}
	k := make([]uint64, len(b.k))
	for u, n := range b.k {
		k[u] = uint64(n)
	}
	return NewBoard(t.Context(), edges, k, o)
}

// A Board says what Solve prints about the same board, by a sweep or by levels, and
// also while goroutines share it.
func TestBoardAgreesWithSolve(t *testing.T) {
	in := manyBoards()
	large := oneLarge(rand.New(rand.NewPCG(51, 52)), 30_000, 120_000)
	for _, in := range [][]byte{in, large} {
		var want strings.Builder
		if err := Solve(t.Context(), strings.NewReader(string(in)), &want, Options{Values: true, Move: true}); err != nil {
			t.Fatal(err)
		}
		var got printer
		for i, g := range parse(t, in) {
			b, err := newBoard(t, g.board, Options{})
			if err != nil {
				t.Fatal(err)
			}
			values := listed(b.Nimbers())
			plain{}.begin(&got, &header{number: uint64(i + 1), vertices: uint32(len(values))}, &group{nimbers: values})
			moves := make([]*Move, len(g.rounds))
			var all sync.WaitGroup
			for j, round := range g.rounds {
				all.Go(func() {
					tokens := make([]uint64, len(round))
					for v, n := range round {
						tokens[v] = uint64(n)
					}
					m, wins, err := b.Move(tokens)
					if err != nil || wins != b.Wins(tokens) {
						t.Errorf("game %d, round %d: move %v, %v, and wins %v", i+1, j+1, wins, err, b.Wins(tokens))
					}
					if wins {
						moves[j] = &m
					}
				})
			}
			all.Wait()
			for j, m := range moves {
				plain{}.round(&got, uint64(j+1), m != nil, m)
			}
			plain{}.end(&got)
		}
		if got := string(got.buf); got != want.String() {
			t.Errorf("differs from Solve at %s", firstDifference(got, want.String()))
		}
	}
}

// Errors name what is wrong with a board, and wrap the cause.
func TestBoardErrors(t *testing.T) {
	k := []uint64{1, 2, 3}
	refuses := Options{Kernel: picky{[]uint64{3}}}
	for _, c := range []struct {
		edges [][2]int
		k     []uint64
		o     Options
		want  string
	}{
		{[][2]int{{0, 1}, {1, 3}}, k, Options{}, "addsub: edge 1, from 1 to 3: the board has 3 vertices, numbered from 0"},
		{[][2]int{{-1, 1}}, k, Options{}, "addsub: edge 0, from -1 to 1: the board has 3 vertices, numbered from 0"},
		{[][2]int{{0, 0}}, nil, Options{}, "addsub: edge 0, from 0 to 0: the board has 0 vertices, numbered from 0"},
		{nil, []uint64{0, math.MaxInt64, 1 << 63}, Options{}, "addsub: vertex 2: expected K below 2^63, found 9223372036854775808"},
		{[][2]int{{0, 1}, {2, 0}, {1, 2}}, k, Options{}, "addsub: expected no cycle, found 0 -> 1 -> 2 -> 0"},
		{[][2]int{{2, 1}, {1, 0}}, k, refuses, "addsub: vertex 2: refused K=3"},
	} {
		if _, err := NewBoard(t.Context(), c.edges, c.k, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v, K %v: got  %v\nwant %s", c.edges, c.k, err, c.want)
		}
	}
	_, err := NewBoard(t.Context(), [][2]int{{0, 0}}, k, Options{})
	if !wraps[*dag.CycleError](err) {
		t.Errorf("%v is not caused by a cycle", err)
	}
	tired := errors.New("tired")
	ctx, end := context.WithCancelCause(t.Context())
	end(tired)
	for _, edges := range [][][2]int{nil, {{1, 0}}, {{2, 1}, {1, 0}}} { // also boards without a batch
		if _, err := NewBoard(ctx, edges, k, Options{}); !errors.Is(err, tired) {
			t.Errorf("%v: got %v, want %v", edges, err, tired)
		}
	}
	b, err := NewBoard(t.Context(), [][2]int{{2, 1}, {1, 0}}, []uint64{1, 2, 1}, Options{Kernel: picky{}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "addsub: vertex 2: the move to nimber 0: "
	if _, _, err := b.Move([]uint64{0, 0, math.MaxUint64}); !errors.Is(err, kernel.ErrUnreachable) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s...", err, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("two numbers of tokens are enough for three vertices")
		}
	}()
	b.Wins([]uint64{1, 2})
}
