package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

// Small samples have the same median as in benchmath, but no interval: benchmath
// encloses the median of five values from above only.
func TestSummarize(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := 1; n <= 12; n++ {
		v := noise(rng, n, 1, 0.02)
		slices.Sort(v)
		got, want := summarize(v), benchmath.AssumeNothing.Summary(benchmath.NewSample(v, &benchmath.DefaultThresholds), confidence)
		if n < minEnclosed {
			want.Lo, want.Hi = math.Inf(-1), math.Inf(1)
		}
		if math.Abs(got.median-want.Center) > 1e-12*want.Center || got.low != want.Lo || got.high != want.Hi || got.n != n {
			t.Errorf("%d values: %+v, expected %+v", n, got, want)
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

// judged returns the row of a benchmark with a time that changes by a factor, and
// the smallest change that it would have seen.
func judged(rng *rand.Rand, n int, factor, spread float64) (row figures, seen float64) {
	const alpha = 0.05
	var m measurer
	m.load(noise(rng, n, 1, spread), noise(rng, n, factor, spread))
	row = m.measure(false)
	row.verdict = row.judge(-1, 0, m.p() <= alpha)
	return row, m.minDetectable(&row, alpha)
}

// The size of the test: in unchanged code a change is found at most as often as
// promised, and the interval contains the truth as often as promised.
func TestSize(t *testing.T) {
	const trials = 2000
	rng := rand.New(rand.NewPCG(3, 4))
	changed, outside := 0, 0
	for range trials {
		row, _ := judged(rng, 10, 1, 0.02)
		if row.verdict == Regression || row.verdict == Improvement {
			changed++
		}
		if row.low > 0 || row.high < 0 {
			outside++
		}
	}
	// 5% and three standard deviations.
	if most := trials * 65 / 1000; changed > most || outside > most {
		t.Errorf("of %d: %d changes and %d intervals beside the truth, expected at most %d", trials, changed, outside, most)
	}
}

// The power: a change as large as minDetectable is seen about four times in
// five, a smaller one less often.
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
				if row, _ := judged(rng, n, 1+size, 0.02); row.verdict == Regression {
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
