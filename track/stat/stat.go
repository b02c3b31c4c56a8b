// Package stat holds the statistics of regression tracking: whether one of two
// things is slower than the other, by how much, and since when. It knows
// nothing of benchmarks; all it takes is numbers.
//
// Two samples, for "mexlab compare": [MannWhitney] tests whether they differ,
// [ShiftInterval] says by how much, [MinSamples] how many results that takes,
// and [Holm] corrects p values for the number of tests.
//
// Pairs that come in one after the other, for "mexlab gate": a [Sequence] takes
// a pair at a time until it can decide. It tests with [SignedRank] after every
// pair, spends its probability of a false alarm over time (alphaspending.go),
// and states a [MedianInterval]. What pairs in several layouts of the code say has to
// hold for all layouts (layout.go). A sequence also knows when further pairs will
// hardly accuse (futility.go), and when processes of one version do not do the same
// (unalike.go). [AtMost] and [AtLeast] bound how often a gate is wrong.
//
// A series over time, for "mexlab history": [ChangePoints] finds where its level
// changes.
//
// Methods are those of go-moremath and x/perf, except what these lack (signed
// ranks, shifts, change points) or get wrong: see MannWhitney.
package stat

import (
	"cmp"
	"math"
	"slices"
)

// Median returns the middle of x, which must not be empty.
func Median(x []float64) float64 { return MedianSorted(slices.Sorted(slices.Values(x))) }

// MedianSorted is Median for values that are in order. It takes no memory.
func MedianSorted(x []float64) float64 {
	low, high := x[(len(x)-1)/2], x[len(x)/2]
	return low + (high-low)/2
}

// QuantileSorted is the inverse of the empirical distribution of values that are
// in order, without interpolation: the least value with a share of q or more of
// the values at or below it.
func QuantileSorted(x []float64, q float64) float64 {
	return x[max(0, int(math.Ceil(q*float64(len(x))))-1)]
}

// NormalQuantile is the inverse of the standard normal distribution.
func NormalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// normalAbove is the probability that a standard normal variable exceeds x.
func normalAbove(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// Holm adjusts the p values of a family of tests. If all hypotheses with adjusted
// values up to a are rejected, the probability that a true one is among them is
// at most a. S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6 (1979).
func Holm(p []float64) []float64 {
	order := make([]int32, len(p))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = least
	}
	return adjusted
}
