package gate

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"mexlab/track/stat"
)

// SelfTestOptions are how long a self-test takes.
type SelfTestOptions struct {
	Trials   int          // of a row, times what the row says
	Progress func(string) // is told what is being done
}

// A SelfTestReport is what a self-test measured.
type SelfTestReport struct {
	Machine Machine        `json:"machine"`
	Load    string         `json:"load"` // of the machine, before and after
	Date    string         `json:"date"`
	Seconds float64        `json:"seconds"`
	Rows    []*SelfTestRow `json:"rows"`
	Suites  int            `json:"suites"`         // of suiteSize verdicts on identical code
	Alarms  int            `json:"suites_alarmed"` // of these with a false alarm
}

// A SelfTestRow is one kind of trial.
type SelfTestRow struct {
	Benchmark    string  `json:"benchmark"`
	Injected     float64 `json:"injected"` // slowdown
	Threshold    float64 `json:"threshold"`
	MaxSeconds   float64 `json:"max_seconds"` // of a sequence
	Trials       int     `json:"trials"`
	Slower       int     `json:"slower"`
	SlowerLow    float64 `json:"slower_low"`  // the share of slower is at least this, with a
	SlowerHigh   float64 `json:"slower_high"` // confidence of 95%, and at most this, with the same
	WithinMax    int     `json:"within_max"`  // verdicts of slower within MaxSeconds in all
	Faster       int     `json:"faster"`
	Passed       int     `json:"passed"` // same or not slower
	Inconclusive int     `json:"inconclusive"`
	Suspected    int     `json:"suspected"`      // slower or faster in the first sequence
	MeanChange   float64 `json:"mean_change"`    // as measured
	Median       float64 `json:"median_seconds"` // of a verdict, both sequences
	Slowest      float64 `json:"p95_seconds"`
	seconds      []float64
}

// suiteSize is the number of benchmarks of a suite, for the false alarms of
// suites.
const suiteSize = 40

// selfTestConfidence is that of the bounds, each.
const selfTestConfidence = 0.95

//go:embed selftest
var selfTestModule embed.FS

// selfTestRows are the trials. To find a slowdown of the threshold is the hard
// case. The slowdown is injected by the environment into one and the same
// program, so that it is exact, and nothing else differs.
//
// Trials is a factor here. A false alarm is rare, and so takes many trials to
// measure; not so what allocates, which takes the most time.
var selfTestRows = []SelfTestRow{
	{Benchmark: "BenchmarkCompute", Injected: 0, Threshold: 0.02, MaxSeconds: 5, Trials: 35},
	{Benchmark: "BenchmarkMemory", Injected: 0, Threshold: 0.02, MaxSeconds: 5, Trials: 35},
	{Benchmark: "BenchmarkAllocate", Injected: 0, Threshold: 0.02, MaxSeconds: 5, Trials: 5},
	{Benchmark: "BenchmarkCompute", Injected: 0, Threshold: 0.01, MaxSeconds: 5, Trials: 15},
	{Benchmark: "BenchmarkMemory", Injected: 0, Threshold: 0.01, MaxSeconds: 5, Trials: 10},
	{Benchmark: "BenchmarkCompute", Injected: 0.01, Threshold: 0.01, MaxSeconds: 5, Trials: 4},
	{Benchmark: "BenchmarkMemory", Injected: 0.01, Threshold: 0.01, MaxSeconds: 5, Trials: 4},
	{Benchmark: "BenchmarkCompute", Injected: 0.02, Threshold: 0.02, MaxSeconds: 2, Trials: 4},
	{Benchmark: "BenchmarkMemory", Injected: 0.02, Threshold: 0.02, MaxSeconds: 2, Trials: 4},
	{Benchmark: "BenchmarkAllocate", Injected: 0.02, Threshold: 0.02, MaxSeconds: 5, Trials: 1},
	{Benchmark: "BenchmarkCompute", Injected: 0.05, Threshold: 0.02, MaxSeconds: 2, Trials: 1},
	{Benchmark: "BenchmarkMemory", Injected: 0.05, Threshold: 0.02, MaxSeconds: 2, Trials: 1},
	{Benchmark: "BenchmarkAllocate", Injected: 0.05, Threshold: 0.02, MaxSeconds: 5, Trials: 1},
}

