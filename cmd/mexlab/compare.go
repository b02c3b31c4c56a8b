package main

import (
	"bufio"
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

// compareFlags are the flags of "mexlab compare".
type compareFlags struct {
	compare.Options
	threshold            percentage
	filter               string
	json, markdown, html bool
}

func newCompare(stdin *os.File) *cobra.Command {
	f := compareFlags{Options: compare.DefaultOptions, threshold: percentage(compare.DefaultOptions.Threshold)}
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Compare two files of Go benchmark output",
		Long: `Read two files as "go test -bench" writes them, with logs in between or not, and
write for each benchmark and unit the medians, the change with its 95% interval,
and a verdict. One of the files may be "-", standard input.

A regression is worse by more than the threshold, by the Mann-Whitney test with
Holm's correction for the number of benchmarks. What is not certainly worse nor
certainly not worse is inconclusive, with the smallest change that would have
been seen. Six results a side or more (go test -count 10) are a good start. Any
rise of allocs/op is a regression where each side always has the same number.

Units need a direction to be judged: time, B/op, allocs/op and B/s have one, and
a line "Unit hits/op better=higher" in a file gives one to others.

Results of different CPUs are refused, without --across-cpus. A benchmark that
has vanished counts as a regression, without --allow-vanished.

Exit codes: 0 no regression; 1 a regression; 2 bad input or usage; 3 inconclusive.`,
		Example: `  f=$(mktemp); printf 'BenchmarkSum 1 3 allocs/op\n' > $f; printf 'BenchmarkSum 1 2 allocs/op\n' | mexlab compare $f -`,
		Args:    twoFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, stdin)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&f.threshold, "threshold", "the smallest change for the worse that matters, like 2%")
	flags.BoolVar(&f.AcrossCPUs, "across-cpus", false, "compare results of different machines all the same")
	flags.BoolVar(&f.MayVanish, "allow-vanished", false, "accept benchmarks that only OLD has")
	flags.StringVar(&f.filter, "filter", "", `compare these only, as benchstat -filter takes it: "/kernel:affine .unit:ns/op"`)
	flags.BoolVar(&f.json, "json", false, "write JSON instead of text")
	flags.BoolVar(&f.markdown, "markdown", false, "write Markdown instead of text")
	flags.BoolVar(&f.html, "html", false, "write a page of HTML instead of text")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown", "html")
	return cmd
}

// twoFiles accepts two file names.
func twoFiles(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%q compares two files, OLD and NEW, not %d", cmd.CommandPath(), len(args))
	}
	if args[0] == "-" && args[1] == "-" {
		return errors.New("only one of the two files can be standard input")
	}
	return nil
}

// heapLimit is the memory, in bytes, that the garbage collector keeps compare
// within if it can: two files of half a million lines each take less, but would
// take twice as much if it did not begin sooner than it does by itself.
const heapLimit = 400 << 20

func (f *compareFlags) run(cmd *cobra.Command, args []string, stdin *os.File) error {
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
	if different := (*compare.MachineError)(nil); errors.As(err, &different) {
		return fmt.Errorf("%w; --across-cpus compares them all the same", err)
	}
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if err := errors.Join(f.writer()(report, out), out.Flush()); err != nil {
		return err
	}
	return report.Err()
}

// writer returns the way to write the report.
func (f *compareFlags) writer() func(*compare.Report, io.Writer) error {
	switch {
	case f.json:
		return (*compare.Report).WriteJSON
	case f.markdown:
		return (*compare.Report).WriteMarkdown
	case f.html:
		return (*compare.Report).WriteHTML
	}
	return (*compare.Report).WriteText
}
