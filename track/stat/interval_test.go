package stat

import (
	"math"
	"testing"
)

// At a bound, the events seen or fewer, or the events seen or more, are just as
// likely as the confidence allows: that is a sum of the binomial distribution.
func TestProportion(t *testing.T) {
	for _, test := range []struct{ seen, n int }{{0, 1}, {0, 1000}, {1, 10}, {3, 40}, {39, 40}, {500, 1000}} {
		for _, confidence := range []float64{0.9, 0.95} {
			p := AtMost(test.seen, test.n, confidence)
			if got := binomial(test.seen, test.n, p); math.Abs(got-(1-confidence)) > 1e-6 {
				t.Errorf("%d of %d at %v: %v, which gives these or fewer the probability %v", test.seen, test.n, confidence, p, got)
			}
			p = AtLeast(test.n-test.seen, test.n, confidence)
			if got := binomial(test.seen, test.n, 1-p); math.Abs(got-(1-confidence)) > 1e-6 {
				t.Errorf("%d of %d at %v: at least %v, which gives these or more the probability %v", test.n-test.seen, test.n, confidence, p, got)
			}
		}
	}
	// As gonum's distuv.Beta gave them.
	for _, test := range []struct {
		seen, n          int
		confidence, want float64
	}{
		{3, 40, 0.95, 0.18258685001590158}, {17, 4200, 0.95, 0.0060651007011756075}, {500, 1000, 0.9, 0.5207490091502223},
	} {
		if got := AtMost(test.seen, test.n, test.confidence); math.Abs(got-test.want) > 1e-9*test.want {
			t.Errorf("%d of %d at %v: %v, expected %v", test.seen, test.n, test.confidence, got, test.want)
		}
	}
	// The rule of three, as it is usually quoted.
	if p := AtMost(0, 1000, 0.95); math.Abs(p-0.003) > 1e-4 {
		t.Errorf("none of 1000: %v, expected about 0.003", p)
	}
	if low, high := AtLeast(0, 0, 0.95), AtMost(0, 0, 0.95); low != 0 || high != 1 {
		t.Errorf("without trials: %v to %v", low, high)
	}
	if low, high := AtLeast(0, 5, 0.95), AtMost(5, 5, 0.95); low != 0 || high != 1 {
		t.Errorf("none and all of 5: %v and %v", low, high)
	}
}

// binomial is the probability of at most k events of probability p in n trials.
func binomial(k, n int, p float64) float64 {
	logs := func(x int) float64 { l, _ := math.Lgamma(float64(x + 1)); return l }
	sum := 0.0
	for i := range k + 1 {
		sum += math.Exp(logs(n) - logs(i) - logs(n-i) + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}
