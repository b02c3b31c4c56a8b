package gate

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"mexlab/track/stat"
)

// SelfTestOptions say how long a self-test takes.
type SelfTestOptions struct {
	Trials   int      // factor of the trials of each row
	Progress Progress // of trials
}

// suiteSize is the number of benchmarks of a suite, for false alarms by suite.
const suiteSize = 40

// selfTestConfidence is the confidence of each bound.
const selfTestConfidence = 0.95

// selfTestRows are the kinds of trials. A slowdown of just the threshold is the
// hard case. The environment injects it, so that it is exact. In rows that are
// not moved, nothing else differs: both sides are the same program. In those that
// are moved, the head is another program, where the functions of the benchmarks
// stand behind others.
//
// Trials is a factor here. False alarms are rare, and take many trials to
// measure: 1,000 for a factor of 10. What takes the most time has fewer. Scan
// swings with the order of its functions by 10%, even if they are aligned, and Log
// does now and then. Small slowdowns of these are not to be found.
var selfTestRows = []SelfTestRow{
	{Benchmark: "BenchmarkCompute", Threshold: 0.02, MaxSeconds: 10, Trials: 40},
	{Benchmark: "BenchmarkMemory", Threshold: 0.02, MaxSeconds: 10, Trials: 20},
	{Benchmark: "BenchmarkAllocate", Threshold: 0.02, MaxSeconds: 10, Trials: 2},
	{Benchmark: "BenchmarkCompute", Threshold: 0.01, MaxSeconds: 10, Trials: 13},
	{Benchmark: "BenchmarkMemory", Threshold: 0.01, MaxSeconds: 10, Trials: 5},
	{Benchmark: "BenchmarkCompute", Injected: 0.01, Threshold: 0.01, MaxSeconds: 10, Trials: 4},
	{Benchmark: "BenchmarkMemory", Injected: 0.01, Threshold: 0.01, MaxSeconds: 10, Trials: 4},
	{Benchmark: "BenchmarkCompute", Injected: 0.02, Threshold: 0.02, MaxSeconds: 3, Trials: 4},
	{Benchmark: "BenchmarkMemory", Injected: 0.02, Threshold: 0.02, MaxSeconds: 3, Trials: 4},
	{Benchmark: "BenchmarkAllocate", Injected: 0.02, Threshold: 0.02, MaxSeconds: 10, Trials: 1},
	{Benchmark: "BenchmarkCompute", Moved: true, Threshold: 0.02, MaxSeconds: 10, Trials: 2},
	{Benchmark: "BenchmarkMemory", Moved: true, Threshold: 0.02, MaxSeconds: 10, Trials: 2},
	{Benchmark: "BenchmarkAllocate", Moved: true, Threshold: 0.02, MaxSeconds: 10, Trials: 2},
	{Benchmark: "BenchmarkSort", Moved: true, Threshold: 0.02, MaxSeconds: 10, Trials: 6},
	{Benchmark: "BenchmarkScan", Moved: true, Threshold: 0.02, MaxSeconds: 10, Trials: 4},
	{Benchmark: "BenchmarkLog", Moved: true, Threshold: 0.02, MaxSeconds: 10, Trials: 4},
	{Benchmark: "BenchmarkCompute", Moved: true, Injected: 0.02, Threshold: 0.02, MaxSeconds: 10, Trials: 1},
	{Benchmark: "BenchmarkMemory", Moved: true, Injected: 0.02, Threshold: 0.02, MaxSeconds: 10, Trials: 1},
	{Benchmark: "BenchmarkSort", Moved: true, Injected: 0.02, Threshold: 0.02, MaxSeconds: 10, Trials: 2},
	{Benchmark: "BenchmarkCompute", Moved: true, Injected: 0.05, Threshold: 0.02, MaxSeconds: 10, Trials: 1},
	{Benchmark: "BenchmarkMemory", Moved: true, Injected: 0.05, Threshold: 0.02, MaxSeconds: 10, Trials: 1},
	{Benchmark: "BenchmarkSort", Moved: true, Injected: 0.05, Threshold: 0.02, MaxSeconds: 10, Trials: 2},
}

// SelfTest measures, on this machine, how often identical code is called changed,
// and how often injected slowdowns are found. It mixes the trials of all rows, so
// that all meet the same load. If ctx ends, the report is about the trials so far,
// and the error is the cause.
func SelfTest(ctx context.Context, opt SelfTestOptions) (report *SelfTestReport, err error) {
	start := time.Now()
	dir, err := os.MkdirTemp("", "mexlab-gate-")
	if err != nil {
		return nil, err
	}
	space := &workspace{dir: dir}
	if err := space.startCleaner(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	defer func() {
		if e := space.close(); err == nil {
			err = e
		}
	}()
	r := &SelfTestReport{Machine: thisMachine(ctx, dir), Load: load(), Date: start.UTC().Format(time.DateOnly)}
	code, err := space.buildSelfTest(ctx, opt.Progress)
	if err != nil {
		return nil, errors.Join(context.Cause(ctx), err)
	}
	if err := r.tryAll(ctx, code, r.plan(opt.Trials), opt.Progress); err != nil && ctx.Err() == nil {
		return nil, err
	}
	r.Load += " before, " + load() + " after"
	r.Seconds = time.Since(start).Seconds()
	return r, context.Cause(ctx)
}

// plan makes the rows, and returns all their trials in random order.
func (r *SelfTestReport) plan(factor int) (trials []*SelfTestRow) {
	for _, row := range selfTestRows {
		r.Rows = append(r.Rows, &row)
		trials = append(trials, slices.Repeat([]*SelfTestRow{&row}, row.Trials*factor)...)
		row.Trials = 0
	}
	r.Planned = len(trials)
	mix := rand.New(rand.NewPCG(1, uint64(len(trials))))
	mix.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
	return trials
}

// tryAll runs the trials, and gives the figures of those that were done. A suite
// is the next suiteSize verdicts on identical code.
func (r *SelfTestReport) tryAll(ctx context.Context, code *selfTestCode, trials []*SelfTestRow, progress Progress) (err error) {
	var verdicts []stat.Verdict // on identical code
	for i, row := range trials {
		progress(i, len(trials), row.what())
		var v stat.Verdict
		if v, err = row.try(ctx, code); err != nil {
			break
		}
		if row.Injected == 0 {
			verdicts = append(verdicts, v)
		}
	}
	for _, row := range r.Rows {
		row.finish()
	}
	for suite := range slices.Chunk(verdicts, suiteSize) {
		if len(suite) < suiteSize {
			break
		}
		r.Suites++
		if slices.ContainsFunc(suite, func(v stat.Verdict) bool { return v == stat.Slower || v == stat.Faster }) {
			r.Alarms++
		}
	}
	return err
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
