package compare

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// measure fills in what the values say, up to the verdict.
func (r *Row) measure(t *tester, old, new []float64, exact bool) {
	// NewSample sorts what it is given.
	a := benchmath.NewSample(slices.Clone(old), &benchmath.DefaultThresholds)
	b := benchmath.NewSample(slices.Clone(new), &benchmath.DefaultThresholds)
	r.Old, r.New = summarize(a), summarize(b)
	r.Delta = math.NaN()
	switch {
	case r.Old.Median == r.New.Median:
		r.Delta = 0
	case r.Old.Median != 0:
		r.Delta = (r.New.Median - r.Old.Median) / math.Abs(r.Old.Median)
	}
	r.P, r.Family = math.NaN(), math.NaN()
	if exact && constant(a.Values) && constant(b.Values) {
		r.Lo, r.Hi = r.Delta, r.Delta
		return
	}
	r.Seen = math.NaN()
	r.P = t.p(a, b)
	r.values = &[2][]float64{a.Values, b.Values}
	r.Lo, r.Hi = r.interval(1 - confidence)
}

func constant(sorted []float64) bool { return sorted[0] == sorted[len(sorted)-1] }

// interval returns the bounds of the change as a fraction of the old median,
// with confidence 1-alpha: of the ratio where all values are positive, else of
// the difference.
func (r *Row) interval(alpha float64) (lo, hi float64) {
	x, y := r.values[0], r.values[1]
	if x[0] > 0 && y[0] > 0 {
		lo, hi = shift(logs(x), logs(y), alpha)
		return math.Expm1(lo), math.Expm1(hi)
	}
	lo, hi = shift(x, y, alpha)
	if lo == 0 && hi == 0 {
		return 0, 0
	}
	base := math.Abs(r.Old.Median) // infinities for 0: there is no fraction of it
	return over(lo, base), over(hi, base)
}

// over divides, and keeps a zero a zero.
func over(x, base float64) float64 {
	if x == 0 {
		return 0
	}
	return x / base
}

func logs(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = math.Log(x)
	}
	return out
}

// judge decides, once Family is known. The family has size rows.
func (r *Row) judge(better int, opt Options, size int) {
	defer func() { r.values = nil }()
	if better == 0 {
		r.Verdict = NotGated
		return
	}
	// From here on, more is worse.
	worse, least, most := r.Delta, r.Lo, r.Hi
	if better > 0 {
		worse, least, most = -r.Delta, -r.Hi, -r.Lo
	}
	if math.IsNaN(worse) { // a change from zero has a direction but no size
		worse = math.Inf(1)
		if (r.New.Median > r.Old.Median) == (better > 0) {
			worse = math.Inf(-1)
		}
	}
	threshold, sure := opt.Threshold, r.Family <= opt.Alpha
	if r.exact() {
		threshold, sure = 0, true // one more is worse
	} else {
		r.Seen = r.seen(opt.Alpha / float64(size))
	}
	switch {
	case sure && worse > threshold:
		r.Verdict = Regression
	case sure && worse < -threshold:
		r.Verdict = Improvement
	case most <= threshold && least >= -threshold:
		r.Verdict = Unchanged
	case most <= threshold:
		r.Verdict = NoWorse
	default:
		r.Verdict = Inconclusive
	}
}

// exact tells whether the row is of counts that repeat exactly.
func (r *Row) exact() bool { return math.IsNaN(r.P) }

// seen returns the smallest change that would have been found at level alpha
// with chance power: as wide as half the interval at that level, and as much
// more as the normal distribution asks for the power.
func (r *Row) seen(alpha float64) float64 {
	lo, hi := r.interval(alpha)
	half := (math.Log1p(hi) - math.Log1p(lo)) / 2
	if lo <= -1 || math.IsNaN(half) {
		half = math.Log1p((hi - lo) / 2)
	}
	z := normalQuantile(1 - alpha/2)
	return math.Expm1(half * (1 + normalQuantile(power)/z))
}

// why says more about a verdict, "" when there is no more.
func (r *Row) why(opt Options, size int) string {
	alpha := opt.Alpha / float64(size)
	switch {
	case r.Verdict == NotGated:
		return "no telling whether more is better"
	case r.exact() && r.Verdict != Unchanged:
		return "an exact count"
	case r.Verdict != Inconclusive && math.IsNaN(r.Delta):
		return "from zero, so there is no percentage"
	case r.Verdict != Inconclusive:
		return ""
	}
	switch n := enough(alpha); {
	case min(r.Old.N, r.New.N) < n:
		return fmt.Sprintf("%d + %d results could not have shown a change of any size; %d + %d can", r.Old.N, r.New.N, n, n)
	case math.IsInf(r.Seen, 1):
		return "the old median is zero, so there is no percentage"
	case r.Seen <= opt.Threshold:
		return fmt.Sprintf("%s to %s is on both sides of %s", signed(r.Lo), signed(r.Hi), percent(opt.Threshold))
	}
	return fmt.Sprintf("the smallest change this could have seen is %s", percent(r.Seen))
}
