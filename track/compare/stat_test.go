package compare

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

// The critical values of U for two-sided tests, from Mann and Whitney (1947) as
// printed in Siegel and Castellan, Nonparametric Statistics (1988): reject at
// U or less. critical counts the values up to there.
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
	lo, hi := shift(x, y, 0.05)
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
func TestEnough(t *testing.T) {
	for _, test := range []struct {
		alpha float64
		n     int
	}{{1, 1}, {.05, 4}, {.02, 5}, {.01, 5}, {.05 / 40, 7}} {
		if got := enough(test.alpha); got != test.n {
			t.Errorf("alpha %v: %d, expected %d", test.alpha, got, test.n)
		}
	}
}

// R: p.adjust(c(.01, .04, .03, .005), "holm") is .03 .06 .06 .02.
func TestHolm(t *testing.T) {
	p := []float64{.01, .04, .03, .005}
	var in []*float64
	for i := range p {
		in = append(in, &p[i])
	}
	holm(in, len(in))
	for i, want := range []float64{.03, .06, .06, .02} {
		if math.Abs(p[i]-want) > 1e-12 {
			t.Errorf("%v, expected .03 .06 .06 .02", p)
		}
	}
	one := 0.7
	holm([]*float64{&one}, 1)
	if one != 0.7 {
		t.Errorf("alone: %v", one)
	}
	two := []float64{.9, .8}
	holm([]*float64{&two[0], &two[1]}, 2)
	if two[0] != 1 || two[1] != 1 {
		t.Errorf("%v, expected 1 1", two)
	}
}

// What may be left out of a family is what stays 1.
func TestHolmOnes(t *testing.T) {
	all, some := []float64{.01, 1, .3, 1, .04}, []float64{.01, .3, .04}
	pointers := func(p []float64) (list []*float64) {
		for i := range p {
			list = append(list, &p[i])
		}
		return list
	}
	holm(pointers(all), 5)
	holm(pointers(some), 5)
	if !slices.Equal(some, []float64{all[0], all[2], all[4]}) || all[1] != 1 || all[3] != 1 {
		t.Errorf("%v and %v", all, some)
	}
}

// Small samples have the median that benchmath gives them, and no interval, where
// benchmath encloses that of five from above only.
func TestSummarize(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := 1; n <= 12; n++ {
		v := noise(rng, n, 1, 0.02)
		slices.Sort(v)
		got, want := summarize(v), benchmath.AssumeNothing.Summary(sample(v), confidence)
		if n < enclosed {
			want.Lo, want.Hi = math.Inf(-1), math.Inf(1)
		}
		if math.Abs(got.Median-want.Center) > 1e-12*want.Center || got.Lo != want.Lo || got.Hi != want.Hi || got.N != n {
			t.Errorf("%d values: %+v, expected %+v", n, got, want)
		}
	}
}

// enumerated is the p value by its definition: the share of all ways of dealing
// the values to the samples in which the rank sum is as low as, or as high as,
// observed, whichever is less; and twice that.
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

func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var test tester
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
		if got := test.exact(x, y); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v and %v: %v, expected %v", x, y, got, want)
		}
	}
}

// Without equal values benchmath's p values are the same.
func TestExactUntied(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var test tester
	for _, n := range [][2]int{{1, 1}, {4, 4}, {3, 12}, {10, 10}, {25, 25}} {
		x, y := noise(rng, n[0], 1, 0.02), noise(rng, n[1], 1.01, 0.02)
		a := benchmath.NewSample(x, &benchmath.DefaultThresholds)
		b := benchmath.NewSample(y, &benchmath.DefaultThresholds)
		want := benchmath.AssumeNothing.Compare(a, b).P
		if got := test.exact(a.Values, b.Values); math.Abs(got-want) > 1e-12 {
			t.Errorf("n=%v: %v, expected %v", n, got, want)
		}
	}
}

// noise returns n measurements of about 100, with heavy tails.
func noise(rng *rand.Rand, n int, factor, spread float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		x := rng.NormFloat64() * spread
		if rng.IntN(10) == 0 {
			x += rng.ExpFloat64() * 5 * spread
		}
		v[i] = 100 * factor * math.Exp(x)
	}
	return v
}

// judged is the row of a benchmark whose time changes by a factor, and the
// smallest change that it would have seen.
func judged(rng *rand.Rand, n int, factor, spread float64) (row Row, seen float64) {
	const alpha = 0.05
	var s scratch
	s.load(noise(rng, n, 1, spread), noise(rng, n, factor, spread))
	row = s.measure(false)
	row.Verdict = row.judge(-1, 0, s.p() <= alpha)
	return row, s.seen(&row, alpha)
}

// The size of the test: a change is found in unchanged code at most as often as
// promised, and the interval holds the truth as often as promised.
func TestSize(t *testing.T) {
	const trials = 2000
	rng := rand.New(rand.NewPCG(3, 4))
	changed, outside := 0, 0
	for range trials {
		row, _ := judged(rng, 10, 1, 0.02)
		if row.Verdict == Regression || row.Verdict == Improvement {
			changed++
		}
		if row.Lo > 0 || row.Hi < 0 {
			outside++
		}
	}
	// 5% and three standard deviations.
	if most := trials * 65 / 1000; changed > most || outside > most {
		t.Errorf("of %d: %d changes and %d intervals beside the truth, expected at most %d", trials, changed, outside, most)
	}
}

// The power: changes of the size that a comparison says it would have seen are
// seen about four times in five, and smaller ones less often.
func TestPower(t *testing.T) {
	const trials = 400
	for _, n := range []int{6, 10, 30} {
		rng := rand.New(rand.NewPCG(5, uint64(n)))
		seen := make([]float64, trials)
		for i := range seen {
			_, seen[i] = judged(rng, n, 1, 0.02)
		}
		slices.Sort(seen)
		size := seen[trials/2]
		found := func(size float64) (count int) {
			for range trials {
				if row, _ := judged(rng, n, 1+size, 0.02); row.Verdict == Regression {
					count++
				}
			}
			return count
		}
		if full, half := found(size), found(size/3); full < trials*65/100 || full > trials*96/100 || half > trials*40/100 {
			t.Errorf("n=%d: a change of %.1f%% was found in %d of %d, a third of it in %d", n, 100*size, full, trials, half)
		}
	}
}
