package main

import (
	"os"
	"strings"
	"testing"
)

// The README's picture is what draw writes.
func TestReadmePicture(t *testing.T) {
	const line = "mexlab draw game/draw/testdata/board.in"
	want, err := os.ReadFile("../../docs/board.svg")
	if err != nil {
		t.Fatal(err)
	}
	if r := shell(t, "cd ../.. && "+line); r.code != 0 || r.stderr != "" || r.stdout != string(want) {
		t.Errorf("docs/board.svg is not what %q writes: code %d, %q", line, r.code, r.stderr)
	}
}

func TestDraw(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"printf '1 1 0 5 0' | mexlab draw", []string{"A board without rounds.", ">leaf<"}},
		{"printf '" + strings.TrimSpace(board) + "' | gzip | mexlab draw --round 2", []string{"Round 2 is LOSING: there is no move."}},
		{"printf '2  0 0 0  1 0 5 1 9' | mexlab draw --board 2", []string{"vertex 0: K 5, nimber 0, 9 tokens"}},
		{"printf '" + strings.TrimSpace(cities) + "' | mexlab draw --game election", []string{"WIN: lower city "}},
		{"printf '" + strings.TrimSpace(cities) + "' | mexlab draw --game election --format dot", []string{"digraph", "0 -> 1"}},
	} {
		r := shell(t, c.line)
		for _, want := range c.want {
			if r.code != 0 || r.stderr != "" || !strings.Contains(r.stdout, want) {
				t.Errorf("%s: no %q in %+v", c.line, want, r)
			}
		}
	}
}
