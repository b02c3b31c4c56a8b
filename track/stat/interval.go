package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"sync"

	"github.com/aclements/go-moremath/mathx"
	"github.com/aclements/go-moremath/stats"
)

// resamples is the number of bootstrap samples. Each end of a 95% interval then
// rests on 50 of them.
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
		medians[i] = MedianSorted(again)
	}
	slices.Sort(medians)
	tail := (1 - confidence) / 2
	return Interval{
		Low:  QuantileSorted(medians, tail),
		High: QuantileSorted(medians, 1-tail),
	}
}

// AtMost is the largest probability of an event that is believable, with the
// given confidence, after seeing it in seen of n trials. AtLeast is the smallest:
// C. Clopper and E. Pearson, "The use of confidence or fiducial limits
// illustrated in the case of the binomial", Biometrika 26 (1934). Without trials
// they are 1 and 0. They are good to nine digits, for up to 100,000 trials.
func AtMost(seen, n int, confidence float64) float64 {
	if seen >= n {
		return 1
	}
	// The bound is a quantile of a beta distribution.
	low, high := 0.0, 1.0
	for range 64 {
		mid := (low + high) / 2
		if mathx.BetaInc(mid, float64(seen+1), float64(n-seen)) < confidence {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// AtLeast is the smallest probability, see AtMost.
func AtLeast(seen, n int, confidence float64) float64 {
	return 1 - AtMost(n-seen, n, confidence)
}

// exactLimit is the largest sample for which the distribution of U is computed.
// Beyond it the normal approximation is good to three digits.
const exactLimit = 50

// critical returns the largest c for which the c-th smallest and the c-th
// largest of the n1*n2 differences between two samples enclose their shift with
// confidence 1-alpha or more: 2 P(U < c) <= alpha, with the U of Mann and
// Whitney. It is 0 if the samples are too small.
func critical(n1, n2 int, alpha float64) int {
	key := [3]float64{float64(n1), float64(n2), alpha}
	if c, ok := criticals.Load(key); ok {
		return c.(int)
	}
	c := 0
	if n1 <= exactLimit && n2 <= exactLimit {
		u := stats.UDist{N1: n1, N2: n2}
		c = sort.Search(n1*n2/2, func(c int) bool { return 2*u.CDF(float64(c)) > alpha })
	} else {
		m := float64(n1) * float64(n2)
		sd := math.Sqrt(m * float64(n1+n2+1) / 12)
		c = max(0, int(m/2-NormalQuantile(1-alpha/2)*sd))
	}
	criticals.Store(key, c)
	return c
}

// criticals remembers what critical returned: benchmarks of a file mostly share it.
var criticals sync.Map

// ShiftInterval returns the interval that encloses the shift from x to y, both
// sorted, with confidence 1-alpha. It is Hodges and Lehmann's, which belongs to
// the Mann-Whitney test: M. Hollander, D. Wolfe and E. Chicken, "Nonparametric
// Statistical Methods", 3rd ed., section 4.3. For too small samples it is infinite.
func ShiftInterval(x, y []float64, alpha float64) (lo, hi float64) {
	c := critical(len(x), len(y), alpha)
	if c == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return difference(x, y, c), difference(x, y, len(x)*len(y)+1-c)
}

// difference returns the k-th smallest, from 1, of all y[j]-x[i], to the last
// bits. It does not list them: those of large samples do not fit in memory.
func difference(x, y []float64, k int) float64 {
	lo, hi := y[0]-x[len(x)-1], y[len(y)-1]-x[0]
	if atMost(x, y, lo) >= k {
		return lo
	}
	for range 60 { // atMost(lo) < k <= atMost(hi)
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if atMost(x, y, mid) >= k {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// atMost counts the differences y[j]-x[i] that are at most d.
func atMost(x, y []float64, d float64) int {
	n, j := 0, 0
	for _, v := range x {
		for j < len(y) && y[j]-v <= d {
			j++
		}
		n += j
	}
	return n
}

// MinSamples returns the smallest size of two samples that can differ at level
// alpha at all: 2 / C(2n, n) <= alpha.
func MinSamples(alpha float64) int {
	ways := 1.0
	for n := 1; ; n++ {
		ways *= float64(2*n) * float64(2*n-1) / float64(n*n)
		if 2/ways <= alpha {
			return n
		}
	}
}
