// Mexreport measures this machine, and writes what reports/ holds: package
// mexlab/bench/report says what. "make report", "make report-insns", "make
// report-model", "make report-intrinsics", "make scaling" and "make benchmarks" run it
// in the folder of the module. Each command is in the file of its name; model also
// counts and measures loops, in cycles.go.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := newRoot().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mexreport:", err)
		os.Exit(2)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mexreport",
		Short: "Measure this machine, and write reports/, BENCHMARKS.md and a page",
		Long: `Measure this machine, and write what reports/ holds. Run it in the folder of the
module.

Times, insns, model, intrinsics and scaling write results, as Go benchmark output, into
a folder of reports/ for the processor, the emulator or the models. Merge takes in
results of other machines. Write makes BENCHMARKS.md, pictures and the page
reports/index.html from all results there. docs/numbers.md explains the figures.`,
		Example:       "  go run ./cmd/mexreport times && go run ./cmd/mexreport write",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(newTimes(), newInsns(), newModel(), newIntrinsics(), newScaling(), newMerge(), newWrite())
	return root
}
