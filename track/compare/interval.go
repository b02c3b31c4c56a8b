package compare

import (
	"math"
	"sync"

	"github.com/aclements/go-moremath/stats"
)

// exactLimit is the largest sample for which the distribution of U is computed;
// beyond it the normal approximation is good to three digits.
const exactLimit = 50

// critical returns the largest c for which the c-th smallest and the c-th
// largest of the n1*n2 differences between two samples enclose their shift with
// confidence 1-alpha or more: 2 P(U < c) <= alpha, where U is Mann and
// Whitney's. It is 0 when the samples are too small for that.
func critical(n1, n2 int, alpha float64) int {
	if n1 == 0 || n2 == 0 {
		return 0
	}
	key := criticalKey{n1, n2, alpha}
	if c, ok := criticals.Load(key); ok {
		return c.(int)
	}
	c := 0
	if n1 <= exactLimit && n2 <= exactLimit {
		u := stats.UDist{N1: n1, N2: n2}
		lo, hi := 0, n1*n2/2+1 // 2 P(U < lo) <= alpha < 2 P(U < hi)
		for hi-lo > 1 {
			mid := (lo + hi) / 2
			if 2*u.CDF(float64(mid-1)) <= alpha {
				lo = mid
			} else {
				hi = mid
			}
		}
		c = lo
	} else {
		m := float64(n1) * float64(n2)
		sd := math.Sqrt(m * float64(n1+n2+1) / 12)
		c = max(0, int(m/2-normalQuantile(1-alpha/2)*sd))
	}
	criticals.Store(key, c)
	return c
}

type criticalKey struct {
	n1, n2 int
	alpha  float64
}

// criticals remembers critical, which is the same for every benchmark of a file.
var criticals sync.Map

// normalQuantile is the inverse of the standard normal distribution.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// shift returns the interval that encloses the shift from x to y, both sorted,
// with confidence 1-alpha: Hodges and Lehmann's, the one that belongs to the
// Mann-Whitney test (Hollander, Wolfe and Chicken, Nonparametric Statistical
// Methods, 3rd ed., section 4.3). It is infinite for samples too small.
func shift(x, y []float64, alpha float64) (lo, hi float64) {
	c := critical(len(x), len(y), alpha)
	if c == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return difference(x, y, c), difference(x, y, len(x)*len(y)+1-c)
}

// difference returns the k-th smallest, from 1, of all y[j]-x[i], to the last
// bits, without writing them down: the products of large samples do not fit.
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

// enough returns the smallest number of results a side with which two samples
// can differ at level alpha at all: 2 / C(2n, n) <= alpha.
func enough(alpha float64) int {
	ways := 1.0
	for n := 1; ; n++ {
		ways *= float64(2*n) * float64(2*n-1) / float64(n*n)
		if 2/ways <= alpha {
			return n
		}
	}
}
