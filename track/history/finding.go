package history

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"mexlab/track/benchfile"
	"mexlab/track/gate"
	"mexlab/track/report"
)

// ByGate returns a comparison of one benchmark, for Bisect, by the gate.
func ByGate(opt gate.Options, bench string) func(ctx context.Context, good, commit string) (Finding, error) {
	opt.Bench = benchfile.Pattern(bench)
	name := "Benchmark" + strings.TrimPrefix(bench, "Benchmark")
	return func(ctx context.Context, good, commit string) (Finding, error) {
		opt.Base, opt.Head = good, commit
		r, err := gate.Run(ctx, opt)
		if err != nil {
			return Finding{}, err
		}
		return find(r, name)
	}
}

// find returns what a report says about a benchmark, the worst if several
// packages have it. One that vanished is a regression to the gate. Here it says
// nothing about how fast the commit is.
func find(r *gate.Report, name string) (Finding, error) {
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(full string) bool { return strings.HasSuffix("."+full, "."+name) })
	}
	var found []Finding // several, if several packages have it
	for _, b := range r.Results {
		if b.Name == name {
			found = append(found, judge(b))
		}
	}
	switch {
	case len(found) > 0:
		return slices.MinFunc(found, func(a, b Finding) int { return int(a.State - b.State) }), nil
	case has(r.Vanished):
		return Finding{}, fmt.Errorf("it has no %s", name)
	case len(r.Identical) > 0:
		return Finding{Fine, "same: both versions give the same test binary"}, nil
	}
	return Finding{}, fmt.Errorf("%s has no %s", r.Base, name)
}

func judge(b *gate.Result) Finding {
	if !b.Measured() {
		return Finding{Skipped, "skipped: " + strings.Join(b.Reasons, "; ")}
	}
	digits := 0
	if math.Abs(b.Change) < 0.1 {
		digits = 1
	}
	change := fmt.Sprintf("%+.*f%%", digits, 100*b.Change)
	switch b.Verdict {
	case string(gate.Regression):
		if slices.Contains(b.Worse, "time") {
			return Finding{Slow, "regression: slower (" + change + ")"}
		}
		return Finding{Slow, "regression: " + strings.Join(b.Reasons, "; ")}
	case string(gate.Inconclusive), report.NotGated:
		return Finding{Skipped, "skipped: " + b.Verdict + ", " + strings.Join(b.Reasons, "; ")}
	}
	return Finding{Fine, fmt.Sprintf("%s (%s)", b.Verdict, change)}
}
