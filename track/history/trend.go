package history

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"mexlab/track/report"
	"mexlab/track/stat"
)

// A Trend is one unit of one benchmark over the commits, for one key.
type Trend struct {
	Key       Key
	Benchmark string // with the package, without the suffix for GOMAXPROCS
	Unit      string
	Better    int // the better direction: -1 lower, +1 higher, 0 not known
	Points    []Point
	Changes   []Change

	pkg string // the package, "" if the results do not say
}

// A Point is the results of one commit.
type Point struct {
	Commit, Subject string
	Date            time.Time
	Median          float64
	Low, High       float64 // the middle half of the results
	N               int     // number of results

	place int // of the commit among those of the same date
}

// compare puts points into the order of their commits.
func (p Point) compare(o Point) int {
	return cmp.Or(p.Date.Compare(o.Date), cmp.Compare(p.place, o.place), cmp.Compare(p.Commit, o.Commit))
}

// name names a trend on a page.
func (t *Trend) name() string { return t.Benchmark + ", " + t.Unit }

// A Change is a change of level at a point.
type Change struct {
	At            int // index of the first point at the new level
	Before, After float64
	Delta         float64 // as a fraction of Before; NaN from zero
}

// Worse reports whether a change is for the worse.
func (t *Trend) Worse(c Change) bool { return t.Better != 0 && (c.After > c.Before) == (t.Better < 0) }

// Verdict returns what a change means.
func (t *Trend) Verdict(c Change) string {
	switch {
	case t.Better == 0:
		return report.NotGated
	case t.Worse(c):
		return report.Regression
	}
	return report.Improvement
}

// levels returns the median of each segment between changes.
func (t *Trend) levels(changes []int) []float64 {
	var list []float64
	from := 0
	for _, to := range append(slices.Clone(changes), len(t.Points)) {
		var v []float64
		for _, p := range t.Points[from:to] {
			v = append(v, p.Median)
		}
		list = append(list, stat.Median(v))
		from = to
	}
	return list
}

// Trends arranges records by key, benchmark and unit, and finds changes of level
// by more than threshold, a fraction.
func Trends(records []*Record, threshold float64) []*Trend {
	type id struct {
		key             Key
		benchmark, unit string
	}
	type moment struct {
		date            time.Time
		place           int
		commit, subject string
	}
	trends := map[id]*Trend{}
	values := map[id]map[moment][]float64{}
	for _, r := range records {
		suffix := ""
		if r.File.Procs() == "-"+r.Key.Procs {
			suffix = "-" + r.Key.Procs
		}
		for b := range r.File.Benchmarks() {
			name := strings.TrimPrefix(b.Pkg()+"."+strings.TrimSuffix(b.Name, suffix), ".") // without a package, no dot
			for unit, series := range b.Metrics() {
				i := id{r.Key, name, unit}
				if trends[i] == nil {
					trends[i] = &Trend{Key: i.key, Benchmark: i.benchmark, Unit: i.unit, Better: r.File.Better(unit), pkg: b.Pkg()}
					values[i] = map[moment][]float64{}
				}
				at := moment{r.Date, r.place, r.Commit, r.Subject}
				values[i][at] = append(values[i][at], r.File.Values(series)...)
			}
		}
	}
	var list []*Trend
	for i, t := range trends {
		for at, v := range values[i] {
			slices.Sort(v)
			t.Points = append(t.Points, Point{at.commit, at.subject, at.date, stat.MedianSorted(v), stat.QuantileSorted(v, 0.25), stat.QuantileSorted(v, 0.75), len(v), at.place})
		}
		slices.SortFunc(t.Points, Point.compare)
		t.findChanges(threshold)
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *Trend) int {
		return cmp.Or(a.Key.compare(b.Key), strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Unit, b.Unit))
	})
	return list
}

// findChanges finds changes of the logarithms if all values are positive, else of
// the values. It drops those up to the threshold one by one, the smallest first.
func (t *Trend) findChanges(threshold float64) {
	y := make([]float64, len(t.Points))
	positive := true
	for i, p := range t.Points {
		y[i] = p.Median
		positive = positive && p.Median > 0
	}
	if positive {
		for i := range y {
			y[i] = math.Log(y[i])
		}
	}
	at := stat.ChangePoints(y)
	for len(at) > 0 {
		levels := t.levels(at)
		least, size := 0, math.Inf(1)
		for i := range at {
			if d := math.Abs(delta(levels[i], levels[i+1])); d < size {
				least, size = i, d
			}
		}
		if size > threshold {
			break
		}
		at = slices.Delete(at, least, least+1)
	}
	t.Changes = nil
	levels := t.levels(at)
	for i, a := range at {
		d := delta(levels[i], levels[i+1])
		if math.IsInf(d, 0) {
			d = math.NaN()
		}
		t.Changes = append(t.Changes, Change{a, levels[i], levels[i+1], d})
	}
}

// delta returns the change as a fraction. From zero it is infinite.
func delta(before, after float64) float64 {
	if before == after {
		return 0
	}
	return (after - before) / math.Abs(before)
}
