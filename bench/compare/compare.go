// Package compare tells what two files of benchmark results say about each
// other: which benchmarks are slower, which are not, and which the files cannot
// tell about.
package compare

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/perf/benchmath"

	"mexlab/bench/benchfile"
)

// Options say what counts as a regression.
type Options struct {
	// Threshold is the smallest change that matters, as a fraction: 0.02 for 2%.
	Threshold float64
	// Alpha is the chance of one false alarm or more among all benchmarks.
	Alpha float64
	// AcrossCPUs compares results of different machines.
	AcrossCPUs bool
	// MayVanish accepts benchmarks that only the old file has.
	MayVanish bool
}

// DefaultOptions are 2%, and a false alarm in 20 comparisons.
var DefaultOptions = Options{Threshold: 0.02, Alpha: 0.05}

// A Report is the outcome of a comparison.
type Report struct {
	Options  Options
	Old, New Side
	Tables   []Table // by package and unit
	Vanished []string
	Added    []string
	Notes    []string

	family int // rows that can be false alarms
}

// A Side is one of the two files.
type Side struct {
	Name    string
	CPU     string // "" when the file names none
	Results int
}

// A Table is the results of one package in one unit.
type Table struct {
	Pkg    string // "" when there is only one
	Unit   string // a base unit
	Better int    // -1 lower, +1 higher, 0 not known
	Rows   []Row  // in the order of the old file
	exact  bool
}

// A Row is one benchmark in a Table. There may be a million.
type Row struct {
	Name     string
	Old, New Summary
	// Delta is the change of the median as a fraction of the old one, and Lo to
	// Hi encloses the change with 95% confidence. NaN and infinities stand for
	// what is not known.
	Delta, Lo, Hi float64
	// P is Mann and Whitney's; Family is P corrected for the number of rows. Both
	// are NaN for counts that repeat exactly.
	P, Family float64
	// Seen is the smallest change that this comparison would have found four
	// times in five; +Inf when none, NaN when it is not gated.
	Seen    float64
	Verdict Verdict

	values *[2][]float64 // of both sides, sorted; until the verdict
}

// A Summary is the median of one side, enclosed with 95% confidence by Lo and
// Hi; these are infinite for fewer than six results.
type Summary struct {
	N              int
	Median, Lo, Hi float64
}

// confidence is that of the intervals shown.
const confidence = 0.95

// power is the chance of finding a change of size Row.Seen.
const power = 0.8

// ErrNothing is the error, wrapped, of files with nothing to compare.
var ErrNothing = errors.New("nothing to compare")

// Compare compares the files. It returns an error when they cannot be: results
// of different machines, no benchmark in common, no unit with a direction.
func Compare(old, new *benchfile.File, opt Options) (*Report, error) {
	r := &Report{Options: opt}
	if err := r.machines(old, new); err != nil {
		return nil, err
	}
	m := benchfile.PairUp(old, new)
	r.Notes = append(r.Notes, m.Notes...)
	for _, b := range m.Vanished {
		r.Vanished = append(r.Vanished, m.Label(b))
	}
	for _, b := range m.New {
		r.Added = append(r.Added, m.Label(b))
	}
	if len(m.Pairs) == 0 {
		return nil, fmt.Errorf("%w: %s and %s have no benchmark in common; the first are %s and %s",
			ErrNothing, old.Name, new.Name, clean(r.Vanished[0]), clean(r.Added[0]))
	}
	r.rows(m, old, new)
	if len(r.Tables) == 0 {
		return nil, fmt.Errorf("%w: no benchmark has a unit in both %s and %s", ErrNothing, old.Name, new.Name)
	}
	if err := r.judge(old.Name); err != nil {
		return nil, err
	}
	r.remarks(old)
	r.remarks(new)
	return r, nil
}

