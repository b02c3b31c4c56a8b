// Package compare compares two files of benchmark results: which benchmarks have
// become slower, which certainly have not, and which have too few results to
// tell. It is "mexlab compare".
//
// The way from two files, as benchfile reads them, to a table:
//
//   - [Compare] checks that both are of one machine (machine.go), pairs up the
//     benchmarks, and makes a [Table] for each package and unit with a row for
//     each benchmark (compare.go).
//   - Each row is measured on its own, on all CPUs (measurer.go): medians, the
//     change with its 95% interval, and the p value of the Mann-Whitney test.
//   - The p values are corrected for their number, and every row gets its
//     verdict (verdict.go). A row keeps its verdict and p value, in 32 bytes, and
//     is measured again when it is written.
//   - The report is written as text, Markdown or a page (layout.go, write.go) or
//     as JSON (json.go).
//
// Two files of 500,000 lines each, ten results a name, take about a second and
// 60 bytes a line in the end: BenchmarkFiles and TestMemory.
package compare

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"mexlab/track/benchfile"
	"mexlab/track/table"
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

// DefaultOptions returns a threshold of 2% and a false alarm in one of 20 comparisons.
func DefaultOptions() Options { return Options{Threshold: 0.02, Alpha: 0.05} }

// A Report is the outcome of a comparison.
type Report struct {
	Options  Options
	Old, New Side
	Tables   []Table // by package and unit
	Lost     []Loss  // units that the new file lacks
	Gaps     []Gap   // results that cannot be read
	Notes    []string

	files  [2]*benchfile.File
	match  *benchfile.Match
	rows   []row                  // of all tables
	family int                    // rows that can be false alarms
	counts [len(verdictNames)]int // rows by verdict
}

// A Side is one of the two files.
type Side struct {
	Name    string `json:"name"`
	CPU     string `json:"cpu,omitempty"` // "" if the file names none
	Results int    `json:"results"`
}

// A Table is the results of one package in one unit.
type Table struct {
	Pkg    string // "" if there is only one
	Unit   string // a base unit
	Better int    // -1 lower, +1 higher, 0 not known
	exact  bool
	rows   []int32 // numbers of Report.rows, in the order of the old file
}

// A row is one benchmark in a Table. There may be millions.
type row struct {
	pair, table int32
	old, new    benchfile.Series
	// family is the p value of the Mann-Whitney test, after judge corrected for
	// the number of rows. It is NaN for counts that repeat exactly.
	family float64
	// verdict has the verdict without and with the evidence of the p value. After
	// judge the first is the verdict.
	verdict [2]Verdict
}

// A Loss is a unit with a direction that a benchmark no longer has.
type Loss struct {
	Benchmark *benchfile.Benchmark
	Unit      string
}

// A Gap is results that a file should have and does not. Whatever the others say,
// the outcome is not known then.
type Gap struct {
	File string `json:"file"`
	benchfile.Gap
}

func (g Gap) String() string { return fmt.Sprintf("%s:%d: %s", g.File, g.Line, g.Gap) }

// ErrNothing is the error, wrapped, of files with nothing to compare.
var ErrNothing = errors.New("nothing to compare")

// Compare compares the files. It returns an error if it cannot: for results of
// different machines, and without a common benchmark and a unit with a direction.
func Compare(old, new *benchfile.File, opt Options) (*Report, error) {
	r := &Report{Options: opt, files: [2]*benchfile.File{old, new}}
	if err := r.machines(old, new); err != nil {
		return nil, err
	}
	m := benchfile.PairUp(old, new)
	r.match = m
	r.Notes = append(r.Notes, m.Notes...)
	if len(m.Pairs) == 0 {
		return nil, fmt.Errorf("%w: %s and %s have no benchmark in common; the first are %s and %s",
			ErrNothing, old.Name, new.Name, table.Visible(m.OldLabel(m.Vanished[0])), table.Visible(m.NewLabel(m.New[0])))
	}
	r.tables(old, new)
	if len(r.Tables) == 0 {
		return nil, fmt.Errorf("%w: no benchmark has a unit in both %s and %s", ErrNothing, old.Name, new.Name)
	}
	if !slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Better != 0 }) {
		unit := table.Visible(r.Tables[0].Unit)
		return nil, fmt.Errorf("%w: whether more %s is better is not known; a line \"Unit %s better=lower\" (or higher) in %s says it",
			ErrNothing, unit, unit, old.Name)
	}
	r.measure()
	r.judge()
	for _, f := range r.files {
		r.noteOddities(f)
	}
	return r, nil
}

