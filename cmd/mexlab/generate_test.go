package main

import (
	"strings"
	"testing"

	"mexlab/bench/generate"
)

// Every kind makes inputs that can be solved, for both games, in every order.
func TestGenerate(t *testing.T) {
	for _, kind := range generate.Kinds() {
		for _, game := range gameNames() {
			for _, order := range generate.Orders() {
				line := "mexlab generate " + kind.Name + " --game " + game + " --vertices 30 --seed 5 --order " + string(order)
				if !kind.OwnEdges {
					line += " --edges 60"
				}
				if kind.Coins && game == "addsub" {
					line = "mexlab generate coins --coins 29 --turn 5 --order " + string(order)
				} else if kind.Coins {
					continue
				}
				line += " | mexlab solve --game " + game
				if r := shell(t, line); r.code != 0 || r.stdout == "" || r.stderr != "" {
					t.Errorf("%s: %+v", line, r)
				}
			}
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	for _, c := range []struct{ line, message string }{
		{"mexlab generate", `"mexlab generate" takes one kind, not 0; there are boards, election, random, chain, hub, clique and coins`},
		{"mexlab generate boards hub", `"mexlab generate" takes one kind, not 2; there are boards, `},
		{"mexlab generate hub --vertices -1", `--vertices: expected a whole number, found "-1"`},
		{"mexlab generate coins --turn 0", "--turn: expected at least 1, found 0"},
		{"mexlab generate coins --coins 92682", "--coins: expected at most 92681, found 92682: a game has fewer than 2^32 edges"},
		{"mexlab generate hub --vertices 4294967295", "expected fewer than 2^32-1 vertices, found 4294967295"},
	} {
		r := shell(t, c.line)
		if r.code != 2 || r.stdout != "" || !strings.HasPrefix(r.stderr, "mexlab: "+c.message) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: %+v, expected %q", c.line, r, c.message)
		}
	}
}
