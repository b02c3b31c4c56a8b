package addsub

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Each gets every vertex of the input in order, with the values that are printed,
// however many workers there are and however a game is solved.
func TestEach(t *testing.T) {
	for _, in := range [][]byte{manyBoards(), oneLarge(rand.New(rand.NewPCG(53, 54)), 30_000, 120_000)} {
		games := parse(t, in)
		var want strings.Builder
		for line := range strings.Lines(solved(t, string(in), Options{Values: true})) {
			if values, ok := strings.CutPrefix(line, "Values:"); ok {
				want.WriteString(values)
			}
		}
		for _, opt := range []Options{{}, {JSON: true, Move: true}} {
			for _, opt.Workers = range []int{1, 4} {
				var got strings.Builder
				opt.Each = func(v *Vertex) error {
					g := &games[v.Game-1]
					if v.K != uint64(g.k[v.Vertex]) || len(v.Succ) != len(g.succ[v.Vertex]) {
						t.Fatalf("%+v", v)
					}
					fmt.Fprint(&got, " ", v.Nimber)
					if int(v.Vertex) == len(g.k)-1 {
						got.WriteByte('\n')
					}
					return nil
				}
				var out bytes.Buffer
				if err := Solve(t.Context(), bytes.NewReader(in), &out, opt); err != nil || out.Len() > 0 {
					t.Fatalf("%v, and printed\n%s", err, &out)
				}
				if got.String() != want.String() {
					t.Errorf("%d workers: the values differ at %s", opt.Workers, firstDifference(got.String(), want.String()))
				}
			}
		}
	}
}

// The successors of a vertex come with it. An error of Each ends the work.
func TestEachVertex(t *testing.T) {
	enough := errors.New("enough")
	var got []Vertex
	err := Solve(t.Context(), strings.NewReader("2\n"+good), io.Discard, Options{Each: func(v *Vertex) error {
		got = append(got, *v)
		got[len(got)-1].Succ = slices.Clone(v.Succ)
		if len(got) == 3 {
			return enough
		}
		return nil
	}})
	if err != enough || len(got) != 3 || !slices.Equal(got[0].Succ, []uint64{0}) || got[0].Nimber != 1 || got[1].Nimber != 0 || got[2].Game != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if err := Solve(t.Context(), strings.NewReader("2\n"+good), io.Discard, Options{Stream: true, Each: func(*Vertex) error { return nil }}); err == nil {
		t.Error("a stream has no graph")
	}
}
