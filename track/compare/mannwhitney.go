package compare

import (
	"math"

	"golang.org/x/perf/benchmath"
)

// tiesLimit is the largest sample for which benchmath's p value is exact when
// values are equal.
const tiesLimit = 25

// A tester computes p values of the Mann-Whitney test. It keeps its memory from
// one to the next.
type tester struct {
	ways []float64
	row  [][]float64 // parts of ways
}

// p returns the two-sided p value of two sorted samples: benchmath's, but for small
// samples with equal values, as rounded times have, one computed here. For those
// benchmath takes the distribution of the first sample's U where the second's is
// the lower one. With ties they differ: for 1 1 2 and 0 0 0 1 it says 0.057, and
// 0.171, which is right, when they change places. It also takes far longer.
func (t *tester) p(x, y []float64) float64 {
	if n := max(len(x), len(y)); n > tiesLimit || n > 1 && !tied(x, y) {
		return benchmath.AssumeNothing.Compare(sample(x), sample(y)).P
	}
	return t.exact(x, y)
}

// tied tells whether two sorted samples have a value twice.
func tied(x, y []float64) bool {
	i, j := 0, 0
	last := math.NaN()
	for i < len(x) || j < len(y) {
		var v float64
		if j == len(y) || i < len(x) && x[i] <= y[j] {
			v, i = x[i], i+1
		} else {
			v, j = y[j], j+1
		}
		if v == last {
			return true
		}
		last = v
	}
	return false
}

// exact counts the ways of choosing the ranks of the lower sample, equal values
// having the mean of their ranks (Klotz, The Wilcoxon, Ties, and the Computer,
// 1966): those with a sum no greater than observed, among all. Ranks are
// doubled, to be integers.
func (t *tester) exact(x, y []float64) float64 {
	n1, n2 := len(x), len(y)
	var ranks, sizes [2 * tiesLimit]int // of groups of equal values
	groups, sum := 0, 0
	for i, j := 0, 0; i < n1 || j < n2; groups++ {
		before, fromX := i+j, i
		var v float64
		if j == n2 || i < n1 && x[i] <= y[j] {
			v = x[i]
		} else {
			v = y[j]
		}
		for i < n1 && x[i] == v {
			i++
		}
		for j < n2 && y[j] == v {
			j++
		}
		ranks[groups], sizes[groups] = before+1+i+j, i+j-before
		sum += (i - fromX) * ranks[groups]
	}
	// With ties the distribution need not be symmetric, so it has to be that of
	// the sample which is low.
	switch u := sum - n1*(n1+1); {
	case u == n1*n2:
		return 1
	case u > n1*n2:
		return t.exact(y, x)
	}
	bound := sum

	// row[j][s] counts the choices of j values with sum s. A choice is of use
	// while the values that are missing, none below those seen, can keep the sum
	// within the bound.
	if need := (n1 + 1) * (bound + 1); len(t.ways) < need {
		t.ways = make([]float64, need)
	}
	t.row = t.row[:0]
	for j := range n1 + 1 {
		t.row = append(t.row, t.ways[j*(bound+1):(j+1)*(bound+1)])
		clear(t.row[j])
	}
	t.row[0][0] = 1
	for g, r := range ranks[:groups] {
		for j := n1; j > 0; j-- {
			to := t.row[j]
			most := bound - (n1-j)*r
			binomial := 1.0
			for k := 1; k <= min(j, sizes[g]) && most >= k*r; k++ {
				binomial *= float64(sizes[g]-k+1) / float64(k)
				from := t.row[j-k][:most-k*r+1]
				shifted := to[k*r : most+1]
				for s, w := range from {
					shifted[s] += binomial * w
				}
			}
		}
	}
	few := 0.0
	for _, w := range t.row[n1] {
		few += w
	}
	all := 1.0
	for i := range n1 {
		all *= float64(n1+n2-i) / float64(i+1)
	}
	return min(1, 2*few/all)
}
