package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"mexlab/asm"
	"mexlab/bench"
	"mexlab/bench/report"
)

func newTimes() *cobra.Command {
	opt := report.Options{}
	cmd := &cobra.Command{
		Use:   "times",
		Short: "Time everything in rounds, into reports/GOARCH/CPU",
		Long: `Time every kernel on every workload, once per round. The results and benchstat's
tables of them go to reports/GOARCH/CPU. An earlier report there stays whole until
the new one is complete. An interrupted run resumes when it is started again.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Progress = cmd.ErrOrStderr()
			return times(cmd.Context(), cmd.ErrOrStderr(), opt)
		},
	}
	cmd.Flags().IntVar(&opt.Rounds, "rounds", 10, "how often each case is timed")
	cmd.Flags().DurationVar(&opt.Turn, "turn", 40*time.Millisecond, "the least time that one timing takes")
	return cmd
}

func times(ctx context.Context, stderr io.Writer, opt report.Options) error {
	if err := asm.Err(); err != nil {
		return err
	}
	opt.Groups = bench.Groups()
	settings := report.ThisMachine(ctx, time.Now(),
		report.Setting{Key: "rounds", Value: fmt.Sprint(opt.Rounds)}, report.Setting{Key: "turn", Value: opt.Turn.String()})
	path := filepath.Join("reports", settings.Folder(), report.TimesFile)
	log, err := report.OpenLog(path, settings)
	if err != nil {
		return err
	}
	if log.Rounds() > 0 {
		fmt.Fprintf(stderr, "resuming after %d complete rounds\n", log.Rounds())
	}
	start := time.Now()
	if err := report.Measure(ctx, log, opt); err != nil {
		if errors.Is(err, context.Canceled) {
			err = fmt.Errorf("interrupted after %d complete rounds; the same command resumes there", log.Rounds())
		}
		return log.Interrupt(err)
	}
	if err := log.Finish(report.TimeTables); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s, measured in %s\n", filepath.Dir(path), time.Since(start).Round(time.Second))
	return nil
}
