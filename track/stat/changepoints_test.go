package stat

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// optimal returns the least cost. It is pelt without pruning: Jackson et al., "An
// algorithm for optimal partitioning of data on an interval" (2005).
func optimal(y []float64, price float64) float64 {
	n := len(y)
	best := make([]float64, n+1)
	best[0] = -price
	for t := 1; t <= n; t++ {
		best[t] = math.Inf(1)
		for from := 0; from+shortest <= t; from++ {
			best[t] = min(best[t], best[from]+total(y[from:t])+price)
		}
	}
	return best[n]
}

// total is the sum of squared distances from the mean.
func total(y []float64) (sum float64) {
	mean := 0.0
	for _, v := range y {
		mean += v / float64(len(y))
	}
	for _, v := range y {
		sum += (v - mean) * (v - mean)
	}
	return sum
}

func TestPeltIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 400 {
		y := make([]float64, 5+rng.IntN(40))
		level := 0.0
		for i := range y {
			if rng.IntN(8) == 0 {
				level += rng.NormFloat64() * 4
			}
			y[i] = 1000 + level + rng.NormFloat64()
		}
		price := 1 + 10*rng.Float64()
		changes := pelt(y, price)
		found += len(changes)
		sum, from := -price, 0
		for _, to := range append(slices.Clone(changes), len(y)) {
			if to-from < shortest {
				t.Fatalf("%v: a segment from %d to %d", changes, from, to)
			}
			sum += total(y[from:to]) + price
			from = to
		}
		if want := optimal(y, price); math.Abs(sum-want) > 1e-6 {
			t.Fatalf("%v at price %v: %v costs %v, expected %v", y, price, changes, sum, want)
		}
	}
	if found < 400 {
		t.Errorf("%d changes in all: the series are too dull to tell anything", found)
	}
}

func series(rng *rand.Rand, n int) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	return y
}

// The size: series without a change have one in at most 5% of cases.
func TestFalseChanges(t *testing.T) {
	const trials = 1000
	for _, n := range []int{6, 8, 12, 20, 50, 200} {
		rng := rand.New(rand.NewPCG(3, uint64(n)))
		found := 0
		for range trials {
			if ChangePoints(series(rng, n)) != nil {
				found++
			}
		}
		t.Logf("n=%d: %d of %d", n, found, trials)
		if found > trials*7/100 {
			t.Errorf("n=%d: changes in %d of %d series that have none", n, found, trials)
		}
	}
}

// The power: a change by five times the noise is found where it is, or a point
// beside it.
func TestTrueChanges(t *testing.T) {
	const trials = 300
	for _, test := range []struct{ n, at int }{{20, 10}, {50, 10}, {50, 46}, {200, 100}} {
		rng := rand.New(rand.NewPCG(5, uint64(test.n)))
		found := 0
		for range trials {
			y := series(rng, test.n)
			for i := test.at; i < test.n; i++ {
				y[i] += 5
			}
			if slices.ContainsFunc(ChangePoints(y), func(c int) bool { return c >= test.at-1 && c <= test.at+1 }) {
				found++
			}
		}
		t.Logf("n=%d: %d of %d", test.n, found, trials)
		if found < trials*95/100 {
			t.Errorf("n=%d at %d: found in %d of %d", test.n, test.at, found, trials)
		}
	}
}

func TestExactChanges(t *testing.T) {
	for _, test := range []struct {
		y    []float64
		want []int
	}{
		{[]float64{2, 2, 2, 2, 2, 2}, nil},
		{[]float64{2, 2, 2, 3, 3, 3}, []int{3}},
		{[]float64{0, 0, 0, 1, 1, 1, 0, 0}, []int{3, 6}},
		{[]float64{2, 3}, nil},
		{nil, nil},
	} {
		if got := ChangePoints(test.y); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v: %v, expected %v", test.y, got, test.want)
		}
	}
}
