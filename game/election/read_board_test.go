package election

import (
	"reflect"
	"strings"
	"testing"

	"mexlab/game"
)

func TestReadBoard(t *testing.T) {
	limit := game.Limit{Vertices: 3, Edges: 3, For: "a test"}
	b, err := ReadBoard(t.Context(), strings.NewReader("3 3\n314 159 265\n1 2\n1 3\n3 2\n"), limit)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(b.Heights(), []uint64{314, 159, 265}) || !reflect.DeepEqual(b.Succ(0), []uint32{1, 2}) ||
		!reflect.DeepEqual(b.Levels(), []uint32{2, 0, 1}) || !b.Wins() {
		t.Errorf("heights %v, levels %v, city 1 leads to %v, wins: %v", b.Heights(), b.Levels(), b.Succ(0), b.Wins())
	}
	for _, c := range []struct {
		heights []uint64
		wins    bool
	}{{[]uint64{0, 0, 0}, false}, {[]uint64{0, 0, 1 << 40}, true}} {
		other := b.With(c.heights)
		if other.Wins() != c.wins || !reflect.DeepEqual(other.Heights(), c.heights) {
			t.Errorf("heights %v: wins: %v", other.Heights(), other.Wins())
		}
	}
	if !b.Wins() || b.Heights()[0] != 314 {
		t.Error("With has changed the board")
	}
	for in, want := range map[string]string{
		"4 3 1 1 1 1 1 2 1 3 1 4": "1:3: expected at most 3 vertices and 3 edges for a test, found 4 and 3",
		"2 2 1 1 1 2 2 1":         "1:9: expected no cycle, found 1 -> 2 -> 1",
		"2 x 1 1":                 `1:3: expected the number of edges, found "x", not a non-negative integer`,
		"2 1 1 1 1 3":             "1:11: expected the end of edge 1 of 1, from 1 to 2, found 3",
	} {
		if _, err := ReadBoard(t.Context(), strings.NewReader(in), limit); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", in, err, want)
		}
	}
}
