// Package gate tells whether the benchmarks of a new version of a Go module are
// slower than those of an old one, on a machine that does other things too.
//
// Both versions are built; fresh processes of both run at the same time, on one
// CPU, and take turns of about a millisecond. Package paired turns the
// pairs into verdicts. A change is believed when two sequences of processes,
// one after the other, have both seen it.
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

// Options say what to compare and how.
type Options struct {
	Dir       string        // of the module, in a git repository
	Base      string        // the old version, as git names it
	Head      string        // the new version; "" is the working tree
	Packages  []string      // patterns as "go list" takes them
	Bench     string        // which benchmarks, as -test.bench takes it
	Threshold float64       // the slowdown that must not pass: 0.02 is 2%
	MaxTime   time.Duration // of each of the two sequences of a benchmark
	Layouts   int           // builds of the base in other layouts, to learn what layout does
	Insns     bool          // count instructions too
	MayVanish bool          // accept that the head lacks benchmarks
	Progress  func(string)  // is told what is being done; or nil
}

// The probabilities of wrong verdicts.
const (
	suiteAlarm   = 0.05  // that some benchmark of the suite is wrongly called changed
	verdictAlarm = 0.001 // that a given one is
	suspicion    = 0.02  // that the first sequence of one suspects a change, in either direction
	miss         = 0.01  // that one is passed although it changed by the threshold
)

// ErrNothing is the error, wrapped, of a comparison without benchmarks.
var ErrNothing = errors.New("no benchmarks")

// A gate is a comparison at work.
type gate struct {
	Options
	shop    *workshop
	counter *qemu.Counter // of instructions, once it is needed
	report  *Report
	open    []*contest // suspected, to be confirmed
}

// A contest is a duel and what it came to.
type contest struct {
	duel   *duel
	floor  float64 // of the layouts
	first  *stat.Sequence
	second *stat.Sequence // nil when the first had no suspicion
	result *Result
}

// Run compares. When ctx ends it returns early with the error; nothing of what
// it made is left behind in any case.
func Run(ctx context.Context, opt Options) (report *Report, err error) {
	if _, err := regexp.Compile(opt.Bench); err != nil {
		return nil, fmt.Errorf("the pattern of benchmarks: %w", err)
	}
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	defer func() {
		if cause := context.Cause(ctx); cause != nil {
			report, err = nil, cause // whatever else went wrong, this is why
		}
	}()
	shop, err := openWorkshop(ctx, opt.Dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := shop.close(); err == nil {
			err = e
		}
	}()
	g := &gate{Options: opt, shop: shop, report: newReport(opt)}
	if err := g.run(ctx); err != nil {
		return nil, err
	}
	return g.report, nil
}

