package gate

import (
	"cmp"
	"context"
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
	Notes     []string      `json:"notes"`         // what is to be known of the versions

	mayVanish bool
	insns     bool // whether instructions were to be counted
}

// A Result is the verdict on one benchmark, and its figures.
type Result struct {
	Package       string      `json:"package"`
	Name          string      `json:"benchmark"`
	Verdict       string      `json:"verdict"` // one of package report
	Change        float64     `json:"change"`  // the median
	Low           float64     `json:"low"`     // the 95% interval of it
	High          float64     `json:"high"`
	Best          float64     `json:"best"`  // the change between the fastest slices
	Noise         float64     `json:"noise"` // no change below it counts: from the base against itself and its layouts
	MinDetectable float64     `json:"seen"`  // the smallest change that would have been seen nine times in ten
	P             float64     `json:"p"`     // adjusted for the suite; 1 without suspicion
	Pairs         int         `json:"pairs"` // of processes, undisturbed, in the last sequence
	Raw           []float64   `json:"raw"`   // the change in each pair
	Seconds       [2]float64  `json:"sec_per_op"`
	Allocs        *[2]float64 `json:"allocs_per_op,omitempty"` // old and new, if they are the same in every sample
	Insns         *[2]float64 `json:"insns_per_op,omitempty"`  // old and new, if counted and exact
	Reasons       []string    `json:"reasons,omitempty"`       // why it is a regression, or inconclusive

	hypothesis
	unconfirmed string        // why what was suspected was not measured again
	needs       time.Duration // for the fewest pairs that decide, if they do not fit in the time
	faulty      bool          // whether it could not be measured
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
		Results: []*Result{}, Vanished: []string{}, Added: []string{}, Identical: []string{}, NotLooked: []string{}, Notes: []string{}}
}

func thisMachine(ctx context.Context, dir string) Machine {
	return Machine{CPU: machine.CPU(), CPUs: runtime.NumCPU(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Go: machine.Toolchain(ctx, dir)}
}

func (m Machine) String() string {
	return fmt.Sprintf("%s, %s, %s/%s, %s", m.CPU, table.Count(m.CPUs, "CPU", "CPUs"), m.GOOS, m.GOARCH, m.Go)
}

// fill takes the figures of a sequence and its verdict.
func (r *Result) fill(c *comparison, s *stat.Sequence, v stat.Verdict) {
	in := s.Interval()
	r.Change, r.Low, r.High = math.Expm1(s.Change()), math.Expm1(in.Low), math.Expm1(in.High)
	r.Best, r.Noise, r.MinDetectable = math.Expm1(s.BestChange()), math.Expm1(s.Noise()), math.Expm1(s.MinDetectable())
	r.Raw = nil
	for _, p := range s.Undisturbed() {
		r.Raw = append(r.Raw, math.Expm1(p.Typical))
	}
	r.P, r.Pairs = 1, len(r.Raw)
	r.Seconds = [2]float64{stat.Median(c.times[0]), stat.Median(c.times[1])}
	r.Allocs = c.exactAllocs()
	r.setVerdict(v)
}

func (r *Result) setVerdict(v stat.Verdict) {
	r.verdict = v
	r.Verdict = verdictWords[v]
}

// fault gives the verdict on a benchmark that cannot be measured.
func (r *Result) fault(verdict, reason string) {
	r.faulty, r.verdict = true, stat.Undecided
	r.Verdict, r.Reasons = verdict, []string{reason}
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
		if b.faulty {
			switch b.Verdict {
			case report.NotJudged:
			case report.NotLooked:
				r.raise(Inconclusive)
			default:
				r.raise(Outcome(b.Verdict))
			}
			continue
		}
		b.Reasons = nil
		if b.verdict == stat.Undecided {
			r.raise(Inconclusive)
			b.Reasons = append(b.Reasons, b.doubt())
		}
		if b.verdict == stat.Slower {
			b.regression(fmt.Sprintf("time %+.2f%%", 100*b.Change))
		}
		if a := b.Allocs; a != nil && a[1] > a[0] {
			b.regression(fmt.Sprintf("allocs/op from %.0f to %.0f", a[0], a[1]))
		}
		if n := b.Insns; n != nil && n[1] > n[0]*(1+r.Threshold) {
			b.regression("instructions/op from " + b.insns())
		}
		if b.Verdict == string(Regression) {
			r.raise(Regression)
		}
	}
	if len(r.Vanished) > 0 && !r.mayVanish {
		r.raise(Regression)
	}
}

func (r *Report) raise(o Outcome) {
	if r.Verdict != Regression {
		r.Verdict = o
	}
}

func (r *Result) regression(reason string) {
	r.Verdict = string(Regression)
	r.Reasons = append(r.Reasons, reason)
}

// doubt says why a benchmark is inconclusive.
func (r *Result) doubt() string {
	switch {
	case r.unconfirmed != "":
		return fmt.Sprintf("seen once as %v, and not confirmed: %s", r.suspected, r.unconfirmed)
	case r.needs > 0:
		return fmt.Sprintf("%d pairs of processes need about %v, and as many again to confirm a change; try --max-time %v",
			stat.MinPairs, r.needs.Round(time.Second), enoughTime(r.needs))
	case r.suspected != stat.Undecided:
		return fmt.Sprintf("seen once as %v, and not again; this run would have seen %.1f%%", r.suspected, 100*r.MinDetectable)
	case r.Pairs < stat.MinPairs:
		return fmt.Sprintf("only %s of processes in the time, %d are the fewest that decide",
			table.Count(r.Pairs, "pair", "pairs"), stat.MinPairs)
	case r.Low > r.Noise && r.Best < r.Change/2:
		return fmt.Sprintf("the median changed by %+.2f%%, the fastest slices by %+.2f%%", 100*r.Change, 100*r.Best)
	}
	return fmt.Sprintf("this run would have seen %.1f%%", 100*r.MinDetectable)
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
