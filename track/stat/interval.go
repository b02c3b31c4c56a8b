package stat

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Median returns the middle of x, which must not be empty.
func Median(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return middle(sorted)
}

func middle(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// resamples is the number of bootstrap samples: the ends of a 95% interval
// then rest on 50 of them each.
const resamples = 2000

// An Interval is a range in which a median is believed to lie.
type Interval struct{ Low, High float64 }

// MedianInterval is the percentile bootstrap interval of the median: B. Efron,
// "Bootstrap methods: another look at the jackknife", Annals of Statistics 7
// (1979). The same x gives the same interval.
func MedianInterval(x []float64, confidence float64) Interval {
	r := rand.New(rand.NewPCG(1, uint64(len(x))))
	medians := make([]float64, resamples)
	again := make([]float64, len(x))
	for i := range medians {
		for j := range again {
			again[j] = x[r.IntN(len(x))]
		}
		slices.Sort(again)
		medians[i] = middle(again)
	}
	slices.Sort(medians)
	tail := (1 - confidence) / 2
	return Interval{
		Low:  stat.Quantile(tail, stat.Empirical, medians, nil),
		High: stat.Quantile(1-tail, stat.Empirical, medians, nil),
	}
}