func (g *gate) run(ctx context.Context) error {
	start := time.Now()
	base, err := g.shop.tree(ctx, g.Base)
	if err != nil {
		return err
	}
	head, err := g.shop.tree(ctx, g.Head)
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
	for _, path := range slices.Sorted(maps.Keys(new)) {
		g.report.Added = append(g.report.Added, path)
	}
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

// comparePackage compares a package's benchmarks. It has no import path in the
// head version when it is gone.
func (g *gate) comparePackage(ctx context.Context, base, head *tree, old, new goPackage) error {
	g.Progress("building " + old.ImportPath)
	b, err := g.shop.build(ctx, base, old, 0)
	if err != nil {
		return err
	}
	var h *binary
	var after []string
	if new.ImportPath != "" {
		if h, err = g.shop.build(ctx, head, new, 0); err != nil {
			return err
		}
		if b.sum == h.sum {
			g.report.Identical = append(g.report.Identical, old.ImportPath)
			return nil
		}
		if after, err = h.names(ctx, g.Bench); err != nil {
			return fmt.Errorf("%s: %w", head.name, err)
		}
	}
	before, err := b.names(ctx, g.Bench)
	if err != nil {
		return fmt.Errorf("%s: %w", base.name, err)
	}
	var layouts []*binary
	for seed := 1; seed <= g.Layouts; seed++ {
		l, err := g.shop.build(ctx, base, old, seed)
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
		c, err := g.first(ctx, name, arm{binary: b}, arm{binary: h}, layouts)
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

// first runs the first sequence of a benchmark.
func (g *gate) first(ctx context.Context, name string, base, head arm, layouts []*binary) (*contest, error) {
	g.Progress(name)
	d, err := newDuel(ctx, name, base, head)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c := &contest{duel: d, result: &Result{Name: name}}
	if c.floor, err = d.layoutFloor(ctx, layouts); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var v stat.Verdict
	if c.first, v, err = d.sequence(ctx, g.rules(c, suspicion), g.MaxTime); err != nil {
		return nil, err
	}
	c.result.fill(c.duel, c.first, v)
	if v == stat.Slower || v == stat.Faster {
		g.open = append(g.open, c)
	}
	return c, nil
}

func (g *gate) rules(c *contest, alarm float64) stat.Rules {
	return stat.Rules{Threshold: math.Log1p(g.Threshold), Floor: c.floor, Alarm: alarm, Miss: miss}
}

// confirm runs the second sequence of every benchmark that is suspected. Its p
// value counts after the first has let one in fifty through: a false verdict
// needs both, so the p value of the two together is suspicion times that of the
// second (P. Bauer and K. Köhne, "Evaluation of experiments with adaptive
// interim analyses", Biometrics 50 (1994), is the general case). Those p values
// are then adjusted for the size of the suite.
func (g *gate) confirm(ctx context.Context) error {
	p := make([]float64, len(g.report.Results))
	suspect := make([]*contest, len(p))
	for i, r := range g.report.Results {
		p[i] = 1
		for _, c := range g.open {
			if c.result == r {
				suspect[i] = c
			}
		}
	}
	for i, c := range suspect {
		if c == nil {
			continue
		}
		g.Progress("confirming " + c.result.Name)
		var v stat.Verdict
		var err error
		alarm := min(verdictAlarm, suiteAlarm/float64(len(p))) / suspicion
		if c.second, v, err = c.duel.sequence(ctx, g.rules(c, alarm), g.MaxTime); err != nil {
			return err
		}
		first := c.result.verdict
		c.result.fill(c.duel, c.second, v)
		if (c.second.Change() > 0) == (first == stat.Slower) {
			p[i] = suspicion * c.second.P()
		}
		c.result.suspected = first
	}
	for i, adjusted := range stat.Holm(p) {
		c := suspect[i]
		if c == nil {
			continue
		}
		c.result.P = adjusted
		if v := c.result.verdict; v != stat.Undecided && v != c.result.suspected {
			continue // the second sequence has ruled the change out
		}
		c.result.setVerdict(stat.Undecided)
		if adjusted <= suiteAlarm && p[i] <= verdictAlarm && c.second.Final(verdictAlarm/suspicion) == c.result.suspected {
			c.result.setVerdict(c.result.suspected)
		}
	}
	return nil
}

// layoutFloor is the largest change that building the base in another layout
// makes: each layout fights the usual one in a few pairs.
func (d *duel) layoutFloor(ctx context.Context, layouts []*binary) (float64, error) {
	head := d.head
	defer func() { d.head, d.times, d.allocs = head, [2][]float64{}, noAllocs() }()
	floor := 0.0
	for _, l := range layouts {
		d.head = arm{binary: l}
		var changes []float64
		for range layoutPairs {
			p, err := d.pair(ctx, false)
			if err != nil {
				return 0, err
			}
			changes = append(changes, p.Typical)
		}
		floor = max(floor, math.Abs(stat.Median(changes)))
	}
	return floor, nil
}

// layoutPairs is the number of pairs that a layout is measured with: three, so
// that one bad pair has no say.
const layoutPairs = 3
