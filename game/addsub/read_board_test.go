package addsub

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"mexlab/dag"
	"mexlab/game"
)

const twoGames = `2
3 3
1 0 2 0 1 2
0 2 2
2
3 0 0
4 1 7
4 5
0 1 0 2 1 3 2 1 2 3
2 1 3 2
1
3 4 5 6
`

func TestReadBoard(t *testing.T) {
	limit := game.Limit{Vertices: 4, Edges: 5, For: "a test"}
	for number, want := range map[uint64]struct {
		nimbers, k []uint64
		succ       []uint32 // of vertex 2
		rounds     [][]uint64
	}{
		1: {[]uint64{0, 2, 1}, []uint64{0, 2, 2}, []uint32{0}, [][]uint64{{3, 0, 0}, {4, 1, 7}}},
		2: {[]uint64{1, 1, 2, 0}, []uint64{2, 1, 3, 2}, []uint32{1, 3}, [][]uint64{{3, 4, 5, 6}}},
	} {
		b, rounds, err := ReadBoard(t.Context(), strings.NewReader(twoGames), number, limit, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(b.Nimbers(), want.nimbers) || !reflect.DeepEqual(b.K(), want.k) ||
			!reflect.DeepEqual(b.Succ(2), want.succ) || !reflect.DeepEqual(rounds, want.rounds) {
			t.Errorf("game %d: nimbers %v, K %v, successors of 2 %v, rounds %v", number, b.Nimbers(), b.K(), b.Succ(2), rounds)
		}
	}
}

func TestReadBoardErrors(t *testing.T) {
	limit := game.Limit{Vertices: 3, Edges: 4, For: "a test"}
	for _, c := range []struct {
		in, want string
		number   uint64
	}{
		{twoGames, "1:1: there is no game 3: the number of games is 2", 3},
		{twoGames, "1:1: there is no game 0: the number of games is 2", 0},
		{twoGames, "8:3: game 2: expected at most 3 vertices and 4 edges for a test, found 4 and 5", 2},
		{"1  2 1  0 2  0 0  0", "1:11: game 1: expected the end of edge 1 of 1, from 0 to 1, found 2", 1},
		{"2  0 0 0  2 2  0 1 1 0  0 0  0", "1:16: game 2: expected no cycle, found 0 -> 1 -> 0", 2},
		{"2  1 0 5  4611686018427387904 7  1 0 5 0", "1:11: game 1: expected 4611686018427387904 rounds of 1 values to follow, found only 11 bytes of input", 2},
		{"2  2 0 5 5  9223372036854775807", "1:13: game 1: expected 9223372036854775807 rounds of 2 values to follow, found only 0 bytes of input", 2},
	} {
		_, _, err := ReadBoard(t.Context(), strings.NewReader(c.in), c.number, limit, Options{})
		if err == nil || err.Error() != c.want {
			t.Errorf("%q, game %d: %v, expected %s", c.in, c.number, err, c.want)
		}
		if _, cyclic := errors.AsType[*dag.CycleError](err); cyclic != strings.Contains(c.want, "no cycle") {
			t.Errorf("%v: caused by a cycle: %v", err, cyclic)
		}
	}
}

// The length of a pipe is not known, so a header may announce any number of rounds.
func TestReadBoardFromPipe(t *testing.T) {
	limit := game.Limit{Vertices: 4, Edges: 5, For: "a test"}
	for _, c := range []struct{ in, want string }{
		{twoGames, ""},
		{"2  2 0 5 5  9223372036854775807 1", "1:34: game 1: expected 9223372036854775807 rounds of 2 values, found end of input"},
		{"2  0 0 0  2 2  0 1 1 0  0 0  0", "1:11: game 2: expected no cycle, found 0 -> 1 -> 0"},
	} {
		_, _, err := ReadBoard(t.Context(), struct{ io.Reader }{strings.NewReader(c.in)}, 2, limit, Options{})
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%q: %v, expected %q", c.in, err, c.want)
		}
	}
}
