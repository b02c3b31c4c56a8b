package main

import (
	"strings"
	"testing"

	"mexlab/bench/generate"
)

// Every kind makes inputs that can be solved, for both games, in every order.
func TestGenerate(t *testing.T) {
	for _, kind := range kindNames() {
		for _, game := range gameNames() {
			for _, order := range generate.Orders() {
				line := "mexlab generate " + kind + " --game " + game + " --vertices 30 --edges 60 --seed 5 --order " + string(order) +
					" | mexlab solve --game " + game
				if r := shell(t, line); r.code != 0 || r.stdout == "" || r.stderr != "" {
					t.Errorf("%s: %+v", line, r)
				}
			}
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	for _, c := range []struct{ line, message string }{
		{"mexlab generate", `"mexlab generate" takes one kind, not 0; there are boards, election, random, chain, hub, clique`},
		{"mexlab generate boards hub", `"mexlab generate" takes one kind, not 2; there are boards, `},
		{"mexlab generate board", `unknown kind "board"; there are boards, election, random, chain, hub, clique`},
		{"mexlab generate hub --game chess", `unknown game "chess"; there are addsub and election`},
		{"mexlab generate hub --order up", `unknown order "up"; there are children, parents and shuffled`},
		{"mexlab generate election --rounds 2", "--rounds does not apply to election: it is one position, without K"},
		{"mexlab generate hub --game election --max-k 2", "--max-k does not apply to election: it is one position, without K"},
		{"mexlab generate hub --vertices -1", `invalid argument "-1" for "--vertices" flag`},
		{"mexlab generate hub --vertices 4294967295", "expected fewer than 2^32-1 vertices, found 4294967295"},
	} {
		r := shell(t, c.line)
		if r.code != 2 || r.stdout != "" || !strings.HasPrefix(r.stderr, "mexlab: "+c.message) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: %+v, expected %q", c.line, r, c.message)
		}
	}
}
