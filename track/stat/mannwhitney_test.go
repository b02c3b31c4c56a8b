package stat

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

// The critical values of U for two-sided tests, from Mann and Whitney (1947) as
// printed in Siegel and Castellan, Nonparametric Statistics (1988). The test
// rejects at U or less; critical counts the values up to U.
func TestCritical(t *testing.T) {
	const none = -1
	for _, test := range []struct {
		n1, n2 int
		alpha  float64
		u      int
	}{
		{3, 3, .05, none}, {4, 4, .05, 0}, {5, 5, .05, 2}, {6, 6, .05, 5}, {7, 7, .05, 8}, {8, 8, .05, 13},
		{9, 9, .05, 17}, {10, 10, .05, 23}, {12, 12, .05, 37}, {15, 15, .05, 64}, {20, 20, .05, 127},
		{5, 10, .05, 8}, {10, 5, .05, 8}, {8, 20, .05, 41}, {3, 5, .05, 0}, {2, 8, .05, 0},
		{5, 5, .01, 0}, {10, 10, .01, 16}, {15, 15, .01, 51}, {20, 20, .01, 105}, {4, 4, .01, none},
	} {
		if got := critical(test.n1, test.n2, test.alpha) - 1; got != test.u {
			t.Errorf("n %d and %d, alpha %v: %d, expected %d", test.n1, test.n2, test.alpha, got, test.u)
		}
	}
	// The approximation takes over without a step.
	exact, approximate := critical(50, 50, .05), critical(51, 50, .05)
	if approximate < exact || approximate > exact+40 {
		t.Errorf("critical(50, 50) is %d, critical(51, 50) is %d", exact, approximate)
	}
}

// Hollander and Wolfe's example 4.1: permeability constants of the human
// chorioamnion at term and at 12 to 26 weeks. The differences of rank 9 and 42
// enclose the shift with 96%.
func TestShiftPublished(t *testing.T) {
	x := []float64{.73, .80, .83, 1.04, 1.38, 1.45, 1.46, 1.64, 1.89, 1.91}
	y := []float64{.74, .88, .90, 1.15, 1.21}
	lo, hi := ShiftInterval(x, y, 0.05)
	if math.Abs(lo-(-.76)) > 1e-9 || math.Abs(hi-.15) > 1e-9 {
		t.Errorf("%.3f to %.3f, expected -0.76 to 0.15", lo, hi)
	}
}

func TestDifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		x, y := make([]float64, 1+rng.IntN(9)), make([]float64, 1+rng.IntN(9))
		for i := range x {
			x[i] = float64(rng.IntN(12))
		}
		for i := range y {
			y[i] = float64(rng.IntN(12))
		}
		slices.Sort(x)
		slices.Sort(y)
		var all []float64
		for _, a := range x {
			for _, b := range y {
				all = append(all, b-a)
			}
		}
		slices.Sort(all)
		for k, want := range all {
			if got := difference(x, y, k+1); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%v and %v: difference %d is %v, expected %v", x, y, k+1, got, want)
			}
		}
	}
}

// 2/C(2n, n): n=4 gives 1/35, n=5 gives 1/126.
func TestMinSamples(t *testing.T) {
	for _, test := range []struct {
		alpha float64
		n     int
	}{{1, 1}, {.05, 4}, {.02, 5}, {.01, 5}, {.05 / 40, 7}} {
		if got := MinSamples(test.alpha); got != test.n {
			t.Errorf("alpha %v: %d, expected %d", test.alpha, got, test.n)
		}
	}
}

// enumerated is the p value by its definition. Of all ways to deal the values to
// the samples, it counts those with a rank sum as low as observed, and those with
// one as high. The p value is twice the smaller share.
func enumerated(x, y []float64) float64 {
	all := append(slices.Clone(x), y...)
	rank := make([]float64, len(all))
	for i, v := range all {
		for _, w := range all {
			if w < v {
				rank[i]++
			} else if w == v {
				rank[i] += 0.5
			}
		}
	}
	observed := 0.0
	for i := range x {
		observed += rank[i]
	}
	low, high, ways := 0.0, 0.0, 0.0
	for set := range 1 << len(all) {
		if bits.OnesCount(uint(set)) != len(x) {
			continue
		}
		sum := 0.0
		for i := range all {
			if set>>i&1 != 0 {
				sum += rank[i]
			}
		}
		ways++
		if sum <= observed {
			low++
		}
		if sum >= observed {
			high++
		}
	}
	return min(1, 2*min(low, high)/ways)
}

// exactP is the exact p value, with equal values or without.
func exactP(test *MannWhitney, x, y []float64) float64 {
	test.rank(x, y)
	return test.exact(len(x), len(y))
}

func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var test MannWhitney
	for range 200 {
		x, y := make([]float64, 1+rng.IntN(6)), make([]float64, 1+rng.IntN(6))
		most := 1 + rng.IntN(15)
		for i := range x {
			x[i] = float64(rng.IntN(most))
		}
		for i := range y {
			y[i] = float64(rng.IntN(most))
		}
		slices.Sort(x)
		slices.Sort(y)
		want := enumerated(x, y)
		if got := exactP(&test, x, y); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v and %v: %v, expected %v", x, y, got, want)
		}
	}
}

// Without equal values benchmath's p values are the same.
func TestExactUntied(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var test MannWhitney
	for _, n := range [][2]int{{1, 1}, {4, 4}, {3, 12}, {10, 10}, {25, 25}} {
		x, y := series(rng, n[0]), series(rng, n[1])
		a := benchmath.NewSample(x, &benchmath.DefaultThresholds)
		b := benchmath.NewSample(y, &benchmath.DefaultThresholds)
		want := benchmath.AssumeNothing.Compare(a, b).P
		if got := exactP(&test, a.Values, b.Values); math.Abs(got-want) > 1e-12 {
			t.Errorf("n=%v: %v, expected %v", n, got, want)
		}
	}
}
