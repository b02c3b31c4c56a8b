package gate

import (
	"testing"

	"mexlab/track/report"
	"mexlab/track/stat"
)

// The worst of its units decides about a benchmark without a time.
func TestConcludeUntimed(t *testing.T) {
	unit := func(better int, v stat.Verdict) *Quantity {
		q := &Quantity{Unit: "x", kind: ownKind, better: better, hypothesis: hypothesis{verdict: v}}
		q.setVerdict()
		return q
	}
	for _, test := range []struct {
		units []*Quantity
		want  string
	}{
		{nil, report.Inconclusive},
		{[]*Quantity{unit(0, stat.Undecided)}, report.NotGated},
		{[]*Quantity{unit(0, stat.Undecided), unit(1, stat.Same)}, report.Same},
		{[]*Quantity{unit(1, stat.Faster)}, report.Improvement},
		{[]*Quantity{unit(1, stat.Same), unit(-1, stat.Faster)}, report.Same},
		{[]*Quantity{unit(-1, stat.NotSlower), unit(1, stat.Same)}, report.NotWorse},
		{[]*Quantity{unit(-1, stat.Undecided), unit(1, stat.Same)}, report.Inconclusive},
		{[]*Quantity{unit(-1, stat.Undecided), unit(1, stat.Slower)}, report.Regression},
	} {
		r := &Result{untimed: true, Units: test.units}
		if r.conclude(); r.Verdict != test.want {
			t.Errorf("%+v: %s, expected %s", test.units, r.Verdict, test.want)
		}
	}
}
