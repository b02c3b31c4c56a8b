// Package gate tells whether the benchmarks of a new version of a Go module are
// slower than those of an old one, on a machine that does other things, too. It
// is "mexlab gate". From two trees to a verdict:
//
//   - A workspace has both versions and their test binaries (workspace.go,
//     build.go). That of a commit has what git does not keep, too (tree.go,
//     outside.go, carry.go). A package whose binaries are the same is done.
//     Whatever ends this process, the workspace is removed.
//   - The schedule says which packages are built and looked at first, and what the
//     budget does not reach (schedule.go).
//   - A comparison runs one benchmark in pairs of fresh processes, one of each
//     version, at the same time and on one CPU. They take turns of about a
//     millisecond, so that what disturbs one disturbs the other (comparison.go,
//     calibrate.go, pair.go; process_linux.go makes an unmodified benchmark wait for its turn, and
//     cpu_linux.go keeps it on a CPU).
//   - The linker aligns functions, so that those that did not change mostly take as
//     long as before, wherever they stand (linker.go).
//   - A stat.Sequence tests after every pair, until it can decide or the time is
//     up.
//   - What looks changed is measured once more, from the start, with functions in
//     orders that the linker draws at random (layouts.go). Only that counts. Its p
//     value is adjusted for the size of the suite (hypothesis.go).
//   - Pairs of longer runs, with the garbage collector at work, tell the mean time,
//     the bytes, and the units of the benchmark's own (mean.go, units.go,
//     untimed.go).
//   - What has become slower runs once more under the profiler, which tells in what
//     functions (profile.go, functions.go).
//   - The report gives the verdicts and their reasons (report.go, reasons.go,
//     text.go), by the thresholds and waivers of the module (settings.go).
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
	Skip      string        // which of them not to run, as -test.skip takes it
	Threshold float64       // the slowdown that must not pass; 0.02 is 2%
	CPUs      int           // of a benchmark, its GOMAXPROCS; 0 is 1
	MaxTime   time.Duration // the longest for one benchmark, with its setting up and the confirmation of a change
	Budget    time.Duration // the longest for everything; 0 if there is no such bound
	Layouts   int           // the most orders of functions to measure in; 0 and 1 are the one in which they come
	Insns     bool          // count instructions too
	Profile   string        // a folder for the profiles of what has become slower; "" keeps none
	Carry     []string      // files of the working tree that git does not keep, to carry over into the tree of a commit
	MayVanish bool          // benchmarks that the head lacks are no regression
	Settings  bool          // whether the head's SettingsFile counts
	Progress  Progress      // nil for nobody
}

// A Progress is told what is being done, after how many of how many benchmarks.
// Until all packages are built, their number is a guess.
type Progress func(done, of int, what string)

// The probabilities of wrong verdicts.
const (
	suiteAlarm   = 0.05  // any benchmark of the suite is wrongly called changed
	verdictAlarm = 0.001 // a given one is
	suspicion    = 0.02  // its first sequence suspects a change, in a given direction, where only chance makes one
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
	settings   settings
	*schedule
}

