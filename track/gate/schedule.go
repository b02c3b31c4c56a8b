package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mexlab/track/report"
	"mexlab/track/stat"
)

// A schedule is in which order the packages are looked at, and how far that has
// come. A package is built right before its benchmarks are measured, so that the
// first verdict comes early, and that no time is spent on what the budget does not
// reach. Nothing is built while something is measured.
type schedule struct {
	end    time.Time     // of the budget; zero without one
	queue  [][2]*version // packages, the most promising first
	built  int           // of them
	looked int           // benchmarks that have their rows
}

// newSchedule puts the packages first whose own code has changed: what a change
// does to a benchmark is mostly done there. A change elsewhere reaches the others
// through what they import, if at all.
func newSchedule(start time.Time, budget time.Duration, base, head *tree, old, new map[string]goPackage) *schedule {
	s := &schedule{}
	if budget > 0 {
		s.end = start.Add(budget)
	}
	all := maps.Clone(old)
	maps.Copy(all, new)
	var others [][2]*version
	for _, path := range slices.Sorted(maps.Keys(all)) {
		versions := [2]*version{{tree: base, pkg: old[path]}, {tree: head, pkg: new[path]}}
		if sameFiles(old[path], new[path], goPackage.files) {
			others = append(others, versions)
		} else {
			s.queue = append(s.queue, versions)
		}
	}
	s.queue = append(s.queue, others...)
	return s
}

// over reports whether the budget is spent.
func (s *schedule) over() bool { return !s.end.IsZero() && !time.Now().Before(s.end) }

// until returns when something that may take d has to end.
func (s *schedule) until(d time.Duration) time.Time {
	end := time.Now().Add(d)
	if !s.end.IsZero() && s.end.Before(end) {
		return s.end
	}
	return end
}

// total is how many benchmarks there are. Of packages that are not built, only
// functions are known, and not their sub-benchmarks.
func (g *gate) total() int {
	n := len(g.benchmarks)
	for _, versions := range g.queue[g.built:] {
		n += max(len(versions[0].pkg.benchmarks), len(versions[1].pkg.benchmarks))
	}
	return n
}

// tell says what is being done, after how many of the benchmarks.
func (g *gate) tell(what string) { g.Progress(g.looked, g.total(), what) }

// lookAtAll looks at all packages, as long as the budget lasts.
func (g *gate) lookAtAll(ctx context.Context) error {
	for g.built < len(g.queue) && !g.over() {
		begin := len(g.benchmarks)
		if err := g.buildNext(ctx); g.over() && ctx.Err() == nil {
			return nil // it may have ended for that
		} else if err != nil {
			return err
		}
		for _, b := range shortFirst(g.benchmarks[begin:]) {
			if g.over() {
				return nil
			}
			if err := g.lookInTime(ctx, b); err != nil {
				return err
			}
			g.looked++
		}
		for _, b := range g.benchmarks[begin:] {
			b.layouts.remove()
		}
	}
	return nil
}

// lastPair is how long what has begun in the budget may take beyond it: a pair.
const lastPair = 2 * time.Second

// lookInTime looks at a benchmark, and ends what it does soon after the budget.
func (g *gate) lookInTime(ctx context.Context, b *benchmark) error {
	limited, cancel := g.bounded(ctx, lastPair)
	defer cancel()
	err := g.look(limited, b)
	if limited.Err() != nil && ctx.Err() == nil {
		return nil // leaveOut says what that leaves open
	}
	return err
}

// bounded is a context that ends some time after the budget.
func (g *gate) bounded(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	if g.end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, g.end.Add(after))
}

// buildNext builds the next packages, as many as keep all CPUs busy, and lists
// their benchmarks.
func (g *gate) buildNext(ctx context.Context) error {
	n := min(max(1, runtime.GOMAXPROCS(0)/2), len(g.queue)-g.built)
	some := g.queue[g.built : g.built+n]
	g.tell(fmt.Sprintf("building %d of %d packages", g.built+n, len(g.queue)))
	ctx, cancel := g.bounded(ctx, 0)
	defer cancel()
	if err := parallel(n, func(i int) error { return g.build(ctx, some[i], trimmed) }); err != nil {
		return err
	}
	for _, versions := range some {
		if err := g.addBenchmarks(ctx, versions); err != nil {
			return err
		}
		g.built++
	}
	return nil
}

// parallel runs n jobs, as many at the same time as there are CPUs, and returns
// their errors.
func parallel(n int, job func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int32
	var all sync.WaitGroup
	for range min(n, max(2, runtime.GOMAXPROCS(0))) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = job(i)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// shortFirst puts benchmarks last that took long when they ran once: in their time
// many others get a verdict. What is short beside the start of a process counts as equal.
func shortFirst(benchmarks []*benchmark) []*benchmark {
	const short = 20 * time.Millisecond
	rank := func(b *benchmark) time.Duration { return max(b.took(), short) }
	return slices.SortedStableFunc(slices.Values(benchmarks), func(a, b *benchmark) int { return cmp.Compare(rank(a), rank(b)) })
}

// leaveOut gives the benchmarks and packages that were not looked at their places
// in the report, with the reason.
func (g *gate) leaveOut(why string) {
	for _, b := range g.benchmarks {
		switch {
		case b.result.Verdict == "":
			b.result.leaveUnmeasured(report.NotLooked, why)
		case b.result.suspected != stat.Undecided && b.result.second == nil:
			b.result.unconfirmed = why
		case !g.end.IsZero() && !b.end.Before(g.end):
			b.result.short = why
		}
		for _, q := range b.result.quantities() {
			if q.suspected != stat.Undecided && q.second == nil {
				b.result.remark("%s: seen once as %v, and not confirmed: %s", q.name(), q.suspected, why)
			}
		}
	}
	for _, versions := range g.queue[g.built:] {
		g.report.NotLooked = append(g.report.NotLooked, packagePath(versions))
	}
}
