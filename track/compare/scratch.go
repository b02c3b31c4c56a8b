package compare

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"mexlab/track/stat"
)

// A scratch is the memory in which rows are measured, one after the other.
type scratch struct {
	old, new         []float64 // the values of a row, sorted
	logOld, logNew   []float64
	logged, positive bool // whether logOld and logNew are there, and make sense
	test             stat.MannWhitney
}

// confidence is that of the intervals shown.
const confidence = 0.95

// enclosed is the fewest results of which an interval encloses the median with
// that confidence: 2 / 2^6 < 5%.
const enclosed = 6

// load takes the values of a row, and leaves them as they are.
func (s *scratch) load(old, new []float64) {
	s.old, s.new = append(s.old[:0], old...), append(s.new[:0], new...)
	slices.Sort(s.old)
	slices.Sort(s.new)
	s.logged, s.positive = false, s.old[0] > 0 && s.new[0] > 0
}

// constant tells whether both sides have always the same number.
func (s *scratch) constant() bool {
	return s.old[0] == s.old[len(s.old)-1] && s.new[0] == s.new[len(s.new)-1]
}

// p returns the p value of the row.
func (s *scratch) p() float64 { return s.test.P(s.old, s.new) }

// interval returns the bounds of the change as a fraction of the old median,
// with confidence 1-alpha: of the ratio where all values are positive, else of
// the difference.
func (s *scratch) interval(oldMedian, alpha float64) (lo, hi float64) {
	if s.positive {
		if !s.logged {
			s.logOld, s.logNew, s.logged = logs(s.logOld, s.old), logs(s.logNew, s.new), true
		}
		lo, hi = stat.ShiftInterval(s.logOld, s.logNew, alpha)
		if math.IsInf(hi, 1) {
			return lo, hi
		}
		return math.Expm1(lo), math.Expm1(hi)
	}
	lo, hi = stat.ShiftInterval(s.old, s.new, alpha)
	base := math.Abs(oldMedian) // infinities for 0: there is no fraction of it
	return over(lo, base), over(hi, base)
}

// over divides, and keeps a zero a zero.
func over(x, base float64) float64 {
	if x == 0 {
		return 0
	}
	return x / base
}

func logs(out, v []float64) []float64 {
	out = out[:0]
	for _, x := range v {
		out = append(out, math.Log(x))
	}
	return out
}

// summarize returns the median of sorted values.
func summarize(sorted []float64) Summary {
	n := len(sorted)
	if n < enclosed {
		return Summary{n, stat.MedianSorted(sorted), math.Inf(-1), math.Inf(1)}
	}
	m := benchmath.AssumeNothing.Summary(&benchmath.Sample{Values: sorted, Thresholds: &benchmath.DefaultThresholds}, confidence)
	return Summary{n, m.Center, m.Lo, m.Hi}
}
