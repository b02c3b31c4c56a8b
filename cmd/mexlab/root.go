package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot builds the command tree. Commands read stdin, and write results to stdout
// and remarks to stderr.
func newRoot(stdin *os.File, stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "mexlab",
		Short: "Solve games on acyclic graphs, and guard performance",
		Long: `mexlab solves two impartial games on directed acyclic graphs, compares the kernels
that do the work of the first, and tells whether the benchmarks of a Go module have
become slower. A kernel turns the Grundy values of a vertex's successors and a
number K into the mex of the XORs of exactly K of them, repetition allowed.

Exit codes: 0 fine; 1 the answer is "no" (a regression, kernels that disagree);
2 bad input or usage; 3 not decided in time; 130 interrupted; 143 terminated.`,
		Example:       "  mexlab lab --quick\n  printf '2\\t0,1,2\\n' | mexlab vertex",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return &usageError{cmd, err} })
	root.AddCommand(newSolve(stdin), newVertex(stdin), newKernels(), newTune(), newLab(), newGenerate(), newGate(),
		newCompare(stdin), newHistory(stdin), newVersion())
	refuseUnknown(root)
	return root
}

// refuseUnknown makes cobra's own commands, help and completion, fail on unknown
// arguments: by default they print help and succeed. It gives them examples, too.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Example = "  mexlab help solve"
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if _, _, err := root.Find(args); err != nil {
					return hint(root, err)
				}
				return nil
			}
		case "completion": // only a command with RunE checks its arguments
			cmd.Example = "  mexlab completion bash"
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// A usageError is a mistake in the flags of a command.
type usageError struct {
	cmd *cobra.Command
	err error
}

func (e *usageError) Unwrap() error { return e.err }

func (e *usageError) Error() string {
	if _, ok := errors.AsType[*pflag.NotExistError](e.err); !ok {
		return e.err.Error()
	}
	var flags []string
	e.cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, "--"+f.Name) })
	return fmt.Sprintf("%v; %q takes %s", e.err, e.cmd.CommandPath(), strings.Join(flags, ", "))
}

// hint adds the list of commands to cobra's error about an unknown one: the root
// command's only error that is not about flags.
func hint(cmd *cobra.Command, err error) error {
	if _, ok := errors.AsType[*usageError](err); ok || cmd.HasParent() {
		return err
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	first, _, _ := strings.Cut(err.Error(), "\n") // cobra's suggestions follow
	return fmt.Errorf("%s; the commands are %s", first, strings.Join(names, ", "))
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q takes no arguments, not %q", cmd.CommandPath(), args[0])
	}
	return nil
}

func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%q reads one file, not %d; the second is %q", cmd.CommandPath(), len(args), args[1])
	}
	return nil
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of mexlab and of the Go that built it",
		Example: "  mexlab version",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "mexlab %s, %s, %s/%s\n",
				version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// version returns the module's version. In a checkout, Go makes one of the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "(unknown version)"
	}
	return info.Main.Version
}
