package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mexlab/bench/report"
)

func newMerge() *cobra.Command {
	return &cobra.Command{
		Use:   "merge DIR|ZIP...",
		Short: "Take in results of other machines, then write",
		Long: `Take in results of other machines, and write BENCHMARKS.md and the page with them.

A folder, or a zip file as GitHub serves an artifact, has files of results like
reports/GOARCH/CPU/times.txt; other files do not count. All are checked before any
is written: settings, the processor's name, units, rounds. Each gets a line:

  new        nothing was in its place
  replaces   the same machine was measured again, later, in as many rounds
  same       it is here already
  kept       what is here is newer, or of more rounds; delete that first if you
             want the other

Results of different machines never replace one another. After an interrupt, the
same command goes on. docs/machines.md says how to measure a machine.`,
		Example: "  go run ./cmd/mexreport merge ../results/reports",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return merge(cmd.Context(), cmd.OutOrStdout(), args)
		},
	}
}

func merge(ctx context.Context, stdout io.Writer, sources []string) error {
	found, err := report.Collect(ctx, "reports", sources...)
	if err != nil {
		return err
	}
	changed := false
	for _, m := range found {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("interrupted; the same command goes on: %w", err)
		}
		if err := m.Write("reports"); err != nil {
			return err
		}
		changed = changed || m.Outcome == report.New || m.Outcome == report.Replaces
		fmt.Fprintf(stdout, "%-8s  reports/%s: %s\n", m.Outcome, m.Path, m.Note)
	}
	if !changed {
		fmt.Fprintln(stdout, "nothing to write")
		return nil
	}
	if err := write(); err != nil {
		return err
	}
	fmt.Fprintln(stdout, "BENCHMARKS.md and reports/index.html show them")
	return nil
}
