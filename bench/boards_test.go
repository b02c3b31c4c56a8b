package bench

import (
	"strings"
	"testing"
)

func TestBasis(t *testing.T) {
	rng := newRand(1)
	for rank := 1; rank <= 16; rank++ {
		row := basis(rng, rank)
		sum := uint64(0)
		for _, x := range row {
			sum ^= x
		}
		if len(row) != rank || sum != 1<<rank-1 || !independent(row) {
			t.Errorf("rank %d: %v", rank, row)
		}
	}
	if independent([]uint64{3, 5, 6}) {
		t.Error("3 ^ 5 ^ 6 is 0, and yet they count as independent")
	}
}

// The judge takes a winning move and nothing else.
func TestElectionJudge(t *testing.T) {
	p, err := parseElection([]byte("4 2  2 1 1 5  1 2  3 4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ answer, fault string }{
		{"WIN\n1 5 1 5\n", ""},
		{"LOSE\n", "wins: true"},
		{"", "answer"},
		{"WIN\n1 5 1\n", "3 heights"},
		{"WIN\n1 5 1 x\n", `height "x"`},
		{"WIN\n1 5 1 6\n", "does not win"},
		{"WIN\n2 5 2 5\n", "not one move away"},
		{"WIN\n0 0 0 0\n", "not one move away"},
	} {
		err := p.judge(test.answer)
		if test.fault == "" && err != nil || test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)) {
			t.Errorf("%q: %v, expected %q", test.answer, err, test.fault)
		}
	}
}
