package compare

import (
	"fmt"
	"math"
	"strconv"

	"mexlab/track/stat"
)

// A Row is one benchmark in a Table, with all its figures.
type Row struct {
	Name     string
	Old, New Summary
	Exact    bool // a count that repeats exactly on both sides
	// Delta is the change of the median as a fraction of the old one, and Lo to
	// Hi encloses the change with 95% confidence. NaN and infinities stand for
	// what is not known.
	Delta, Lo, Hi float64
	// Family is the p value corrected for the number of rows; NaN when Exact.
	Family  float64
	Verdict Verdict
}

// A Summary is the median of one side, enclosed with 95% confidence by Lo and
// Hi; these are infinite for fewer than six results.
type Summary struct {
	N              int
	Median, Lo, Hi float64
}

// measure returns what the values say, up to the verdict.
func (s *scratch) measure(exact bool) Row {
	r := Row{Old: summarize(s.old), New: summarize(s.new), Delta: math.NaN(), Family: math.NaN()}
	switch {
	case r.Old.Median == r.New.Median:
		r.Delta = 0
	case r.Old.Median != 0:
		r.Delta = (r.New.Median - r.Old.Median) / math.Abs(r.Old.Median)
	}
	if r.Exact = exact && s.constant(); r.Exact {
		r.Lo, r.Hi = r.Delta, r.Delta
	} else {
		r.Lo, r.Hi = s.interval(r.Old.Median, 1-confidence)
	}
	return r
}

// judge decides; sure tells whether there is evidence that the row has changed.
func (r *Row) judge(better int, threshold float64, sure bool) Verdict {
	if better == 0 {
		return NotGated
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
	if r.Exact {
		threshold, sure = 0, true // one more is worse
	}
	switch {
	case sure && worse > threshold:
		return Regression
	case sure && worse < -threshold:
		return Improvement
	case most <= threshold && least >= -threshold:
		return Unchanged
	case most <= threshold:
		return NoWorse
	}
	return Inconclusive
}

// power is the chance of finding a change of the size that seen returns.
const power = 0.8

// seen returns the smallest change of the row that would have been found at
// level alpha with chance power, +Inf when none: as wide as half the interval at
// that level, and as much more as the normal distribution asks for the power.
func (s *scratch) seen(r *Row, alpha float64) float64 {
	lo, hi := s.interval(r.Old.Median, alpha)
	half := (math.Log1p(hi) - math.Log1p(lo)) / 2
	if lo <= -1 || math.IsNaN(half) {
		half = math.Log1p((hi - lo) / 2)
	}
	z := stat.NormalQuantile(1 - alpha/2)
	return math.Expm1(half * (1 + stat.NormalQuantile(power)/z))
}

// why says more about the verdict of a row that s has measured, "" when there is
// no more. The family has size rows.
func (s *scratch) why(r *Row, opt Options, size int) string {
	switch {
	case r.Verdict == NotGated:
		return "no telling whether more is better"
	case r.Exact && r.Verdict != Unchanged:
		return "an exact count"
	case r.Verdict != Inconclusive && math.IsNaN(r.Delta):
		return "from zero, so there is no percentage"
	case r.Verdict != Inconclusive:
		return ""
	}
	alpha := opt.Alpha / float64(size)
	if n := stat.MinSamples(alpha); min(r.Old.N, r.New.N) < n {
		fewest := strconv.Itoa(n)
		return strconv.Itoa(r.Old.N) + " + " + strconv.Itoa(r.New.N) + " results could not have shown a change of any size; " +
			fewest + " + " + fewest + " can"
	}
	switch seen := s.seen(r, alpha); {
	case math.IsInf(seen, 1):
		return "the old median is zero, so there is no percentage"
	case seen <= opt.Threshold:
		return fmt.Sprintf("%s to %s is on both sides of %s", signed(r.Lo), signed(r.Hi), percent(opt.Threshold))
	default:
		return fmt.Sprintf("the smallest change this could have seen is %s", percent(seen))
	}
}
