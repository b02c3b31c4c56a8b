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