func (r *Report) tables(old, new *benchfile.File) {
	type group struct{ pkg, unit string }
	index := map[group]int32{}
	units := map[string]*unit{}
	series := 0
	for _, p := range r.match.Pairs {
		series += p.Old.Units()
	}
	r.rows = make([]row, 0, series)
	missing := map[string]int{} // benchmarks without a unit that has no direction
	for n, p := range r.match.Pairs {
		pkg := r.match.Package(p.Old)
		for name, series := range p.Old.Metrics() {
			u, ok := units[name]
			if !ok {
				u = r.unit(name, old, new)
				units[name] = u
			}
			other, ok := p.New.In(name)
			if !ok {
				if u.better == 0 {
					missing[name]++
				} else {
					r.Lost = append(r.Lost, Loss{p.Old, name})
				}
				continue
			}
			if u.table < 0 || u.pkg != pkg {
				t, ok := index[group{pkg, name}]
				if !ok {
					t = int32(len(r.Tables))
					index[group{pkg, name}] = t
					r.Tables = append(r.Tables, Table{Pkg: pkg, Unit: name, Better: u.better, exact: u.exact})
				}
				u.pkg, u.table = pkg, t
			}
			t := &r.Tables[u.table]
			t.rows = append(t.rows, int32(len(r.rows)))
			r.rows = append(r.rows, row{pair: int32(n), table: u.table, old: series, new: other})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		r.Notes = append(r.Notes, fmt.Sprintf("%s has no %s for %s", new.Name, name, table.Count(missing[name], "benchmark", "benchmarks")))
	}
}

type unit struct {
	better int
	exact  bool

	pkg   string // the package of the last row in this unit, and its table
	table int32
}

func (r *Report) unit(name string, old, new *benchfile.File) *unit {
	u := &unit{better: new.Better(name), exact: old.Exact(name) && new.Exact(name), table: -1}
	if b := old.Better(name); u.better == 0 {
		u.better = b
	} else if b != 0 && b != u.better {
		r.Notes = append(r.Notes, fmt.Sprintf("%s and %s do not agree whether more %s is better", old.Name, new.Name, name))
		u.better = 0
	}
	return u
}

func (r *Report) measureRow(m *measurer, row *row) figures {
	t, p := &r.Tables[row.table], r.match.Pairs[row.pair]
	m.load(r.files[0].Values(row.old), r.files[1].Values(row.new))
	f := m.measure(t.exact)
	f.name, f.family, f.verdict = r.match.OldName(p.Old), row.family, row.verdict[0]
	return f
}

func (r *Report) noteOddities(f *benchfile.File) {
	for _, g := range f.Gaps {
		r.Gaps = append(r.Gaps, Gap{f.Name, g})
	}
	for _, n := range f.Notes {
		r.Notes = append(r.Notes, fmt.Sprintf("%s:%d: %s", f.Name, n.Line, n.Text))
	}
	if f.Dropped > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s: %d more such lines", f.Name, f.Dropped))
	}
}

// Count returns how many rows have a verdict.
func (r *Report) Count(v Verdict) int { return r.counts[v] }

// Vanished are the benchmarks that only the old file has.
func (r *Report) Vanished() iter.Seq[string] { return each(r.match.Vanished, r.match.OldLabel) }

// Added are the benchmarks that only the new file has.
func (r *Report) Added() iter.Seq[string] { return each(r.match.New, r.match.NewLabel) }

func each[T, U any](items []T, of func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		for _, item := range items {
			if !yield(of(item)) {
				return
			}
		}
	}
}

// Outcome returns the verdict about the whole: Regression, Inconclusive or NotWorse.
// A vanished benchmark or unit is a regression, too, unless Options.MayVanish.
func (r *Report) Outcome() Verdict {
	switch {
	case r.Count(Regression) > 0, len(r.match.Vanished)+len(r.Lost) > 0 && !r.Options.MayVanish:
		return Regression
	case r.Count(Inconclusive)+len(r.Gaps) > 0:
		return Inconclusive
	}
	return NotWorse
}

// The errors, wrapped, of outcomes that are no success.
var (
	ErrRegression   = errors.New("worse")
	ErrInconclusive = errors.New("inconclusive")
)

// Err returns the outcome: nil, or ErrRegression or ErrInconclusive with counts.
func (r *Report) Err() error {
	switch r.Outcome() {
	case Regression:
		return fmt.Errorf("%w: %s", ErrRegression, r.Summary())
	case Inconclusive:
		return fmt.Errorf("%w: %s", ErrInconclusive, r.Summary())
	}
	return nil
}
