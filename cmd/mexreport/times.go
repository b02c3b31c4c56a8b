package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
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
		Short: "Time everything in rounds, and write reports/GOARCH/CPU",
		Long: `Time every kernel on every workload, once a round, and write the results and
benchstat's tables of them to reports/GOARCH/CPU. What is there stays whole until
the new report is complete; an interrupted run goes on where it was when it is
started again.`,
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
	settings := report.ThisMachine(opt, time.Now())
	path := filepath.Join("reports", runtime.GOARCH, report.Folder(settings.Get("cpu")), report.TimesFile)
	log, resumed, err := report.OpenLog(path, settings)
	if err != nil {
		return err
	}
	if resumed {
		fmt.Fprintf(stderr, "going on with %d rounds that are complete\n", log.Rounds())
	}
	start := time.Now()
	if err := report.Measure(ctx, log, opt); err != nil {
		log.Close()
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("interrupted after %d complete rounds; the same command goes on from there", log.Rounds())
		}
		return err
	}
	if err := log.Finish(report.TimeTables); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s, measured in %s\n", filepath.Dir(path), time.Since(start).Round(time.Second))
	return nil
}
