// Package gate tells whether the benchmarks of a new version of a Go module are
// slower than those of an old one, on a machine that does other things, too. It
// is "mexlab gate". From two trees to a verdict:
//
//   - A workspace has both versions and their test binaries (workspace.go,
//     build.go). A package whose binaries are the same is done. Whatever ends this
//     process, the workspace is removed.
//   - A comparison runs one benchmark in pairs of fresh processes, one of each
//     version, at the same time and on one CPU. They take turns of about a
//     millisecond, so that what disturbs one disturbs the other (comparison.go,
//     pair.go; process_linux.go makes an unmodified benchmark wait for its turn, and
//     cpu_linux.go keeps it on a CPU).
//   - A stat.Sequence tests after every pair, until it can decide or the time is
//     up.
//   - What looks changed is measured once more, from the start, and has to be seen
//     again. Its p value is adjusted for the size of the suite (gate.go).
//   - The report gives the verdicts and their reasons (report.go, text.go).
//     Allocations and, in an emulator, instructions are compared exactly (insns.go).
//
// The self-test measures what this is worth (selftest.go). On a shared virtual
// machine of two CPUs it called identical code slower in none of 1,000 verdicts,
// and found 77 of 80 slowdowns of 1% in arithmetic and reads from memory, at a
// threshold of 1%. The median verdict of a benchmark took 0.9 to 2.6 s.
package gate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"time"

	"mexlab/internal/qemu"
	"mexlab/track/stat"
)

// Options say what to compare, and how.
type Options struct {
	Dir       string        // of the module, in a git repository
	Base      string        // the old version, as git names it
	Head      string        // the new version; "" is the working tree
	Packages  []string      // patterns as "go list" takes them
	Bench     string        // which benchmarks, as -test.bench takes it
	Threshold float64       // the slowdown that must not pass; 0.02 is 2%
	MaxTime   time.Duration // of each of the two sequences of a benchmark
	Layouts   int           // builds of the base in other layouts, to learn how much layout changes
	Insns     bool          // count instructions too
	MayVanish bool          // benchmarks that the head lacks are no regression
	Progress  func(string)  // called with what is being done; nil for nobody
}

// The probabilities of wrong verdicts.
const (
	suiteAlarm   = 0.05  // any benchmark of the suite is wrongly called changed
	verdictAlarm = 0.001 // a given one is
	suspicion    = 0.02  // its first sequence suspects a change, in either direction
	miss         = 0.01  // it passes although it changed by the threshold
)

// ErrNothing is the error, wrapped, of a run without benchmarks.
var ErrNothing = errors.New("no benchmarks")

type gate struct {
	Options
	space     *workspace
	counter   *qemu.Counter // of instructions, once it is needed
	report    *Report
	suspected []*comparison // changed in the first sequence, to be confirmed
}

// Run compares two versions. If ctx ends it returns early with the cause. It
// leaves nothing behind in any case.
func Run(ctx context.Context, opt Options) (report *Report, err error) {
	if _, err := regexp.Compile(opt.Bench); err != nil {
		return nil, fmt.Errorf("the pattern of benchmarks: %w", err)
	}
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	defer func() {
		if cause := context.Cause(ctx); cause != nil {
			report, err = nil, cause // the reason of whatever else went wrong
		}
	}()
	space, err := openWorkspace(ctx, opt.Dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := space.close(); err == nil {
			err = e
		}
	}()
	g := &gate{Options: opt, space: space, report: newReport(ctx, opt)}
	if err := g.run(ctx); err != nil {
		return nil, err
	}
	return g.report, nil
}

func (g *gate) run(ctx context.Context) error {
	start := time.Now()
	base, err := g.space.tree(ctx, g.Base)
	if err != nil {
		return err
	}
	head, err := g.space.tree(ctx, g.Head)
	if err != nil {
		return err
	}
	g.report.Base, g.report.Head = base.name, head.name
	old, err := packages(ctx, base, g.Packages)
	if err != nil {
		return err
	}
	new, err := packages(ctx, head, g.Packages)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(old)) {
		if err := g.comparePackage(ctx, base, head, old[path], new[path]); err != nil {
			return err
		}
		delete(new, path)
	}
	g.report.Added = append(g.report.Added, slices.Sorted(maps.Keys(new))...)
	if len(g.report.Results)+len(g.report.Vanished)+len(g.report.Identical) == 0 {
		return fmt.Errorf("%w match %q in %q of %s", ErrNothing, g.Bench, g.Packages, base.name)
	}
	if err := g.confirm(ctx); err != nil {
		return err
	}
	g.report.conclude()
	g.report.Seconds = time.Since(start).Seconds()
	return nil
}

