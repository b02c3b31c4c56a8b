package main

import (
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mexlab/bench"
)

func newLab() *cobra.Command {
	var opt bench.Options
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Check that all kernels agree, time them, print the table",
		Long: `Run every kernel that this CPU has on built-in workloads, check that all agree,
time them side by side, and print nanoseconds per vertex and the ratio to kernel
lowbit. A disagreement prints the vertex, and the exit code is 1.

The full form takes 15 to 30 seconds, --quick under ten seconds.`,
		Example: "  mexlab lab --quick",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f, ok := cmd.ErrOrStderr().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
				opt.Progress = f
			}
			return bench.Lab(cmd.OutOrStdout(), opt)
		},
	}
	cmd.Flags().BoolVar(&opt.Quick, "quick", false, "fewer rounds on fewer vertices")
	return cmd
}
