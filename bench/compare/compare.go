// Package compare tells what two files of benchmark results say about each
// other: which benchmarks are slower, which are not, and which the files cannot
// tell about.
package compare

import (
	"errors"
	"fmt"
	"math"

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
	Rows     []Row // by package, unit, and the order of the old file
	Vanished []string
	Added    []string
	Notes    []string
}

// A Side is one of the two files.
type Side struct {
	Name    string
	CPU     string // "" when the file names none
	Results int
}

// A Row is one unit of one benchmark.
type Row struct {
	Pkg, Name string
	Unit      string // a base unit
	Better    int    // -1 lower, +1 higher, 0 not known
	Old, New  Summary
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
	Why     string // more about the verdict, "" when there is no more

	values [2][]float64 // of both sides, sorted; until the verdict
}

// A Summary is the median of one side, enclosed with 95% confidence by Lo and
// Hi; these are infinite for fewer than six results.
type Summary struct {
	N              int
	Median, Lo, Hi float64
}

// A Verdict is what is known about a row.
type Verdict string

// The verdicts. The first and the last two are exit codes of their own.
const (
	Regression   Verdict = "regression"    // worse by more than the threshold
	Improvement  Verdict = "improvement"   // better by more than the threshold
	Unchanged    Verdict = "unchanged"     // changed by less than the threshold, if at all
	NoWorse      Verdict = "no regression" // not worse by the threshold; perhaps better
	Inconclusive Verdict = "inconclusive"  // none of these can be told
	NotGated     Verdict = "not gated"     // no telling whether more is better
)

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
	var order []group
	rows := map[group][]Row{}
	units := map[string]unit{}
	for _, p := range m.Pairs {
		for i := range p.Old.Metrics {
			a := &p.Old.Metrics[i]
			u, ok := units[a.Unit]
			if !ok {
				u = r.unit(a.Unit, old, new)
				units[a.Unit] = u
			}
			b := p.New.Metric(a.Unit)
			if b == nil {
				r.Notes = append(r.Notes, fmt.Sprintf("%s has no %s in %s", p.Name, a.Unit, new.Name))
				continue
			}
			g := group{m.Package(p.Old), a.Unit}
			if rows[g] == nil {
				order = append(order, g)
			}
			row := Row{Pkg: g.pkg, Name: p.Name, Unit: a.Unit, Better: u.better}
			row.measure(a.Values, b.Values, u.exact)
			rows[g] = append(rows[g], row)
		}
	}
	for _, g := range order {
		r.Rows = append(r.Rows, rows[g]...)
	}
}

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
	for i := range r.Rows {
		row := &r.Rows[i]
		gated = gated || row.Better != 0
		if row.Better != 0 && !math.IsNaN(row.P) {
			row.Family = row.P
			family = append(family, &row.Family)
		}
	}
	if !gated {
		return fmt.Errorf("%w: no telling whether more is better in %s; a line \"Unit %s better=lower\" (or higher) in %s says it",
			ErrNothing, clean(r.Rows[0].Unit), clean(r.Rows[0].Unit), oldName)
	}
	holm(family)
	for i := range r.Rows {
		r.Rows[i].judge(r.Options, len(family))
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
	for i := range r.Rows {
		if r.Rows[i].Verdict == v {
			n++
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

// summarize returns the median of a sample.
func summarize(s *benchmath.Sample) Summary {
	m := benchmath.AssumeNothing.Summary(s, confidence)
	return Summary{len(s.Values), m.Center, m.Lo, m.Hi}
}
