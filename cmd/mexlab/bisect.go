package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mexlab/internal/progress"
	"mexlab/track/gate"
	"mexlab/track/history"
	"mexlab/track/report"
	"mexlab/track/table"
)

func newHistoryBisect() *cobra.Command {
	search := history.BisectOptions{Dir: "."}
	opt := gate.Options{Dir: ".", Layouts: gate.DefaultLayouts}
	threshold := percentage(0.02)
	var json bool
	cmd := &cobra.Command{
		Use:   "bisect --good REF --bad REF --bench NAME",
		Short: "Find the commit that made a benchmark slower",
		Long: `Find the first commit between two that made a benchmark slower than it was at the
good one, with the verdicts of "mexlab gate". The two ends are compared first. Each
comparison is a line of standard error. Commits that do not build, lack the
benchmark, or have no clear verdict, are skipped. The last lines name the commit,
and say by how much it is slower than the good one.

Exit codes: 0 found; 1 the bad commit is not slower; 2 bad usage, or the ends
cannot be compared; 3 inconclusive.`,
		Example:           "  mexlab history bisect --good HEAD~1 --bench Sum",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Threshold = float64(threshold)
			line := progress.New(cmd.ErrOrStderr())
			log := line.Under(cmd.ErrOrStderr())
			steps := []history.Step{}
			opt.Progress = func(_, _ int, what string) { line.Show(fmt.Sprintf("step %d: %s", len(steps)+1, what)) }
			search.Compare = history.ByGate(opt, search.Bench)
			search.Report = func(s history.Step) {
				steps = append(steps, s)
				fmt.Fprintln(log, table.Visible(s.String()))
			}
			var found *history.Step
			err := within(0, cleanUp, func(ctx context.Context) (err error) {
				found, err = history.Bisect(ctx, search)
				return err
			})
			line.Clear()
			if err != nil {
				return err
			}
			if json {
				return report.WriteJSON(cmd.OutOrStdout(), struct {
					Schema    report.Schema  `json:"schema"`
					Verdict   string         `json:"verdict"`
					Benchmark string         `json:"benchmark"`
					Found     *history.Step  `json:"found"`
					Steps     []history.Step `json:"steps"`
				}{Verdict: report.Regression, Benchmark: search.Bench, Found: found, Steps: steps})
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s %s %s\n%s, compared with %s: %s\n", found.Commit, found.Date, table.Visible(found.Subject),
				table.Visible(search.Bench), search.Good, found.Text)
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&search.Good, "good", "", "a commit where the benchmark was fast")
	flags.StringVar(&search.Bad, "bad", "HEAD", "a later one where it is slow")
	flags.StringVar(&search.Bench, "bench", "", "the benchmark's name as \"mexlab history\" shows it")
	flags.StringSliceVar(&opt.Packages, "pkg", []string{"./..."}, "the packages, as go list takes them")
	flags.Var(&threshold, "threshold", "the slowdown to look for, like 2%")
	addCPU(flags, &opt)
	flags.DurationVar(&opt.MaxTime, "max-time", 10*time.Second, "the longest time for a comparison")
	addCarry(flags, &opt)
	flags.BoolVar(&json, "json", false, "write JSON instead of text, with all steps")
	completeCommits(cmd, "good", "bad")
	completeBenchmarks(cmd, "Benchmark", "bench")
	cmd.MarkFlagDirname("pkg")
	for _, name := range []string{"good", "bench"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // a flag was renamed above
		}
	}
	return cmd
}