// Run compares two versions. If ctx ends it returns early with the cause, and a
// report on what was looked at until then, if anything was. It leaves nothing
// behind in any case.
func Run(ctx context.Context, opt Options) (report *Report, err error) {
	if _, err := regexp.Compile(opt.Bench); err != nil {
		return nil, fmt.Errorf("the pattern of benchmarks: %w", err)
	}
	if _, err := regexp.Compile(opt.Skip); err != nil {
		return nil, fmt.Errorf("the pattern of benchmarks to skip: %w", err)
	}
	if err := opt.checkCPUs(); err != nil {
		return nil, err
	}
	if opt.Progress == nil {
		opt.Progress = func(int, int, string) {}
	}
	defer func() {
		if cause := context.Cause(ctx); cause != nil {
			err = cause // the reason of whatever else went wrong
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
	start := time.Now()
	if err := g.prepare(ctx, start); err != nil {
		return nil, err
	}
	err = g.lookAtAll(ctx)
	if cause := context.Cause(ctx); cause != nil {
		g.leaveOut(cause.Error())
	} else if err = cmp.Or(err, g.nothing()); err != nil {
		return nil, err
	} else {
		g.leaveOut(fmt.Sprintf("the budget of %v is spent", g.Budget))
	}
	g.judge()
	g.report.sort()
	g.report.Notes = append(g.report.Notes, g.space.notes...)
	g.report.conclude()
	g.report.Seconds = time.Since(start).Seconds()
	if g.sawAll() {
		return g.report, g.settings.unused()
	}
	return g.report, nil
}

// sawAll reports whether all benchmarks of the module are known by name.
func (g *gate) sawAll() bool {
	return g.Bench == "." && g.Skip == "" && slices.Equal(g.Packages, []string{"./..."}) && g.built == len(g.queue) && len(g.report.Identical) == 0
}

// prepare lays out both versions, and finds their packages.
func (g *gate) prepare(ctx context.Context, start time.Time) error {
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
	if err := g.space.findLinker(ctx, base, head); err != nil {
		return err
	}
	if g.Settings {
		if g.settings, err = head.settings(ctx); err != nil {
			return err
		}
		g.report.Expired = g.settings.expired()
	}
	g.schedule = newSchedule(start, g.Budget, base, head, old, new)
	return nil
}

// nothing returns an error if there was nothing to compare.
func (g *gate) nothing() error {
	r := g.report
	compared := len(g.benchmarks) + len(r.Vanished) + len(r.Identical)
	for _, versions := range g.queue {
		if err := versions[0].unbuilt; err != nil && compared == 0 {
			return err
		}
	}
	if compared+len(r.Added) == 0 && g.built == len(g.queue) {
		return fmt.Errorf("%w match %q in %s, neither in %s nor in %s", ErrNothing, g.Bench, strings.Join(g.Packages, ", "), r.Base, r.Head)
	}
	return nil
}

// open lists the benchmarks of a package that is built.
func (g *gate) open(ctx context.Context, versions [2]*version) error {
	path := packagePath(versions)
	if err := versions[0].unbuilt; err != nil {
		g.space.note("what is in %s counts as new, since it does not build in %s: %v%s", path, versions[0].tree.name, err, versions[0].tree.missing(err.Error()))
	}
	if b, h := versions[0].binary, versions[1].binary; b != nil && h != nil && b.sum == h.sum {
		g.report.Identical = append(g.report.Identical, path)
		return nil
	}
	if err := cmp.Or(g.list(ctx, versions), ctx.Err()); err != nil {
		return err
	}
	layouts := g.newLayouts(versions)
	names, faults, vanished, added := match(&versions[0].listing, &versions[1].listing)
	for i, name := range names {
		threshold, waiver := g.settings.of(path, name)
		b := &benchmark{name: name, versions: versions, layouts: layouts,
			variants: [2]variant{{binary: versions[0].binary}, {binary: versions[1].binary}},
			faults:   faults[i],
			result:   &Result{Package: path, Name: name, Threshold: cmp.Or(threshold, g.Threshold), Waiver: waiver, maxTime: g.MaxTime}}
		g.benchmarks = append(g.benchmarks, b)
		g.report.Results = append(g.report.Results, b.result)
	}
	for _, name := range vanished {
		g.report.Vanished = append(g.report.Vanished, path+"."+name)
		if _, waiver := g.settings.of(path, name); waiver != nil {
			g.report.accepted = append(g.report.accepted, path+"."+name)
			g.space.note("that %s has vanished is %v", name, waiver)
		}
	}
	for _, name := range added {
		g.settings.of(path, name) // it may stand there already
		g.report.Added = append(g.report.Added, path+"."+name)
	}
	return nil
}

// look measures a benchmark, if it can be measured, and confirms what looks
// changed. What is wrong with one benchmark is said in its row, and the others go on.
func (g *gate) look(ctx context.Context, b *benchmark) error {
	if b.spoilt() {
		b.judgeFaults()
		return nil
	}
	g.tell(b.name)
	return g.blame(ctx, b, func() error {
		if err := g.compare(ctx, b); err != nil || b.result.unmeasured() {
			return err
		}
		if err := g.profile(ctx, b); err != nil || !g.Insns || g.over() {
			return err
		}
		return g.countInsns(ctx, b)
	})
}

// compare measures what a verdict takes.
func (g *gate) compare(ctx context.Context, b *benchmark) error {
	if err := g.measure(ctx, b); err != nil || b.result.unmeasured() {
		return err
	}
	if b.result.suspect() && g.over() {
		return nil // and leaveOut says so
	}
	if err := g.confirm(ctx, b); err != nil || g.over() {
		return err
	}
	return g.longer(ctx, b)
}

// unmeasured reports whether not even a pair fitted in the time.
func (r *Result) unmeasured() bool { return r.Pairs == 0 && !r.untimed }

// measure runs the first sequence of a benchmark.
func (g *gate) measure(ctx context.Context, b *benchmark) (err error) {
	b.end = g.until(g.MaxTime)
	c := newComparison(b.name, b.variants, b.result, g.procs(), g.limit(b.took()))
	c.deadline = g.schedule.end
	b.comparison = c
	if err := c.onCPUs(func() error { return c.calibrate(ctx, time.Until(b.end)) }); err != nil {
		return err
	}
	if b.result.needs > 0 || b.result.untimed {
		b.result.setVerdict(stat.Undecided)
		return nil
	}
	left := time.Until(b.end)
	_, _, err = b.comparison.sequence(ctx, g.firstRules(b.comparison), left/2, left)
	if err == nil && b.result.Change < tooGood {
		return b.comparison.grows(ctx, 1)
	}
	return err
}

// tooGood is the change from which on it is asked whether the new version still
// heeds b.N.
const tooGood = -0.9

// blame runs what measures a benchmark. A fault that shows only now is put into
// the benchmark's row, and no error.
func (g *gate) blame(ctx context.Context, b *benchmark, measure func() error) error {
	err := measure()
	f, ok := errors.AsType[*fault](err)
	if !ok || ctx.Err() != nil {
		return err
	}
	b.faults[f.version] = f
	if b.faults[1-f.version], err = b.comparison.check(ctx, 1-f.version, f.kind); err != nil {
		return err
	}
	b.judgeFaults()
	return nil
}

// firstRules are those of a first sequence. It suspects changes of half the
// threshold on: the places of functions may hide a part of them.
func (g *gate) firstRules(c *comparison) stat.Rules {
	r := g.rules(c, suspicion)
	r.Nearly = 0.5
	return r
}

func (g *gate) rules(c *comparison, alarm float64) stat.Rules {
	return stat.Rules{Threshold: math.Log1p(c.result.Threshold), Alarm: alarm, Miss: miss}
}

// confirm runs the second sequence of a benchmark, if the first suspects a change.
func (g *gate) confirm(ctx context.Context, b *benchmark) (err error) {
	if !b.result.suspect() {
		return nil
	}
	g.tell("confirming " + b.name)
	if err := g.layOut(ctx, b); err != nil {
		return err
	}
	left := time.Until(b.end)
	b.result.second, _, err = b.comparison.sequence(ctx, g.rules(b.comparison, g.alarm()), left, left)
	b.end = b.end.Add(b.comparison.paused)
	return err
}
