package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	for _, line := range []string{
		"printf '" + strings.TrimSpace(board) + "' | mexlab solve --json --values --move",
		"printf '" + strings.TrimSpace(cities) + "' | mexlab solve --game election --json --values --move",
	} {
		r := shell(t, line)
		var object map[string]any
		if err := json.Unmarshal([]byte(r.stdout), &object); err != nil || len(object) == 0 || r.code != 0 {
			t.Errorf("%s: %v: %+v", line, err, r)
		}
	}
}

func TestElection(t *testing.T) {
	r := shell(t, "printf '"+strings.TrimSpace(cities)+"' | mexlab solve --game election")
	verdict, heights, _ := strings.Cut(r.stdout, "\n")
	var h [4]int
	_, err := fmt.Sscan(heights, &h[0], &h[1], &h[2], &h[3])
	// Cities 1 and 3 have level 1, their successors 2 and 4 level 0.
	if r.code != 0 || verdict != "WIN" || err != nil || h[0]^h[2] != 0 || h[1]^h[3] != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Moves are sentences, and the help explains those that it shows.
func TestMoves(t *testing.T) {
	help := strings.Join(strings.Fields(shell(t, "mexlab solve --help").stdout), " ")
	for _, test := range []struct{ line, want string }{
		{"printf '" + strings.TrimSpace(board) + "' | mexlab solve --move", "Move: take 1 from vertex 2, add 1 to vertex 1, 2 to vertex 3\n"},
		{"echo '1  2 1  0 1  0 0  1  1 0' | mexlab solve --move", "Move: take 1 from vertex 0\n"},
		{"echo '2 1  5 7  1 2' | mexlab solve --game election --move", "Move: lower city 1 to 0, set city 2 to 0\n"},
	} {
		if r := shell(t, test.line); r.code != 0 || !strings.Contains(r.stdout, test.want) {
			t.Errorf("%s: %+v, expected %q", test.line, r, test.want)
		}
	}
	for _, want := range []string{`"Move: take 1 from vertex 0, add 2 to vertex 1, 1 to vertex 3"`, `"Move: lower city 1 to 4, set city 2 to 7"`} {
		if !strings.Contains(help, want) {
			t.Errorf("the help lacks %q", want)
		}
	}
}
