package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
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
		Args:          subcommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return &usageError{cmd, err} })
	root.AddCommand(newSolve(stdin), newVertex(stdin), newDraw(stdin), newPlay(stdin), newKernels(), newTune(), newLab(), newGenerate(), newConvert(stdin), newGate(),
		newCompare(stdin), newHistory(stdin), newVersion())
	refuseUnknown(root)
	addVersion(root)
	completeNothing(root)
	return root
}

// subcommand refuses arguments: the first stands where a subcommand is expected.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("%q has no subcommands, and so no %q", cmd.CommandPath(), args[0])
	}
	return unknown(strings.TrimSpace(strings.TrimPrefix(cmd.CommandPath(), "mexlab")+" command"), args[0], names)
}

// addVersion gives each command the flag --version.
func addVersion(cmd *cobra.Command) {
	cmd.Version = versionLine()
	cmd.SetVersionTemplate("{{.Version}}\n")
	cmd.InitDefaultHelpFlag()
	cmd.Flags().Bool("version", false, "print the version, and do nothing else")
	for _, c := range cmd.Commands() {
		addVersion(c)
	}
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
				cmd, rest, _ := root.Find(args)
				return subcommand(cmd, rest)
			}
		case "completion": // only a command with RunE checks its arguments
			cmd.Example = "  mexlab completion bash"
			cmd.Args = subcommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version of mexlab and of the Go that built it",
		Example:           "  mexlab version",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("mexlab %s, %s, %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version returns the module's version. In a checkout, Go makes one of the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "(unknown version)"
	}
	return info.Main.Version
}