// SelfTest measures, on this machine, how often identical code is called
// slower, and how often injected slowdowns are found. The trials of all rows
// are mixed, so that all meet the same load; suites are of verdicts on identical
// code that follow each other.
func SelfTest(ctx context.Context, opt SelfTestOptions) (*SelfTestReport, error) {
	start := time.Now()
	dir, err := os.MkdirTemp("", "mexlab-gate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	base, head, err := buildSelfTest(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &SelfTestReport{Machine: thisMachine(), Load: load(), Date: start.UTC().Format(time.DateOnly)}
	var trials []*SelfTestRow
	for _, row := range selfTestRows {
		r.Rows = append(r.Rows, &row)
		trials = append(trials, slices.Repeat([]*SelfTestRow{&row}, row.Trials*opt.Trials)...)
		row.Trials = 0
	}
	mix := rand.New(rand.NewPCG(1, uint64(len(trials))))
	mix.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
	var verdicts []stat.Verdict // on identical code
	for i, row := range trials {
		opt.Progress(fmt.Sprintf("trial %d of %d: %s %+.0f%%", i+1, len(trials), row.Benchmark, 100*row.Injected))
		v, err := row.try(ctx, base, head)
		if err != nil {
			return nil, errors.Join(context.Cause(ctx), err)
		}
		if row.Injected == 0 {
			verdicts = append(verdicts, v)
		}
	}
	for _, row := range r.Rows {
		row.finish()
	}
	for suite := range slices.Chunk(verdicts, suiteSize) {
		r.Suites++
		if slices.Contains(suite, stat.Slower) {
			r.Alarms++
		}
	}
	r.Load += " before, " + load() + " after"
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// buildSelfTest builds the benchmarks twice: the same program in two files, as
// two versions have two files.
func buildSelfTest(ctx context.Context, dir string) (base, head *binary, err error) {
	module, err := selfTestModule.ReadFile("selftest/injected_test.go.txt")
	if err != nil {
		return nil, nil, err
	}
	for name, text := range map[string]string{
		"go.mod": "module injected\n\ngo 1.24\n", "injected_test.go": string(module), "doc.go": "package injected\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return nil, nil, err
		}
	}
	shop, source := &workshop{dir: dir}, &tree{"the self-test", dir}
	p := goPackage{Dir: dir, ImportPath: "injected"}
	if base, err = shop.build(ctx, source, p, 0); err != nil {
		return nil, nil, err
	}
	head, err = shop.build(ctx, source, p, 0)
	return base, head, err
}

// try gives one verdict, as Run would in a suite of suiteSize benchmarks.
func (row *SelfTestRow) try(ctx context.Context, base, head *binary) (stat.Verdict, error) {
	start := time.Now()
	g := &gate{Options: Options{Threshold: row.Threshold, MaxTime: time.Duration(row.MaxSeconds * 1e9), Progress: func(string) {}},
		report: &Report{}}
	injected := func(b *binary, slowdown float64) arm {
		return arm{binary: b, env: []string{fmt.Sprintf("INJECTED_SLOWDOWN=%.2f", slowdown)}}
	}
	c, err := g.first(ctx, row.Benchmark, injected(base, 0), injected(head, row.Injected), nil)
	if err != nil {
		return 0, err
	}
	g.report.Results = append(g.report.Results, c.result)
	for range suiteSize - 1 { // the others of the suite, about which nothing is suspected
		g.report.Results = append(g.report.Results, &Result{})
	}
	suspected := len(g.open) > 0
	if err := g.confirm(ctx); err != nil {
		return 0, err
	}
	seconds := time.Since(start).Seconds()
	row.Trials++
	row.seconds = append(row.seconds, seconds)
	row.MeanChange += c.result.Change
	if suspected {
		row.Suspected++
	}
	switch c.result.verdict {
	case stat.Slower:
		row.Slower++
		if seconds <= row.MaxSeconds {
			row.WithinMax++
		}
	case stat.Faster:
		row.Faster++
	case stat.Undecided:
		row.Inconclusive++
	default:
		row.Passed++
	}
	return c.result.verdict, nil
}

func (row *SelfTestRow) finish() {
	row.SlowerLow = stat.AtLeast(row.Slower, row.Trials, selfTestConfidence)
	row.SlowerHigh = stat.AtMost(row.Slower, row.Trials, selfTestConfidence)
	if row.Trials == 0 {
		return
	}
	row.MeanChange /= float64(row.Trials)
	slices.Sort(row.seconds)
	row.Median = stat.Median(row.seconds)
	row.Slowest = row.seconds[int(math.Ceil(0.95*float64(row.Trials)))-1]
}

// load is the load of the machine over the last minute, as Linux says it.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// Err is nil: a self-test measures, and judges nothing.
func (r *SelfTestReport) Err() error { return nil }

var selfTestColumns = []string{"benchmark", "injected", "threshold", "limit", "trials", "slower", "bound", "in time", "faster",
	"passed", "inconclusive", "suspected", "measured", "median", "95%"}

func (r *SelfTestReport) table() [][]string {
	var rows [][]string
	for _, row := range r.Rows {
		rows = append(rows, []string{strings.TrimPrefix(row.Benchmark, "Benchmark"), percent(row.Injected),
			fmt.Sprintf("%.0f%%", 100*row.Threshold), fmt.Sprintf("%.0f s", row.MaxSeconds), fmt.Sprint(row.Trials),
			fmt.Sprint(row.Slower), row.bound(), fmt.Sprint(row.WithinMax), fmt.Sprint(row.Faster), fmt.Sprint(row.Passed),
			fmt.Sprint(row.Inconclusive), fmt.Sprint(row.Suspected), percent(row.MeanChange),
			fmt.Sprintf("%.2f s", row.Median), fmt.Sprintf("%.2f s", row.Slowest)})
	}
	return rows
}

// bound is the bound that matters of the share of slower: how many false alarms
// there may be, or how few are found.
func (row *SelfTestRow) bound() string {
	if row.Injected == 0 {
		return fmt.Sprintf("<= %.1f%%", 100*row.SlowerHigh)
	}
	return fmt.Sprintf(">= %.1f%%", 100*row.SlowerLow)
}

func (r *SelfTestReport) summary() string {
	var same, slower struct{ trials, slower, faster int }
	for _, row := range r.Rows {
		sum := &slower
		if row.Injected == 0 {
			sum = &same
		}
		sum.trials += row.Trials
		sum.slower += row.Slower
		sum.faster += row.Faster
	}
	bound := func(seen, n int) string {
		return fmt.Sprintf("at most %.2f%%", 100*stat.AtMost(seen, n, selfTestConfidence))
	}
	return fmt.Sprintf("Identical code: %d of %d called slower (%s), %d faster;\n%d of %d suites of %d with a false alarm (%s).\n"+
		"Slower code: %d of %d called faster (%s).\n"+
		"Bounds are those of Clopper and Pearson, with a confidence of %.0f%%.\n%s, %s, load %s, %.0f s.",
		same.slower, same.trials, bound(same.slower, same.trials), same.faster, r.Alarms, r.Suites, suiteSize, bound(r.Alarms, r.Suites),
		slower.faster, slower.trials, bound(slower.faster, slower.trials),
		100*selfTestConfidence, r.Date, r.Machine, r.Load, r.Seconds)
}

// WriteText writes the table for a terminal.
func (r *SelfTestReport) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.ToUpper(strings.Join(selfTestColumns, "\t")))
	for _, row := range r.table() {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	fmt.Fprintf(t, "\n%s\n", r.summary())
	return t.Flush()
}

// WriteMarkdown writes the table for a page.
func (r *SelfTestReport) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(selfTestColumns, " | "), strings.Repeat("---|", len(selfTestColumns)))
	for _, row := range r.table() {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintf(&b, "\n%s\n", r.summary())
	_, err := io.WriteString(w, b.String())
	return err
}
