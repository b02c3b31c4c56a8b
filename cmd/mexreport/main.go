// Mexreport measures this machine and writes what reports/ holds: the raw
// results, tables, BENCHMARKS.md and a page. It is run in the folder of the
// module; the Makefile's targets report, report-insns, scaling and benchmarks do so.
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
	root := &cobra.Command{
		Use:           "mexreport",
		Short:         "Measure this machine, and write reports/, BENCHMARKS.md and a page",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(newTimes(), newInsns(), newScaling(), newWrite())
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mexreport:", err)
		os.Exit(2)
	}
}
