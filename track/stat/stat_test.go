package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Critical values of the signed-rank test. W is the smaller of the two sums; for n
// pairs without ties, these are the largest with a one-sided p of at most 0.05,
// 0.025, 0.01 and 0.005. From F. Wilcoxon and R. Wilcox, "Some rapid approximate statistical procedures"
// (1964), table 2; -1 stands for none.
var criticalValues = []struct {
	n int
	w [4]int
}{
	{5, [4]int{0, -1, -1, -1}},
	{6, [4]int{2, 0, -1, -1}},
	{7, [4]int{3, 2, 0, -1}},
	{8, [4]int{5, 3, 1, 0}},
	{9, [4]int{8, 5, 3, 1}},
	{10, [4]int{10, 8, 5, 3}},
	{12, [4]int{17, 13, 9, 7}},
	{15, [4]int{30, 25, 19, 15}},
	{20, [4]int{60, 52, 43, 37}},
	{25, [4]int{100, 89, 76, 68}},
	{30, [4]int{151, 137, 120, 109}},
}

// withNegativeSum returns n differences whose negative ranks have the given sum.
func withNegativeSum(n, sum int) []float64 {
	d := make([]float64, n)
	for i := n; i >= 1; i-- {
		d[i-1] = float64(i)
		if sum >= i {
			d[i-1], sum = -float64(i), sum-i
		}
	}
	return d
}

func TestSignedRankTable(t *testing.T) {
	for _, row := range criticalValues {
		for i, level := range []float64{0.05, 0.025, 0.01, 0.005} {
			w := row.w[i]
			if w >= 0 {
				if p := SignedRank(withNegativeSum(row.n, w), 0); p > level {
					t.Errorf("n=%d, W=%d: p=%v, expected at most %v", row.n, w, p, level)
				}
			}
			if p := SignedRank(withNegativeSum(row.n, w+1), 0); p <= level {
				t.Errorf("n=%d, W=%d: p=%v, expected more than %v", row.n, w+1, p, level)
			}
		}
	}
}

func TestSignedRank(t *testing.T) {
	for _, test := range []struct {
		d      []float64
		center float64
		want   float64
	}{
		{nil, 0, 1},
		{[]float64{1, 1}, 1, 1},
		{[]float64{1}, 0, 0.5},
		{[]float64{-1}, 0, 1},
		{[]float64{1, 2, 3, 4, 5}, 0, 1.0 / 32},
		{[]float64{1, 1, 1, 1, 1}, 0, 1.0 / 32},
		{[]float64{1, 1, -1}, 0, 4.0 / 8},           // ranks 2, 2, 2: three or two positive of three
		{[]float64{-1, 2, 2}, 0, 2.0 / 8},           // ranks 1, 2.5, 2.5: a sum of 5 or more
		{[]float64{11, 12, 13, 14, 15}, 12, 0.1875}, // -1, 1, 2, 3: ranks 1.5, 1.5, 3, 4: 8.5 or more
	} {
		if p := SignedRank(test.d, test.center); math.Abs(p-test.want) > 1e-12 {
			t.Errorf("%v about %v: %v, expected %v", test.d, test.center, p, test.want)
		}
	}
}

// The approximation joins the exact distribution where it takes over.
func TestSignedRankNormal(t *testing.T) {
	ranks := make([]int, exactPairs)
	total := 0
	for i := range ranks {
		ranks[i] = 2 * (i + 1)
		total += ranks[i]
	}
	for _, share := range []float64{0.5, 0.55, 0.6, 0.65} {
		sum := int(share*float64(total)) / 2 * 2
		exact, normal := exactTail(ranks, sum), normalTail(ranks, sum)
		if math.Abs(exact-normal) > 0.06*exact {
			t.Errorf("sum %d: exact %v, approximation %v", sum, exact, normal)
		}
	}
}

// R: p.adjust(c(.01, .04, .03, .005), "holm") is .03 .06 .06 .02.
func TestHolm(t *testing.T) {
	for _, test := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.01, 1, 0.3, 1, 0.04}, []float64{0.05, 1, 0.9, 1, 0.16}},
		{[]float64{0.7}, []float64{0.7}},
		{[]float64{0.9, 0.8}, []float64{1, 1}},
		{nil, nil},
	} {
		got := Holm(test.p)
		if !slices.EqualFunc(got, test.want, func(x, y float64) bool { return math.Abs(x-y) <= 1e-15 }) {
			t.Errorf("%v: %v, expected %v", test.p, got, test.want)
		}
	}
}

// The quantile is the inverse of the empirical distribution, as gonum's
// stat.Empirical has it: no value between two others.
func TestQuantileSorted(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for q, want := range map[float64]float64{0: 1, 0.05: 1, 0.1: 1, 0.11: 2, 0.5: 5, 0.51: 6, 0.9: 9, 0.95: 10, 1: 10} {
		if got := QuantileSorted(x, q); got != want {
			t.Errorf("%v: %v, expected %v", q, got, want)
		}
	}
}

// The intervals are those that gonum's stat.Quantile gave.
func TestMedianInterval(t *testing.T) {
	x := []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7}
	for i := range x {
		x[i] = math.Sqrt(x[i])
	}
	for _, test := range []struct {
		n          int
		confidence float64
		want       Interval
	}{
		{14, 0.95, Interval{1.7320508075688772, 2.6389584337646843}},
		{14, 0.9, Interval{1.7320508075688772, 2.449489742783178}},
		{7, 0.99, Interval{1, 3}},
	} {
		got := MedianInterval(x[:test.n], test.confidence)
		if math.Abs(got.Low-test.want.Low) > 1e-15 || math.Abs(got.High-test.want.High) > 1e-15 {
			t.Errorf("%d values, %v: %v, expected %v", test.n, test.confidence, got, test.want)
		}
	}
}

// The 95% interval of a median holds it about 95 times in 100.
func TestMedianIntervalCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const trials = 400
	held := 0
	for range trials {
		x := make([]float64, 16)
		for i := range x {
			x[i] = math.Exp(r.NormFloat64()) // the median is 1
		}
		if in := MedianInterval(x, 0.95); in.Low <= 1 && 1 <= in.High {
			held++
		}
	}
	if held < 365 || held > 395 {
		t.Errorf("held %d of %d medians, expected about 380", held, trials)
	}
}

func TestMedianIntervalRepeats(t *testing.T) {
	x := []float64{3, 1, 4, 1, 5, 9, 2, 6}
	if a, b := MedianInterval(x, 0.95), MedianInterval(x, 0.95); a != b || a.Low > Median(x) || a.High < Median(x) {
		t.Errorf("%v and %v about %v", a, b, Median(x))
	}
}
