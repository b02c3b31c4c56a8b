package compare

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// measure fills in what the values say, up to the verdict.
func (r *Row) measure(old, new []float64, exact bool) {
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
	r.P = benchmath.AssumeNothing.Compare(a, b).P
	r.values[0], r.values[1] = a.Values, b.Values
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
func (r *Row) judge(opt Options, size int) {
	defer func() { r.values = [2][]float64{} }()
	if r.Better == 0 {
		r.Verdict, r.Why = NotGated, fmt.Sprintf("no telling whether more %s is better", clean(r.Unit))
		return
	}
	// From here on, more is worse.
	worse, least, most := r.Delta, r.Lo, r.Hi
	if r.Better > 0 {
		worse, least, most = -r.Delta, -r.Hi, -r.Lo
	}
	if math.IsNaN(r.P) {
		r.judgeCount(worse)
		return
	}
	r.Seen = r.seen(opt.Alpha / float64(size))
	sure := r.Family <= opt.Alpha
	switch {
	case sure && math.IsNaN(worse):
		r.judgeFromZero()
	case sure && worse > opt.Threshold:
		r.Verdict = Regression
	case sure && worse < -opt.Threshold:
		r.Verdict = Improvement
	case most <= opt.Threshold && least >= -opt.Threshold:
		r.Verdict = Unchanged
	case most <= opt.Threshold:
		r.Verdict = NoWorse
	default:
		r.Verdict, r.Why = Inconclusive, r.why(opt, size)
	}
}

// judgeCount judges counts that repeat exactly: one more is worse.
func (r *Row) judgeCount(worse float64) {
	switch {
	case r.Old.Median == r.New.Median:
		r.Verdict = Unchanged
	case worse > 0 || math.IsNaN(worse) && r.rises() == (r.Better < 0):
		r.Verdict = Regression
	default:
		r.Verdict = Improvement
	}
	if r.Verdict != Unchanged {
		r.Why = "an exact count"
	}
}

// judgeFromZero judges a sure change from zero, which has no size in percent.
func (r *Row) judgeFromZero() {
	r.Verdict = Improvement
	if r.rises() == (r.Better < 0) {
		r.Verdict = Regression
	}
	r.Why = "from zero, so there is no percentage"
}

func (r *Row) rises() bool { return r.New.Median > r.Old.Median }

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

// why explains what is not known.
func (r *Row) why(opt Options, size int) string {
	alpha := opt.Alpha / float64(size)
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
