package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"mexlab/bench/report"
	"mexlab/bench/report/scaling"
)

func newScaling() *cobra.Command {
	var most uint64
	var folder string
	cmd := &cobra.Command{
		Use:   "scaling",
		Short: "Measure how time and memory grow with one large graph, into reports/GOARCH/CPU",
		Long: `Generate random graphs of 10^5 edges, 10^6 and so on, for both games, ordered and
shuffled. In turns, solve each in a process with one worker and in a process with
all workers, and read its text in a process that does nothing else. The best of
the runs are written, and a table of them is printed. A graph of 10^8 edges takes
1.7 GB of disk and some minutes. An interrupted run says where its results are.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return measureScaling(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), most, folder)
		},
	}
	cmd.Flags().Uint64Var(&most, "most", 10_000_000, "edges of the largest graph")
	cmd.Flags().StringVar(&folder, "folder", os.TempDir(), "where the inputs go, one at a time")
	return cmd
}

func measureScaling(ctx context.Context, stdout, stderr io.Writer, most uint64, folder string) error {
	folder, err := os.MkdirTemp(folder, "mexreport")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p, err := scaling.Build(ctx, folder)
	if err != nil {
		return err
	}
	workers := []int{1}
	if all := runtime.GOMAXPROCS(0); all > 1 {
		workers = append(workers, all)
	}
	settings := report.ThisMachine(ctx, time.Now())
	log, err := report.OpenLog(filepath.Join("reports", settings.Folder(), report.ScalingFile), settings)
	if err != nil {
		return err
	}
	var results []scaling.Result
	err = p.Measure(ctx, most, workers, func(r scaling.Result) error {
		results = append(results, r)
		fmt.Fprint(stderr, r.Line())
		return log.Write([]byte(r.Line()))
	})
	if err != nil {
		return log.Interrupt(err)
	}
	if err := log.Finish(nil); err != nil {
		return err
	}
	return scaling.Table(results).WriteMarkdown(stdout)
}
