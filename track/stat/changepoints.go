package stat

import (
	"math"
	"slices"
)

// shortest is the fewest points between two changes. One may be an accident.
const shortest = 2

// ChangePoints returns where the level of a series changes: the indices of the
// first points at a new level, in order. It minimizes the sum of squared
// distances from the means of the segments plus a penalty for each segment, by
// PELT: R. Killick, P. Fearnhead and I. Eckley, "Optimal detection of
// changepoints with a linear computational cost", Journal of the American
// Statistical Association 107 (2012). The noise is estimated from the
// differences between neighbours, because a change of level affects only one.
func ChangePoints(y []float64) []int {
	n := len(y)
	if n < 2*shortest+1 {
		return nil
	}
	sigma := noise(y)
	if sigma == 0 { // exact counts: any difference is a change
		sigma = 1e-9 * max(1, math.Abs(y[0]))
	}
	return pelt(y, penalty(n)*sigma*sigma)
}

// penalty is the price of a change for n points of noise 1. The logarithm is
// Schwarz's criterion with three parameters for a change. The rest is for short
// series: their noise is hard to estimate. With both, a change is found in at
// most 5% of the series that have none: the tests simulate that.
func penalty(n int) float64 { return 3*math.Log(float64(n)) + 90/float64(n) }

// noise estimates the standard deviation of a series around its levels from the
// median of the differences between neighbours: 0.6745 is the upper normal quartile.
func noise(y []float64) float64 {
	d := make([]float64, len(y)-1)
	for i := range d {
		d[i] = math.Abs(y[i+1] - y[i])
	}
	return Median(d) / (0.6745 * math.Sqrt2)
}

// pelt returns the changes of y's mean at a price each.
func pelt(y []float64, price float64) []int {
	n := len(y)
	// Sums of values and squares, around the mean to keep the digits.
	mean := 0.0
	for _, v := range y {
		mean += v / float64(n)
	}
	sum, square := make([]float64, n+1), make([]float64, n+1)
	for i, v := range y {
		sum[i+1] = sum[i] + (v - mean)
		square[i+1] = square[i] + (v-mean)*(v-mean)
	}
	cost := func(from, to int) float64 {
		s := sum[to] - sum[from]
		return max(0, square[to]-square[from]-s*s/float64(to-from))
	}

	best := make([]float64, n+1) // of y[:t]
	last := make([]int, n+1)     // where the last segment of y[:t] begins
	best[0] = -price
	type candidate struct {
		at    int
		until int // of no use to segments that end here or later
	}
	candidates := []candidate{{0, math.MaxInt}}
	for t := shortest; t <= n; t++ {
		if at := t - shortest; at >= shortest {
			candidates = append(candidates, candidate{at, math.MaxInt})
		}
		candidates = slices.DeleteFunc(candidates, func(c candidate) bool { return t >= c.until })
		best[t] = math.Inf(1)
		for _, c := range candidates {
			if v := best[c.at] + cost(c.at, t) + price; v < best[t] {
				best[t], last[t] = v, c.at
			}
		}
		// Once a change at t is cheaper, a segment from c.at cannot win any more,
		// as soon as a segment from t is long enough.
		for i, c := range candidates {
			if c.until == math.MaxInt && best[c.at]+cost(c.at, t) > best[t] {
				candidates[i].until = t + shortest
			}
		}
	}
	var changes []int
	for t := n; last[t] > 0; t = last[t] {
		changes = append(changes, last[t])
	}
	slices.Reverse(changes)
	return changes
}