// rows measures all pairs.
func (r *Report) rows(m *benchfile.Match, old, new *benchfile.File) {
	type group struct{ pkg, unit string }
	index := map[group]int{}
	var sizes []int
	var work []job
	for n, p := range m.Pairs {
		for i := range p.Old.Metrics {
			a := &p.Old.Metrics[i]
			b := p.New.Metric(a.Unit)
			if b == nil {
				r.Notes = append(r.Notes, fmt.Sprintf("%s has no %s in %s", p.Name, a.Unit, new.Name))
				continue
			}
			g := group{m.Package(p.Old), a.Unit}
			t, ok := index[g]
			if !ok {
				t = len(sizes)
				index[g] = t
				sizes = append(sizes, 0)
				u := r.unit(a.Unit, old, new)
				r.Tables = append(r.Tables, Table{Pkg: g.pkg, Unit: a.Unit, Better: u.better, exact: u.exact})
			}
			work = append(work, job{int32(n), int32(i), int32(t), int32(sizes[t])})
			sizes[t]++
		}
	}
	for t, size := range sizes {
		r.Tables[t].Rows = make([]Row, size)
	}
	// Exact p values of samples with ties take time; each row is its own.
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			const chunk = 64
			var test tester
			for {
				end := int(next.Add(chunk))
				if end-chunk >= len(work) {
					return
				}
				for _, j := range work[end-chunk : min(end, len(work))] {
					p, t := &m.Pairs[j.pair], &r.Tables[j.table]
					row, a := &t.Rows[j.row], &p.Old.Metrics[j.metric]
					row.Name = p.Name
					row.measure(&test, a.Values, p.New.Metric(a.Unit).Values, t.exact)
				}
			}
		})
	}
	wait.Wait()
}

// A job is where the values of a row are, and its place.
type job struct{ pair, metric, table, row int32 }

// A unit is what both files say about one.
type unit struct {
	better int
	exact  bool
}

func (r *Report) unit(name string, old, new *benchfile.File) unit {
	u := unit{new.Better(name), old.Exact(name) && new.Exact(name)}
	if b := old.Better(name); u.better == 0 {
		u.better = b
	} else if b != 0 && b != u.better {
		r.Notes = append(r.Notes, fmt.Sprintf("%s and %s do not agree whether more %s is better", old.Name, new.Name, name))
		u.better = 0
	}
	return u
}

// judge gives every row its verdict.
func (r *Report) judge(oldName string) error {
	var family []*float64
	gated := false
	for _, t := range r.Tables {
		if t.Better == 0 {
			continue
		}
		gated = true
		for i := range t.Rows {
			if row := &t.Rows[i]; !math.IsNaN(row.P) {
				row.Family = row.P
				family = append(family, &row.Family)
			}
		}
	}
	if !gated {
		unit := clean(r.Tables[0].Unit)
		return fmt.Errorf("%w: no telling whether more is better in %s; a line \"Unit %s better=lower\" (or higher) in %s says it",
			ErrNothing, unit, unit, oldName)
	}
	r.family = len(family)
	holm(family)
	for _, t := range r.Tables {
		for i := range t.Rows {
			t.Rows[i].judge(t.Better, r.Options, r.family)
		}
	}
	return nil
}

// remarks takes over what was odd in a file.
func (r *Report) remarks(f *benchfile.File) {
	for _, n := range f.Notes {
		r.Notes = append(r.Notes, fmt.Sprintf("%s:%d: %s", f.Name, n.Line, n.Text))
	}
	if f.Dropped > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s: %d more such lines", f.Name, f.Dropped))
	}
}

// Count returns how many rows have a verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, t := range r.Tables {
		for i := range t.Rows {
			if t.Rows[i].Verdict == v {
				n++
			}
		}
	}
	return n
}

// Outcome returns the verdict about the whole: Regression, also when benchmarks
// have vanished that should not, or Inconclusive, or NoWorse.
func (r *Report) Outcome() Verdict {
	switch {
	case r.Count(Regression) > 0, len(r.Vanished) > 0 && !r.Options.MayVanish:
		return Regression
	case r.Count(Inconclusive) > 0:
		return Inconclusive
	}
	return NoWorse
}

// The errors, wrapped, of what is no success.
var (
	ErrRegression   = errors.New("worse")
	ErrInconclusive = errors.New("inconclusive")
)

// Err returns the outcome as an error: nil, or ErrRegression or ErrInconclusive
// with the counts.
func (r *Report) Err() error {
	switch r.Outcome() {
	case Regression:
		return fmt.Errorf("%w: %s", ErrRegression, r.Summary())
	case Inconclusive:
		return fmt.Errorf("%w: %s", ErrInconclusive, r.Summary())
	}
	return nil
}

// summarize returns the median of a sample.
func summarize(s *benchmath.Sample) Summary {
	if len(s.Values) == 1 { // many files have one result of everything
		return Summary{1, s.Values[0], math.Inf(-1), math.Inf(1)}
	}
	m := benchmath.AssumeNothing.Summary(s, confidence)
	return Summary{len(s.Values), m.Center, m.Lo, m.Hi}
}