// comparePackage compares a package's benchmarks. If the head version lacks the
// package, new has no import path.
func (g *gate) comparePackage(ctx context.Context, base, head *tree, old, new goPackage) error {
	g.Progress("building " + old.ImportPath)
	b, err := g.space.build(ctx, base, old, 0)
	if err != nil {
		return err
	}
	var h *binary
	var after []string
	if new.ImportPath != "" {
		if h, err = g.space.build(ctx, head, new, 0); err != nil {
			return err
		}
		if b.sum == h.sum {
			g.report.Identical = append(g.report.Identical, old.ImportPath)
			return nil
		}
		if after, err = h.names(ctx, g.Bench); err != nil {
			return fmt.Errorf("%s: %s: %w", head.name, old.ImportPath, err)
		}
	}
	before, err := b.names(ctx, g.Bench)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", base.name, old.ImportPath, err)
	}
	var layouts []*binary
	for seed := 1; seed <= g.Layouts; seed++ {
		l, err := g.space.build(ctx, base, old, seed)
		if err != nil {
			return err
		}
		layouts = append(layouts, l)
	}
	for _, name := range before {
		if !slices.Contains(after, name) {
			g.report.Vanished = append(g.report.Vanished, old.ImportPath+"."+name)
			continue
		}
		c, err := g.compare(ctx, name, variant{binary: b}, variant{binary: h}, layouts)
		if err != nil {
			return fmt.Errorf("%s: %w", old.ImportPath, err)
		}
		c.result.Package = old.ImportPath
		if g.Insns {
			if err := g.countInsns(ctx, c, old); err != nil {
				return err
			}
		}
		g.report.Results = append(g.report.Results, c.result)
	}
	for _, name := range after {
		if !slices.Contains(before, name) {
			g.report.Added = append(g.report.Added, old.ImportPath+"."+name)
		}
	}
	return nil
}

// compare runs the first sequence of a benchmark.
func (g *gate) compare(ctx context.Context, name string, base, head variant, layouts []*binary) (*comparison, error) {
	g.Progress(name)
	c, err := newComparison(ctx, name, base, head)
	if err == nil {
		err = c.measureLayouts(ctx, layouts)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	_, v, err := c.sequence(ctx, g.rules(c, suspicion), g.MaxTime)
	if v == stat.Slower || v == stat.Faster {
		g.suspected = append(g.suspected, c)
	}
	return c, err
}

func (g *gate) rules(c *comparison, alarm float64) stat.Rules {
	return stat.Rules{Threshold: math.Log1p(g.Threshold), Floor: c.floor, Alarm: alarm, Miss: miss}
}

// confirm runs the second sequence of every suspected benchmark. The first lets
// one in fifty through, and a false verdict needs both. So the p value of both
// together is suspicion times that of the second (P. Bauer and K. Köhne,
// "Evaluation of experiments with adaptive interim analyses", Biometrics 50
// (1994), is the general case). These are then adjusted for the suite's size.
func (g *gate) confirm(ctx context.Context) error {
	p := slices.Repeat([]float64{1}, len(g.report.Results)) // of the suspected, then of the others
	second := make([]*stat.Sequence, len(g.suspected))
	alarm := min(verdictAlarm, suiteAlarm/float64(len(p))) / suspicion
	for i, c := range g.suspected {
		g.Progress("confirming " + c.name)
		c.result.suspected = c.result.verdict
		s, _, err := c.sequence(ctx, g.rules(c, alarm), g.MaxTime)
		if err != nil {
			return err
		}
		second[i] = s
		if (s.Change() > 0) == (c.result.suspected == stat.Slower) {
			p[i] = suspicion * s.P()
		}
	}
	adjusted := stat.Holm(p)
	for i, c := range g.suspected {
		r := c.result
		r.P = adjusted[i]
		if r.verdict != stat.Undecided && r.verdict != r.suspected {
			continue // the second sequence has ruled the change out
		}
		r.setVerdict(stat.Undecided)
		if r.P <= suiteAlarm && p[i] <= verdictAlarm && second[i].Final(verdictAlarm/suspicion) == r.suspected {
			r.setVerdict(r.suspected)
		}
	}
	return nil
}
