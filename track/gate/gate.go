// Package gate tells whether the benchmarks of a new version of a Go module are
// slower than those of an old one, on a machine that does other things, too. It
// is "mexlab gate". From two trees to a verdict:
//
//   - A workspace has both versions and their test binaries (workspace.go,
//     build.go). That of a commit has what git does not keep, too (tree.go,
//     outside.go, carry.go). A package whose binaries are the same is done.
//     Whatever ends this process, the workspace is removed.
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
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"mexlab/internal/qemu"
	"mexlab/track/stat"
)

// Options say what to compare, and how.
type Options struct {
	Dir       string        // of the module, in a git repository
	Base      string        // the old version, as git names it, or A...B for where the two parted
	Head      string        // the new version; "" is the working tree
	Packages  []string      // patterns as "go list" takes them
	Bench     string        // which benchmarks, as -test.bench takes it
	Threshold float64       // the slowdown that must not pass; 0.02 is 2%
	MaxTime   time.Duration // of each of the two sequences of a benchmark
	CPUs      int           // of a benchmark, its GOMAXPROCS; 0 is 1
	Layouts   int           // builds of the base in other layouts, to learn how much layout changes
	Insns     bool          // count instructions too
	Carry     []string      // files of the working tree that git does not keep, to carry over into the tree of a commit
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
	space      *workspace
	counter    *qemu.Counter // of instructions, once it is needed
	report     *Report
	benchmarks []*benchmark
}

// Run compares two versions. If ctx ends it returns early with the cause. It
// leaves nothing behind in any case.
func Run(ctx context.Context, opt Options) (report *Report, err error) {
	if _, err := regexp.Compile(opt.Bench); err != nil {
		return nil, fmt.Errorf("the pattern of benchmarks: %w", err)
	}
	if err := opt.checkCPUs(); err != nil {
		return nil, err
	}
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	defer func() {
		if cause := context.Cause(ctx); cause != nil {
			report, err = nil, cause // the reason of whatever else went wrong
		}
	}()
	space, err := openWorkspace(ctx, opt.Dir, opt.Carry)
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
	if moved := g.space.movedOn(ctx, base, head); moved != "" {
		g.space.note("%s", moved)
	}
	old, new, err := g.packages(ctx, base, head)
	if err != nil {
		return err
	}
	all := maps.Clone(old)
	maps.Copy(all, new)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if err := g.open(ctx, base, head, old[path], new[path]); err != nil {
			return err
		}
	}
	if r := g.report; len(g.benchmarks)+len(r.Vanished)+len(r.Identical)+len(r.Added) == 0 {
		return fmt.Errorf("%w match %q in %s, neither in %s nor in %s", ErrNothing, g.Bench, strings.Join(g.Packages, ", "), base.name, head.name)
	}
	g.report.Notes = append(g.report.Notes, g.space.notes...)
	for _, b := range g.benchmarks {
		if err := g.first(ctx, b); err != nil {
			return err
		}
	}
	if err := g.confirm(ctx); err != nil {
		return err
	}
	g.report.conclude()
	g.report.Seconds = time.Since(start).Seconds()
	return nil
}

