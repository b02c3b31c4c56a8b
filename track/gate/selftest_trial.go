package gate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"mexlab/track/stat"
)

// what names a row's trials.
func (row *SelfTestRow) what() string {
	text := fmt.Sprintf("%s %+.0f%%", strings.TrimPrefix(row.Benchmark, "Benchmark"), 100*row.Injected)
	if row.Moved {
		text += ", functions moved"
	}
	return text
}

// try reaches one verdict, as Run would in a suite of suiteSize benchmarks.
func (row *SelfTestRow) try(ctx context.Context, code *selfTestCode) (stat.Verdict, error) {
	head := code.same
	if row.Moved {
		head = code.moved[rand.IntN(len(code.moved))]
	}
	longest := time.Duration(row.MaxSeconds * 1e9)
	g := &gate{Options: Options{Threshold: row.Threshold, MaxTime: longest, Progress: func(int, int, string) {}},
		space: code.space, report: &Report{}, schedule: &schedule{}}
	injected := func(v *linkedVersion, slowdown float64) variant {
		return variant{binary: v.binary, env: []string{fmt.Sprintf("INJECTED_SLOWDOWN=%.2f", slowdown)}}
	}
	b := &benchmark{name: row.Benchmark, versions: [2]*version{code.base.version, head.version}, layouts: code.draw(head),
		variants: [2]variant{injected(code.base, 0), injected(head, row.Injected)},
		result:   &Result{Name: row.Benchmark, Threshold: row.Threshold, maxTime: longest}}
	g.benchmarks = append(g.benchmarks, b)
	for range suiteSize - 1 { // the others of the suite, which nothing is suspected of
		g.benchmarks = append(g.benchmarks, &benchmark{result: &Result{}})
	}
	start := time.Now()
	if err := g.compare(ctx, b); err != nil {
		return 0, err
	}
	g.judge()
	v := b.result.ofTime()
	row.count(b.result, v, (time.Since(start) - b.comparison.paused).Seconds())
	return v, nil
}

// ofTime is the verdict on the time of a benchmark: slower if either the fastest
// slices or the mean are.
func (r *Result) ofTime() stat.Verdict {
	if r.Mean != nil && r.Mean.verdict == stat.Slower {
		return stat.Slower
	}
	return r.verdict
}

// count adds a verdict.
func (row *SelfTestRow) count(r *Result, v stat.Verdict, seconds float64) {
	row.Trials++
	row.seconds = append(row.seconds, seconds)
	row.MeanChange += r.Change
	if r.suspected != stat.Undecided || r.Mean != nil && r.Mean.suspected != stat.Undecided {
		row.Suspected++
	}
	switch v {
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
}

// finish gives the figures of all trials.
func (row *SelfTestRow) finish() {
	row.SlowerLow = stat.AtLeast(row.Slower, row.Trials, selfTestConfidence)
	row.SlowerHigh = stat.AtMost(row.Slower, row.Trials, selfTestConfidence)
	row.ChangedHigh = stat.AtMost(row.Slower+row.Faster, row.Trials, selfTestConfidence)
	if len(row.seconds) == 0 {
		return
	}
	row.MeanChange /= float64(row.Trials)
	slices.Sort(row.seconds)
	row.Median = stat.Median(row.seconds)
	row.Slowest = stat.QuantileSorted(row.seconds, 0.95)
}
