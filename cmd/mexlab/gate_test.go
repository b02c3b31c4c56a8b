package main

import (
	"strings"
	"testing"
)

func TestGateErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, message string }{
		{"mexlab gate --base HEAD main", `"mexlab gate" takes no arguments, not "main"`},
		{"mexlab gate --base HEAD --threshold 0", "expected a percentage above zero, like 2%"},
		{"mexlab gate --base HEAD --threshold nan", "expected a percentage above zero, like 2%"},
		{"mexlab gate --base HEAD --max-time -1s", "--max-time is -1s, expected a positive duration"},
		{"mexlab gate --base HEAD --cpu -1", "benchmarks cannot have -1 CPUs, expected from 1 to "},
		{"mexlab gate --base HEAD --cpu 100000", "benchmarks cannot have 100000 CPUs, expected from 1 to "},
		{"mexlab gate --base HEAD --budget -1s", "--budget is -1s, expected a positive duration"},
		{"mexlab gate --base HEAD --layouts 0", "--layouts is 0, expected a whole number from 1"},
		{"mexlab gate --base HEAD --profile /dev/null/p", "the folder for profiles: mkdir /dev/null"},
		{"mexlab gate --base HEAD --bench '('", "the pattern of benchmarks: "},
		{"cd / && mexlab gate --base HEAD", "git rev-parse --show-toplevel: exit status 128: fatal: not a git repository"},
	} {
		r := shell(t, test.line)
		if r.code != exitBad || r.stdout != "" || !strings.HasPrefix(r.stderr, "mexlab: ") || !strings.Contains(r.stderr, test.message) {
			t.Errorf("%s: %+v, expected code %d and %q", test.line, r, exitBad, test.message)
		}
	}
}
