package gate

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mexlab/track/stat"
)

// SelfTestOptions say how long a self-test takes.
type SelfTestOptions struct {
	Trials   int          // factor of the trials of each row
	Progress func(string) // called with what is being done
}

// suiteSize is the number of benchmarks of a suite, for false alarms by suite.
const suiteSize = 40

// selfTestConfidence is the confidence of each bound.
const selfTestConfidence = 0.95

//go:embed selftest
var selfTestModule embed.FS

// selfTestRows are the kinds of trials. A slowdown of just the threshold is the
// hard case. The environment injects it into one and the same program, so that
// it is exact, and nothing else differs.
//
// Trials is a factor here. False alarms are rare, and take many trials to
// measure. The benchmark that allocates has fewer: it takes the most time.
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
// slower, and how often injected slowdowns are found. It mixes the trials of all
// rows, so that all meet the same load. A suite is the next suiteSize verdicts on
// identical code.
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
	r := &SelfTestReport{Machine: thisMachine(ctx, dir), Load: load(), Date: start.UTC().Format(time.DateOnly)}
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

// buildSelfTest builds the benchmarks twice: one program in two files, as two
// versions are two files.
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
	space, source := &workspace{dir: dir}, &tree{name: "the self-test", dir: dir}
	p := goPackage{Dir: dir, ImportPath: "injected"}
	if base, err = space.build(ctx, source, p, trimmed, 0); err != nil {
		return nil, nil, err
	}
	head, err = space.build(ctx, source, p, trimmed, 0)
	return base, head, err
}

// try reaches one verdict, as Run would in a suite of suiteSize benchmarks.
func (row *SelfTestRow) try(ctx context.Context, base, head *binary) (stat.Verdict, error) {
	start := time.Now()
	g := &gate{Options: Options{Threshold: row.Threshold, MaxTime: time.Duration(row.MaxSeconds * 1e9), Progress: func(string) {}},
		report: &Report{}}
	injected := func(b *binary, slowdown float64) variant {
		return variant{binary: b, env: []string{fmt.Sprintf("INJECTED_SLOWDOWN=%.2f", slowdown)}}
	}
	b := &benchmark{name: row.Benchmark, variants: [2]variant{injected(base, 0), injected(head, row.Injected)}, result: &Result{}}
	g.benchmarks = append(g.benchmarks, b)
	for range suiteSize - 1 { // the others of the suite, which nothing is suspected of
		g.benchmarks = append(g.benchmarks, &benchmark{result: &Result{}})
	}
	if err := g.measure(ctx, b); err != nil {
		return 0, err
	}
	if err := g.confirm(ctx); err != nil {
		return 0, err
	}
	c := b.comparison
	suspected := c.result.suspected != stat.Undecided
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
	row.Slowest = stat.QuantileSorted(row.seconds, 0.95)
}

// load returns the machine's load over the last minute, from Linux.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
