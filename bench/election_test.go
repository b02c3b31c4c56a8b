package bench

import (
	"strings"
	"testing"
)

// Only a winning move is a right answer.
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
		{"WIN\n1 5 1 x\n", `after the move: strconv.Atoi: parsing "x"`},
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
