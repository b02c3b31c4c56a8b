package gate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"mexlab/internal/machine"
	"mexlab/track/report"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// A Report is the outcome of a run. Changes are relative: 0.02 is a slowdown of
// 2%. The JSON form is a stable interface.
type Report struct {
	Schema    report.Schema `json:"schema"`
	Verdict   Outcome       `json:"verdict"`
	Base      string        `json:"base"`
	Head      string        `json:"head"`
	Threshold float64       `json:"threshold"`
	Machine   Machine       `json:"machine"`
	Procs     int           `json:"gomaxprocs"` // of the benchmarks
	Seconds   float64       `json:"seconds"`
	Results   []*Result     `json:"results"`
	Vanished  []string      `json:"vanished"`      // benchmarks of the base that the head lacks
	Added     []string      `json:"added"`         // benchmarks that the base lacks
	Identical []string      `json:"identical"`     // packages whose test binaries are the same
	NotLooked []string      `json:"not_looked_at"` // packages that the run did not come to
	Expired   []string      `json:"expired"`       // waivers of SettingsFile whose time is over
	Notes     []string      `json:"notes"`         // what is to be known of the versions

	mayVanish bool
	accepted  []string // of the vanished
	insns     bool     // whether instructions were to be counted
}

// A Result is the verdict on one benchmark, and its figures.
type Result struct {
	Package       string      `json:"package"`
	Name          string      `json:"benchmark"`
	Verdict       string      `json:"verdict"`   // one of package report
	Threshold     float64     `json:"threshold"` // slowdowns from this on must not pass
	Change        float64     `json:"change"`    // the median
	Low           float64     `json:"low"`       // the 95% interval of it; NaN if there are too few pairs
	High          float64     `json:"high"`
	Best          float64     `json:"best"`                    // the change between the fastest slices
	Noise         float64     `json:"noise"`                   // no change below it counts: from the base against itself; NaN if not measured
	MinDetectable float64     `json:"seen"`                    // the smallest change that would have been seen nine times in ten; NaN as Low
	P             float64     `json:"p"`                       // adjusted for the suite; 1 without suspicion
	Pairs         int         `json:"pairs"`                   // of processes, undisturbed, in the last sequence
	Layouts       int         `json:"layouts"`                 // orders of functions that these had
	LayoutSpread  float64     `json:"layout_spread"`           // between the largest and the smallest change in a layout
	Raw           []float64   `json:"raw"`                     // the change in each pair
	Seconds       [2]float64  `json:"sec_per_op"`              // the fastest slices, which differ by Change
	Allocs        *[2]float64 `json:"allocs_per_op,omitempty"` // old and new, if they are the same in every sample
	Insns         *[2]float64 `json:"insns_per_op,omitempty"`  // old and new, if counted and exact
	Functions     []Function  `json:"functions,omitempty"`     // with the largest differences, of what has become slower
	Mean          *Quantity   `json:"mean,omitempty"`          // the time of all operations, with the collector at work; nil if not measured
	Bytes         *Quantity   `json:"bytes_per_op,omitempty"`
	Units         []*Quantity `json:"units,omitempty"`   // the benchmark's own
	Worse         []string    `json:"worse,omitempty"`   // of time, mean, allocs/op, B/op, instructions/op, and units
	Reasons       []string    `json:"reasons,omitempty"` // of the verdict, and what else has changed
	Waiver        *Waiver     `json:"waiver,omitempty"`  // that accepts a regression

	hypothesis
	untimed     bool          // whether the benchmark reports units of its own instead of a time
	scatter     float64       // how far processes of one version differ; NaN if not measured
	unconfirmed string        // why what was suspected was not measured again
	short       string        // why it had less than its time; "" if it had not
	needs       time.Duration // for the fewest pairs that decide, if they do not fit in the time
	unmeasured  bool          // whether the verdict rests on no figures
	maxTime     time.Duration // for it
	remarks     []string      // on how it was measured
	tryLayouts  int           // more layouts, if their differences hide the answer; 0 if they do not
	unalike     bool          // whether processes differ by themselves, and not because of the machine
}

// An Outcome is the verdict on the whole.
type Outcome string

