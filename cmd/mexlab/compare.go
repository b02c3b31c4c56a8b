package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchproc"

	"mexlab/track/benchfile"
	"mexlab/track/compare"
)

type compareFlags struct {
	compare.Options
	forms
	threshold percentage
	filter    string
}

func newCompare(stdin *os.File) *cobra.Command {
	f := compareFlags{Options: compare.DefaultOptions(), threshold: percentage(compare.DefaultOptions().Threshold)}
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Compare two files of Go benchmark output",
		Long: `Read two files as "go test -bench" writes them, with or without -json and even with
logs in between, and write for each benchmark and unit the medians, the change with
its 95% interval, and a verdict. One of the files may be "-", standard input.

A regression is worse by more than the threshold, by the Mann-Whitney test with
Holm's correction for the number of benchmarks. If the results are neither
certainly worse nor certainly not worse, the verdict is inconclusive, with the
smallest change that they would have shown. Six results a side or more (go test
-count 10) are a good start. If each side has the same allocs/op in all results,
any rise is a regression.

Only units with a direction are judged: time, B/op, allocs/op and what ends with /s
or /sec have one, and a line "Unit hits/op better=higher" in a file gives one to
others.

Results of different CPUs are refused, unless --across-cpus is given. A file that
names no CPU, as go test on arm64 writes it, is compared with a note. A benchmark
that has vanished is a regression, unless --allow-vanished is given.

Exit codes: 0 not worse; 1 a regression; 2 bad input or usage; 3 inconclusive.`,
		Example: `  f=$(mktemp); printf 'BenchmarkSum 1 3 allocs/op\n' > $f; printf 'BenchmarkSum 1 2 allocs/op\n' | mexlab compare $f -`,
		Args:    twoFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, stdin)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&f.threshold, "threshold", "the smallest change for the worse that matters, like 2%")
	flags.BoolVar(&f.AcrossCPUs, "across-cpus", false, "compare results of different CPUs, too")
	flags.BoolVar(&f.MayVanish, "allow-vanished", false, "accept benchmarks that only OLD has")
	flags.StringVar(&f.filter, "filter", "", `compare only these, in benchstat's syntax of -filter: "/kernel:affine .unit:ns/op"`)
	f.add(cmd, "")
	return cmd
}

func twoFiles(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%q compares two files, OLD and NEW, not %d", cmd.CommandPath(), len(args))
	}
	if args[0] == "-" && args[1] == "-" {
		return errors.New("only one of the two files can be standard input")
	}
	return nil
}

// heapLimit makes the garbage collector begin sooner, in bytes. Two files of half a
// million lines each fit, and would take twice as much without it.
const heapLimit = 400 << 20

func (f *compareFlags) run(cmd *cobra.Command, args []string, stdin *os.File) error {
	if err := f.refuse(cmd); err != nil {
		return err
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT is not set
		debug.SetMemoryLimit(heapLimit)
	}
	f.Threshold = float64(f.threshold)
	var filter *benchproc.Filter
	if f.filter != "" {
		var err error
		if filter, err = benchproc.NewFilter(f.filter); err != nil {
			return fmt.Errorf("--filter: %w", err)
		}
	}
	var sources [2]benchfile.Source
	for i := range args {
		in, err := openInput(args[i:i+1], stdin, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		defer in.Close()
		sources[i] = benchfile.Source{Reader: in.File, Name: in.name}
	}
	files, err := benchfile.ReadBoth(sources[0], sources[1], filter)
	if err != nil {
		return err
	}
	report, err := compare.Compare(files[0], files[1], f.Options)
	if errors.Is(err, compare.ErrMachines) {
		return fmt.Errorf("%w; --across-cpus compares them nevertheless", err)
	}
	if err != nil {
		return err
	}
	text := func(w io.Writer) error { return report.WriteText(w, screenOf(w)) }
	write := of(f.forms, text, report.WriteJSON, report.WriteMarkdown, report.WriteHTML)
	if err := write(cmd.OutOrStdout()); err != nil {
		return err
	}
	return report.Err()
}
