package addsub

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"mexlab/kernel"
)

func TestMerge(t *testing.T) {
	for _, c := range []struct{ to, want []Gift }{
		{nil, nil},
		{[]Gift{{3, 1}}, []Gift{{3, 1}}},
		{[]Gift{{3, 1}, {1, 2}, {3, 5}, {2, 1}, {3, 4}}, []Gift{{1, 2}, {2, 1}, {3, 10}}},
		{[]Gift{{7, 1 << 62}, {7, 1<<62 - 1}}, []Gift{{7, 1<<63 - 1}}},
	} {
		if got := merge(slices.Clone(c.to)); !slices.Equal(got, c.want) {
			t.Errorf("merge(%v) = %v, want %v", c.to, got, c.want)
		}
	}
}

// TestMoveError has two games, and nimbers of the second that are wrong, so that
// its last move cannot be found. Nothing of it is printed, long as it is.
func TestMoveError(t *testing.T) {
	in := "2\n" + "3 2\n2 1\n1 0\n1 2 2\n1\n0 1 0\n" +
		"3 2\n2 1\n1 0\n1 2 1\n9001\n" + strings.Repeat("0 1 0\n", 9000) + "0 0 1\n"
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{Move: true}, "Game#1:\nRound#1: WINNING\nMove: take 1 from vertex 1, add 2 to vertex 0\n\n"},
		{Options{Move: true, JSON: true}, `{"game":1,"vertices":3,"edges":2,"rounds":[{"round":1,"winning":true,"move":{"from":1,"to":[{"vertex":0,"count":2}]}}]}` + "\n"},
	} {
		var out bytes.Buffer
		c.opt.Kernel = picky{}
		err := Solve(t.Context(), strings.NewReader(in), &out, c.opt)
		const want = "8:1: game 2: vertex 2: the move to nimber 0: no choice of K successors has this XOR"
		if !errors.Is(err, kernel.ErrUnreachable) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if out.String() != c.want {
			t.Errorf("printed\n%s\nwant\n%s", &out, c.want)
		}
	}
}