// The outcomes, and the exit codes that go with them: 0, 1 and 3.
const (
	Fine         Outcome = report.NotWorse
	Regression   Outcome = report.Regression
	Inconclusive Outcome = report.Inconclusive
)

// A Machine is where the measurements were made.
type Machine struct {
	CPU    string `json:"cpu"`
	CPUs   int    `json:"cpus"`
	GOOS   string `json:"goos"`
	GOARCH string `json:"goarch"`
	Go     string `json:"go"`
}

func newReport(ctx context.Context, opt Options) *Report {
	return &Report{Threshold: opt.Threshold, Machine: thisMachine(ctx, opt.Dir), Procs: opt.procs(), mayVanish: opt.MayVanish, insns: opt.Insns,
		Results: []*Result{}, Vanished: []string{}, Added: []string{}, Identical: []string{}, NotLooked: []string{}, Expired: []string{}, Notes: []string{}}
}

func thisMachine(ctx context.Context, dir string) Machine {
	return Machine{CPU: machine.CPU(), CPUs: runtime.NumCPU(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Go: machine.Toolchain(ctx, dir)}
}

func (m Machine) String() string {
	return fmt.Sprintf("%s, %s, %s/%s, %s", m.CPU, table.Count(m.CPUs, "CPU", "CPUs"), m.GOOS, m.GOARCH, m.Go)
}

// fill takes the figures of a sequence and its verdict. What is not known is NaN.
func (r *Result) fill(c *comparison, s *stat.Sequence, v stat.Verdict) {
	change, level := s.Change(), s.Level()
	r.Change, r.Best = math.Expm1(change), math.Expm1(s.BestChange())
	r.Seconds = [2]float64{math.Exp(level - change/2), math.Exp(level + change/2)}
	r.Low, r.High, r.MinDetectable, r.Noise = math.NaN(), math.NaN(), math.NaN(), math.NaN()
	r.Raw = nil
	for _, p := range s.Undisturbed() {
		r.Raw = append(r.Raw, math.Expm1(p.Typical))
	}
	r.P, r.Pairs = 1, len(r.Raw)
	if r.Pairs >= stat.MinPairs {
		in := s.Interval()
		r.Low, r.High, r.MinDetectable = math.Expm1(in.Low), math.Expm1(in.High), math.Expm1(s.MinDetectable())
	}
	if s.HasNoise() {
		r.Noise = math.Expm1(s.Noise())
	}
	r.scatter = math.Expm1(s.Scatter())
	spread, n := s.LayoutSpread()
	r.LayoutSpread, r.Layouts, r.tryLayouts = math.Expm1(spread), n, 0
	if v == stat.Undecided && s.LayoutHides(true) {
		r.tryLayouts = 2 * c.cycle.most
	}
	r.Allocs = c.exactAllocs()
	r.unalike = s.Unalike()
	r.setVerdict(v)
}

// MarshalJSON leaves out what is not known.
func (r *Result) MarshalJSON() ([]byte, error) {
	type plain Result // without this method
	p := struct {
		*plain
		Change        *float64    `json:"change,omitempty"`
		Low           *float64    `json:"low,omitempty"`
		High          *float64    `json:"high,omitempty"`
		Best          *float64    `json:"best,omitempty"`
		Noise         *float64    `json:"noise,omitempty"`
		MinDetectable *float64    `json:"seen,omitempty"`
		P             *float64    `json:"p,omitempty"`
		Raw           []float64   `json:"raw"`
		Seconds       *[2]float64 `json:"sec_per_op,omitempty"`
	}{plain: (*plain)(r), Raw: []float64{}}
	if r.Pairs > 0 {
		p.Change, p.Low, p.High, p.Best = report.Known(r.Change), report.Known(r.Low), report.Known(r.High), report.Known(r.Best)
		p.Noise, p.MinDetectable, p.P = report.Known(r.Noise), report.Known(r.MinDetectable), report.Known(r.P)
		p.Raw, p.Seconds = r.Raw, &r.Seconds
	}
	return json.Marshal(p)
}

func (r *Result) setVerdict(v stat.Verdict) {
	r.verdict = v
	r.Verdict = verdictWords[v]
}

// leaveUnmeasured gives the verdict on a benchmark without figures, and the reason.
func (r *Result) leaveUnmeasured(verdict, reason string) {
	r.unmeasured, r.verdict = true, stat.Undecided
	r.Verdict, r.Reasons = verdict, []string{reason}
}

// remark adds to the reasons how the benchmark was measured.
func (r *Result) remark(format string, args ...any) {
	r.remarks = append(r.remarks, fmt.Sprintf(format, args...))
}

var verdictWords = map[stat.Verdict]string{
	stat.Undecided: report.Inconclusive,
	stat.Slower:    report.Regression,
	stat.Faster:    report.Improvement,
	stat.Same:      report.Same,
	stat.NotSlower: report.NotWorse,
}

// sort puts the packages in order: they are not looked at in that of their names.
func (r *Report) sort() {
	slices.SortStableFunc(r.Results, func(a, b *Result) int { return cmp.Compare(a.Package, b.Package) })
	for _, names := range [][]string{r.Vanished, r.Added, r.Identical} {
		slices.Sort(names)
	}
}

// conclude gives the reasons and the verdict on the whole.
func (r *Report) conclude() {
	r.Verdict = Fine
	if len(r.NotLooked) > 0 {
		r.raise(Inconclusive)
	}
	for _, b := range r.Results {
		if !b.unmeasured {
			b.conclude()
		}
		if b.Verdict == report.Regression && b.Waiver != nil {
			b.Verdict, b.Reasons = report.Accepted, append([]string{b.Waiver.String()}, b.Reasons...)
		}
		switch b.Verdict {
		case report.Regression:
			r.raise(Regression)
		case report.Inconclusive, report.NotLooked:
			r.raise(Inconclusive)
		}
	}
	vanished := func(name string) bool { return !r.mayVanish && !slices.Contains(r.accepted, name) }
	if slices.ContainsFunc(r.Vanished, vanished) || len(r.Expired) > 0 {
		r.raise(Regression)
	}
}

// conclude gives the reasons for the verdict.
func (r *Result) conclude() {
	r.Reasons, r.Worse = nil, nil
	if r.verdict == stat.Slower {
		r.regression("time", r.slower())
	}
	if a := r.Allocs; a != nil && a[1] != a[0] {
		r.changed("allocs/op", a, a[1] > a[0])
	}
	if n := r.Insns; n != nil && math.Abs(n[1]-n[0]) > n[0]*r.Threshold {
		r.changed("instructions/op", n, n[1] > n[0])
	}
	r.concludeUnits()
	if r.untimed {
		r.concludeUntimed()
	} else if r.verdict == stat.Undecided {
		r.Reasons = append(r.Reasons, r.doubt())
	}
	r.Reasons = append(r.Reasons, r.remarks...)
}

// Measured reports whether the verdict rests on figures. If not, the reasons say why.
func (r *Result) Measured() bool { return !r.unmeasured }

func (r *Report) raise(o Outcome) {
	if r.Verdict != Regression {
		r.Verdict = o
	}
}

// changed tells of a count that has changed. A worse one is a regression.
func (r *Result) changed(unit string, n *[2]float64, worse bool) {
	reason := fmt.Sprintf("%s %s -> %s", unit, decimal(n[0]), decimal(n[1]))
	if n[0] >= 100 {
		reason += ", " + percent(n[1]/n[0]-1)
	}
	if worse {
		r.regression(unit, reason)
	} else {
		r.Reasons = append(r.Reasons, reason)
	}
}

func (r *Result) regression(what, reason string) {
	r.Worse = append(r.Worse, what)
	r.Verdict = string(Regression)
	r.Reasons = append(r.Reasons, reason)
}

// The errors of a verdict that is no success.
var (
	ErrRegression   = errors.New("a regression")
	ErrInconclusive = errors.New("inconclusive")
)

// Err is nil for a verdict of not worse.
func (r *Report) Err() error {
	switch r.Verdict {
	case Regression:
		return ErrRegression
	case Inconclusive:
		return ErrInconclusive
	}
	return nil
}