// open builds a package in both versions and lists its benchmarks. A version
// that lacks the package, or benchmarks in it, has one without import path.
func (g *gate) open(ctx context.Context, base, head *tree, old, new goPackage) error {
	path := cmp.Or(old.ImportPath, new.ImportPath)
	g.Progress("building " + path)
	versions := [2]*version{{tree: base, pkg: old}, {tree: head, pkg: new}}
	if err := g.build(ctx, versions, trimmed); err != nil {
		return err
	}
	if b, h := versions[0].binary, versions[1].binary; b != nil && h != nil && b.sum == h.sum {
		g.report.Identical = append(g.report.Identical, path)
		return nil
	}
	if err := g.list(ctx, versions); err != nil {
		return err
	}
	var layouts []*binary
	for seed := 1; seed <= g.Layouts && versions[0].binary != nil; seed++ {
		l, err := g.space.build(ctx, base, old, versions[0].paths, seed)
		if err != nil {
			return err
		}
		layouts = append(layouts, l)
	}
	before, after := versions[0].listing, versions[1].listing
	for _, name := range before.names {
		if !after.has(name) {
			g.report.Vanished = append(g.report.Vanished, path+"."+name)
			continue
		}
		b := &benchmark{name: name, versions: versions, layouts: layouts,
			variants: [2]variant{{binary: versions[0].binary}, {binary: versions[1].binary}},
			faults:   [2]*fault{before.faults[name], after.faults[name]},
			result:   &Result{Package: path, Name: name}}
		g.benchmarks = append(g.benchmarks, b)
		g.report.Results = append(g.report.Results, b.result)
	}
	for _, name := range after.names {
		if !before.has(name) {
			g.report.Added = append(g.report.Added, path+"."+name)
		}
	}
	return nil
}

// first runs the first sequence of a benchmark, if it can be measured. What is
// wrong with one benchmark is said in its row, and the others go on.
func (g *gate) first(ctx context.Context, b *benchmark) error {
	if b.spoilt() {
		b.judgeFaults()
		return nil
	}
	g.Progress(b.name)
	return g.blame(ctx, b, func() error {
		if err := g.measure(ctx, b); err != nil || !g.Insns {
			return err
		}
		return g.countInsns(ctx, b)
	})
}

// measure runs the first sequence of a benchmark.
func (g *gate) measure(ctx context.Context, b *benchmark) (err error) {
	if b.comparison, err = newComparison(ctx, b.name, b.variants, b.result, g.procs()); err != nil {
		return err
	}
	if err := b.comparison.measureLayouts(ctx, b.layouts); err != nil {
		return err
	}
	_, _, err = b.comparison.sequence(ctx, g.rules(b.comparison, suspicion), g.MaxTime)
	return err
}

// blame runs what measures a benchmark. A fault that shows only now is put into
// the benchmark's row, and no error.
func (g *gate) blame(ctx context.Context, b *benchmark, measure func() error) error {
	err := measure()
	f := (*fault)(nil)
	if !errors.As(err, &f) || ctx.Err() != nil {
		return err
	}
	b.faults[f.version] = f
	if _, _, err := b.comparison.try(ctx, 1-f.version); errors.As(err, &f) {
		b.faults[f.version] = f
	}
	b.judgeFaults()
	return nil
}

func (g *gate) rules(c *comparison, alarm float64) stat.Rules {
	return stat.Rules{Threshold: math.Log1p(g.Threshold), Floor: c.floor, Alarm: alarm, Miss: miss}
}

// confirm runs the second sequence of every benchmark that the first suspects of
// a change. The first lets one in fifty through, and a false verdict needs both.
// So the p value of both together is suspicion times that of the second (P. Bauer
// and K. Köhne, "Evaluation of experiments with adaptive interim analyses",
// Biometrics 50 (1994), is the general case). These are then adjusted for the
// suite's size.
func (g *gate) confirm(ctx context.Context) error {
	p := slices.Repeat([]float64{1}, len(g.benchmarks))
	second := make([]*stat.Sequence, len(g.benchmarks)) // of the suspected
	alarm := min(verdictAlarm, suiteAlarm/float64(len(p))) / suspicion
	for i, b := range g.benchmarks {
		if v := b.result.verdict; b.spoilt() || v != stat.Slower && v != stat.Faster {
			continue
		}
		g.Progress("confirming " + b.name)
		err := g.blame(ctx, b, func() error {
			b.result.suspected = b.result.verdict
			s, _, err := b.comparison.sequence(ctx, g.rules(b.comparison, alarm), g.MaxTime)
			if err != nil {
				return err
			}
			second[i] = s
			if (s.Change() > 0) == (b.result.suspected == stat.Slower) {
				p[i] = suspicion * s.P()
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	adjusted := stat.Holm(p)
	for i, b := range g.benchmarks {
		if second[i] == nil {
			continue
		}
		r := b.result
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
