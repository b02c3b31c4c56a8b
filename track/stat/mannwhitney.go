package stat

import "golang.org/x/perf/benchmath"

// tiesLimit is the largest sample with ties whose p value benchmath has exactly.
const tiesLimit = 25

// MannWhitney is the two-sided rank test of H. Mann and D. Whitney, "On a test
// of whether one of two random variables is stochastically larger than the
// other", Annals of Mathematical Statistics 18 (1947). The zero value is ready;
// it keeps its memory from one test to the next.
//
// The p values are benchmath's, except for small samples with equal values, as
// rounded times have them. For those benchmath takes the distribution of the
// first sample's U even if U is the second's. With ties the two differ: for 1 1
// 2 and 0 0 0 1 it says 0.057. For 0 0 0 1 and 1 1 2 it says 0.171, which is
// right. It also takes far longer.
type MannWhitney struct {
	groups []group
	ways   []float64
	row    [][]float64 // parts of ways
}

// A group of equal values has the mean of their ranks, doubled so that it is whole.
type group struct{ rank, size, fromX int }

// P returns the probability that two samples of one distribution differ at
// least as much as x and y, which are sorted.
func (t *MannWhitney) P(x, y []float64) float64 {
	if max(len(x), len(y)) <= tiesLimit {
		t.rank(x, y)
		if tied := len(t.groups) < len(x)+len(y); tied || len(x) == 1 && len(y) == 1 {
			return t.exact(len(x), len(y))
		}
	}
	sample := func(sorted []float64) *benchmath.Sample {
		return &benchmath.Sample{Values: sorted, Thresholds: &benchmath.DefaultThresholds}
	}
	return benchmath.AssumeNothing.Compare(sample(x), sample(y)).P
}

// rank sets the groups of two sorted samples.
func (t *MannWhitney) rank(x, y []float64) {
	t.groups = t.groups[:0]
	for i, j := 0, 0; i < len(x) || j < len(y); {
		before, fromX := i+j, i
		var v float64
		if j == len(y) || i < len(x) && x[i] <= y[j] {
			v = x[i]
		} else {
			v = y[j]
		}
		for i < len(x) && x[i] == v {
			i++
		}
		for j < len(y) && y[j] == v {
			j++
		}
		t.groups = append(t.groups, group{before + 1 + i + j, i + j - before, i - fromX})
	}
}

// exact returns the p value of the groups of n1 and n2 values. It counts in how
// many ways the ranks of the lower sample can be chosen, and in how many of them
// the sum is no greater than observed: J. Klotz, "The Wilcoxon, ties, and the
// computer", Journal of the American Statistical Association 61 (1966).
func (t *MannWhitney) exact(n1, n2 int) float64 {
	bound := 0 // the sum of ranks of the lower sample
	for _, g := range t.groups {
		bound += g.fromX * g.rank
	}
	// With ties it need not be symmetric: the distribution is the lower sample's.
	switch u := bound - n1*(n1+1); {
	case u == n1*n2:
		return 1
	case u > n1*n2:
		bound = (n1+n2)*(n1+n2+1) - bound
		n1, n2 = n2, n1
	}

	// row[j][s] counts the choices of j values with sum s. Only choices count
	// that can stay within the bound: the values to come are no lower.
	if need := (n1 + 1) * (bound + 1); len(t.ways) < need {
		t.ways = make([]float64, need)
	}
	t.row = t.row[:0]
	for j := range n1 + 1 {
		t.row = append(t.row, t.ways[j*(bound+1):(j+1)*(bound+1)])
		clear(t.row[j])
	}
	t.row[0][0] = 1
	for _, g := range t.groups {
		r := g.rank
		for j := n1; j > 0; j-- {
			to := t.row[j]
			most := bound - (n1-j)*r
			binomial := 1.0
			for k := 1; k <= min(j, g.size) && most >= k*r; k++ {
				binomial *= float64(g.size-k+1) / float64(k)
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
