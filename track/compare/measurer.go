package compare

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/perf/benchmath"

	"mexlab/track/stat"
)

// figures are all that is known about a row. There are too many rows to keep
// them: they are computed for the verdict, and again when the row is written.
type figures struct {
	name     string
	old, new summary
	exact    bool // a count that repeats exactly on both sides
	// change, of the median, is a fraction of the old one. low to high encloses it
	// with 95% confidence. NaN and infinities stand for what is not known.
	change, low, high float64
	family            float64 // row.family
	verdict           Verdict
}

// A summary is the median of one side, which low and high enclose with 95%
// confidence. They are infinite for fewer than six results.
type summary struct {
	n                 int
	median, low, high float64
}

// confidence is that of the intervals shown.
const confidence = 0.95

// minEnclosed is the fewest results whose extremes enclose the median with that
// confidence: 2 / 2^6 < 5%.
const minEnclosed = 6

// A measurer measures rows, one after the other, in the same memory.
type measurer struct {
	old, new         []float64 // the values of a row, sorted
	logOld, logNew   []float64
	logged, positive bool // whether logOld and logNew are set, and whether they can be
	test             stat.MannWhitney
}

// load copies and sorts the values of a row.
func (m *measurer) load(old, new []float64) {
	m.old, m.new = append(m.old[:0], old...), append(m.new[:0], new...)
	slices.Sort(m.old)
	slices.Sort(m.new)
	m.logged, m.positive = false, m.old[0] > 0 && m.new[0] > 0
}

// measure returns the figures of the loaded values, without a verdict. If the
// unit is exact, values that never vary need no interval.
func (m *measurer) measure(exact bool) figures {
	f := figures{old: summarize(m.old), new: summarize(m.new), change: math.NaN(), family: math.NaN()}
	switch {
	case f.old.median == f.new.median:
		f.change = 0
	case f.old.median != 0:
		f.change = (f.new.median - f.old.median) / math.Abs(f.old.median)
	}
	constant := func(sorted []float64) bool { return sorted[0] == sorted[len(sorted)-1] }
	if f.exact = exact && constant(m.old) && constant(m.new); f.exact {
		f.low, f.high = f.change, f.change
	} else {
		f.low, f.high = m.interval(f.old.median, 1-confidence)
	}
	return f
}

// summarize returns the median of sorted values.
func summarize(sorted []float64) summary {
	n := len(sorted)
	if n < minEnclosed {
		return summary{n, stat.MedianSorted(sorted), math.Inf(-1), math.Inf(1)}
	}
	s := benchmath.AssumeNothing.Summary(&benchmath.Sample{Values: sorted, Thresholds: &benchmath.DefaultThresholds}, confidence)
	return summary{n, s.Center, s.Lo, s.Hi}
}

func (m *measurer) p() float64 { return m.test.P(m.old, m.new) }

// interval returns the bounds of the change as a fraction of the old median, with
// confidence 1-alpha: of the ratio if all values are positive, else the difference.
func (m *measurer) interval(oldMedian, alpha float64) (low, high float64) {
	if m.positive {
		if !m.logged {
			m.logOld, m.logNew, m.logged = logs(m.logOld, m.old), logs(m.logNew, m.new), true
		}
		low, high = stat.ShiftInterval(m.logOld, m.logNew, alpha)
		if math.IsInf(high, 1) {
			return low, high
		}
		return math.Expm1(low), math.Expm1(high)
	}
	low, high = stat.ShiftInterval(m.old, m.new, alpha)
	base := math.Abs(oldMedian) // 0 makes infinities: there is no fraction of it
	return over(low, base), over(high, base)
}

// over divides, and leaves a zero a zero.
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

// power is the chance of finding a change of the size that minDetectable returns.
const power = 0.8

// minDetectable returns the smallest change that would have been found at level
// alpha with chance power, or +Inf. It is half as wide as the interval at that
// level, plus what the normal distribution asks for the power.
func (m *measurer) minDetectable(f *figures, alpha float64) float64 {
	low, high := m.interval(f.old.median, alpha)
	half := (math.Log1p(high) - math.Log1p(low)) / 2
	if low <= -1 || math.IsNaN(half) {
		half = math.Log1p((high - low) / 2)
	}
	z := stat.NormalQuantile(1 - alpha/2)
	return math.Expm1(half * (1 + stat.NormalQuantile(power)/z))
}

// A geomean is the geometric mean of the medians of a table's benchmarks.
type geomean struct {
	n        int // the benchmarks in it: those with two medians above zero
	old, new float64
}

// geomean returns the geometric mean of a table, with no benchmarks if it has one row.
func (r *Report) geomean(t *Table) geomean {
	var g geomean
	if len(t.rows) < 2 {
		return g
	}
	var sum [2]float64
	medians := make([][2]float64, min(block, len(t.rows)))
	for rows := range slices.Chunk(t.rows, block) {
		measureAll(len(rows), func(m *measurer, i int) {
			row := &r.rows[rows[i]]
			m.load(r.files[0].Values(row.old), r.files[1].Values(row.new))
			medians[i] = [2]float64{stat.MedianSorted(m.old), stat.MedianSorted(m.new)}
		})
		for _, m := range medians[:len(rows)] { // one after the other: the sum is the same on any number of CPUs
			if m[0] > 0 && m[1] > 0 {
				g.n++
				sum[0] += math.Log(m[0])
				sum[1] += math.Log(m[1])
			}
		}
	}
	g.old, g.new = math.Exp(sum[0]/float64(g.n)), math.Exp(sum[1]/float64(g.n))
	return g
}

// change returns the mean change.
func (g geomean) change() float64 { return g.new/g.old - 1 }

// block is how many rows are measured together.
const block = 4096

// measureAll does work on the items from 0 to n, on all CPUs, each with a measurer.
func measureAll(n int, work func(m *measurer, i int)) {
	const chunk = 64
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk) {
		wait.Go(func() {
			var m measurer
			for {
				end := int(next.Add(chunk))
				if end-chunk >= n {
					return
				}
				for i := end - chunk; i < min(end, n); i++ {
					work(&m, i)
				}
			}
		})
	}
	wait.Wait()
}
