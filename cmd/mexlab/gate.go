package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mexlab/internal/progress"
	"mexlab/track/gate"
	"mexlab/track/report"
	"mexlab/track/table"
)

type gateFlags struct {
	gate.Options
	forms
	threshold percentage
	selfTest  bool
	trials    int
}

// otherThanSelfTest are the flags that the self-test does not look at.
var otherThanSelfTest = []string{"base", "head", "pkg", "bench", "skip", "threshold", "cpu", "max-time", "budget", "layouts",
	"insns", "profile", "carry", "allow-vanished"}

func newGate() *cobra.Command {
	f := gateFlags{threshold: 0.02}
	cmd := &cobra.Command{
		Use:   "gate --base REF",
		Short: "Tell whether benchmarks are slower than in another version",
		Long: `Build the test binaries of two versions of the Go module in this folder, run them
in pairs, and tell which benchmarks have become slower.

Fresh processes of both versions run on one CPU and take turns of about a
millisecond. A benchmark is a regression if all of this is true:

  - it is certainly slower, by more than the old version differs from itself;
  - it is not certain that the slowdown is below the threshold;
  - a second measurement shows the same.

Clear cases take a second or two, others up to --max-time. Longer runs tell the mean
time, bytes per operation and the benchmark's own units, which can be regressions,
too. Allocations per operation are compared exactly. A benchmark that has vanished
is a regression, unless --allow-vanished is given.

Functions that merely moved may be slower or faster. So the linker aligns functions,
and the second measurement has them in several random orders. A change in some of
the orders only does not count.

The old version is taken out of git into a temporary folder. Nothing is written
into the repository, and no hook runs. The gate may itself stand in a hook: its
commands do not see the variables that git sets there.

The file mexlab.gate beside go.mod gives benchmarks thresholds of their own, and
accepts regressions until a day, in lines like these:

  threshold 5% BenchmarkParse/.*
  accept BenchmarkOld until 2027-01-31 the new format takes longer

With --budget, the packages whose own code changed come first, and what is left at
the end is "not looked at". Ctrl-C writes the report on what was looked at.

Benchmarks have one CPU and GOMAXPROCS=1, or of both what --cpu says. They have
real-time priority if that is allowed.

A benchmark that cannot be measured has a row that says why, and the others are
judged all the same.

Exit codes: 0 fine; 1 a regression; 2 bad usage, or code that does not build;
3 inconclusive; 130 interrupted.`,
		Example: "  mexlab gate --base main",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && !cmd.Flags().Changed("base") {
				return fmt.Errorf("%q takes no arguments, not %q; did you mean --base %s?", cmd.CommandPath(), args[0], args[0])
			}
			return noArguments(cmd, args)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.Base, "base", "", "the old version: a branch, tag or commit, or A...B for where the two parted")
	flags.StringVar(&f.Head, "head", "", "the new version (default: the working tree)")
	flags.StringSliceVar(&f.Packages, "pkg", []string{"./..."}, "the packages, as go list takes them")
	flags.StringVar(&f.Bench, "bench", ".", "the benchmarks, as go test -bench takes them")
	flags.StringVar(&f.Skip, "skip", "", "those of them not to run, as go test -skip takes them")
	flags.Var(&f.threshold, "threshold", "slowdowns from this on must not pass, like 2%")
	addCPU(flags, &f.Options)
	flags.DurationVar(&f.MaxTime, "max-time", 10*time.Second, "the longest time for a benchmark, with the confirmation of a change")
	flags.DurationVar(&f.Budget, "budget", 0, "the longest time for everything, like 10m (default: no limit)")
	flags.IntVar(&f.Layouts, "layouts", gate.DefaultLayouts, "confirm a change in up to this many random orders of functions; 1 is the order of the source")
	flags.BoolVar(&f.Insns, "insns", false, "compare counts of instructions too (needs qemu-user and gcc)")
	flags.StringVar(&f.Profile, "profile", "", "a folder in which to keep the CPU profiles of what has become slower, for go tool pprof -diff_base")
	addCarry(flags, &f.Options)
	flags.BoolVar(&f.MayVanish, "allow-vanished", false, "accept benchmarks that only the old version has")
	flags.BoolVar(&f.selfTest, "self-test", false, "measure how often the gate is right on this machine")
	flags.IntVar(&f.trials, "trials", 10, "trials of --self-test; 10 take about an hour")
	f.add(cmd, "")
	completeCommits(cmd, "base", "head")
	completeBenchmarks(cmd, "", "bench", "skip")
	cmd.MarkFlagDirname("profile")
	cmd.MarkFlagDirname("pkg")
	return cmd
}

func addCPU(flags *pflag.FlagSet, opt *gate.Options) {
	flags.IntVar(&opt.CPUs, "cpu", 1, "the number of CPUs that a benchmark has, and its GOMAXPROCS")
}

func addCarry(flags *pflag.FlagSet, opt *gate.Options) {
	flags.StringSliceVar(&opt.Carry, "carry", nil,
		"files that benchmarks need and git does not keep, like data/big; those in testdata folders are carried over without that")
}

func (f *gateFlags) run(cmd *cobra.Command) error {
	err := cmp.Or(f.refuse(cmd), refuse(cmd,
		refusal{f.selfTest, "--self-test", otherThanSelfTest, "its trials have versions and settings of their own"},
		refusal{!f.selfTest, "--base", []string{"trials"}, "only --self-test has trials"}))
	if err != nil {
		return err
	}
	if f.Base == "" && !f.selfTest {
		return errors.New("expected --base with the version to compare with, like --base main")
	}
	if f.MaxTime <= 0 {
		return fmt.Errorf("--max-time is %v, expected a positive duration", f.MaxTime)
	}
	if f.Budget < 0 {
		return fmt.Errorf("--budget is %v, expected a positive duration", f.Budget)
	}
	if f.Layouts < 1 {
		return fmt.Errorf("--layouts is %d, expected a whole number from 1", f.Layouts)
	}
	if f.trials < 0 {
		return errors.New("--trials takes whole numbers from 0")
	}
	f.Dir, f.Threshold, f.Settings = ".", float64(f.threshold), true
	line := progress.NewOrLog(cmd.ErrOrStderr())
	f.Progress = line.Step
	done := make(chan gateReport, 1)
	err = within(0, cleanUp, func(ctx context.Context) error {
		return f.work(ctx, done)
	})
	line.Clear()
	select {
	case result := <-done: // also if it was interrupted
		return errors.Join(f.write(cmd.OutOrStdout(), result), cmp.Or(err, result.Err()))
	default:
		return err
	}
}

func (f *gateFlags) write(out io.Writer, result gateReport) error {
	return of(f.forms,
		func() error { return result.WriteText(out, screenOf(out)) },
		func() error { return report.WriteJSON(out, result) },
		func() error { return result.WriteMarkdown(out) },
		func() error { return result.WriteHTML(out) })()
}

// A gateReport is the report of a comparison or of a self-test.
type gateReport interface {
	WriteText(io.Writer, table.Screen) error
	WriteMarkdown(io.Writer) error
	WriteHTML(io.Writer) error
	Err() error
}

// work hands over the report, if there is one.
func (f *gateFlags) work(ctx context.Context, done chan<- gateReport) error {
	if f.selfTest {
		r, err := gate.SelfTest(ctx, gate.SelfTestOptions{Trials: f.trials, Progress: f.Progress})
		if r != nil {
			done <- r
		}
		return err
	}
	r, err := gate.Run(ctx, f.Options)
	if r != nil {
		done <- r
	}
	return err
}
