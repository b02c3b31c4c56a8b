// Package gate tells whether the benchmarks of a new version of a Go module are
// slower than those of an old one, on a machine that does other things, too. It
// is "mexlab gate". From two trees to a verdict:
//
//   - A workspace has both versions and their test binaries (workspace.go,
//     build.go). That of a commit has what git does not keep, too (tree.go,
//     outside.go, carry.go). A package whose binaries are the same is done.
//     Whatever ends this process, the workspace is removed.
//   - The linker aligns functions, so that those that did not change mostly take as
//     long as before, wherever they stand (linker.go).
//   - The schedule says which packages are built and looked at first, and what the
//     budget does not reach (schedule.go, packages.go).
//   - Each benchmark runs once, so that its name is known, or the fault for which it
//     cannot be measured (version.go, listing.go, match.go). Each that both versions
//     have is a row (benchmark.go, fault.go).
//   - A comparison runs one benchmark in pairs of fresh processes, one of each
//     version, at the same time and on one CPU (look.go, comparison.go, pair.go).
//     They take turns of about a millisecond, so that what disturbs one disturbs the
//     other (calibrate.go). An unmodified benchmark is made to wait for its turn
//     (process_linux.go), and stays on its CPU (cpu.go). What it writes is read line
//     by line (sample.go, excerpt.go). Processes that cannot live at the same time
//     run one after the other (apart.go).
//   - A stat.Sequence tests after every pair, until it can decide or the time is
//     up.
//   - What looks changed is measured once more, from the start, with functions in
//     orders that the linker draws at random (layouts.go). Its p value is adjusted for
//     the size of the suite (hypothesis.go).
//   - Pairs of longer runs, with the garbage collector at work, tell the mean time,
//     the bytes, and the units of the benchmark's own (mean.go, units.go,
//     untimed.go).
//   - What has become slower runs once more under the profiler, which tells in what
//     functions (profile.go, functions.go).
//   - The report gives the verdicts and their reasons (report.go, reasons.go,
//     text.go), by the thresholds and waivers of the module (settings.go).
//     Allocations and, in an emulator, instructions are compared exactly (insns.go).
//
// The self-test measures what this is worth: how often identical code is called
// changed, and how often injected slowdowns are found (selftest.go). Its last result
// here is in reports/selftest.
package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"mexlab/internal/qemu"
)

// Options say what to compare, and how.
type Options struct {
	Dir       string        // of the module, in a git repository
	Base      string        // the old version, as git names it, or A...B for where the two parted
	Head      string        // the new version; "" is the working tree
	Packages  []string      // patterns as "go list" takes them
	Bench     string        // which benchmarks, as -test.bench takes it
	Skip      string        // which of them not to run, as -test.skip takes it
	Threshold float64       // slowdowns from this on must not pass; 0.02 is 2%
	CPUs      int           // of a benchmark, its GOMAXPROCS; 0 is 1
	MaxTime   time.Duration // the longest for one benchmark, with its setting up and the confirmation of a change
	Budget    time.Duration // the longest for everything; 0 if there is no such bound
	Layouts   int           // the most random orders of functions to confirm a change in; 0 and 1 are the order of the source
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
	kept       map[string]bool // names of files with profiles
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
	if opt.Profile != "" { // rather than after all has been measured
		if err := os.MkdirAll(opt.Profile, 0o755); err != nil {
			return nil, fmt.Errorf("the folder for profiles: %w", err)
		}
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
	g := &gate{Options: opt, space: space, report: newReport(ctx, opt), kept: map[string]bool{}}
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

// addBenchmarks lists the benchmarks of a package that is built, and makes their rows.
func (g *gate) addBenchmarks(ctx context.Context, versions [2]*version) error {
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
