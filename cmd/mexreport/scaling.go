package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"mexlab/bench/report"
	"mexlab/bench/scaling"
)

func newScaling() *cobra.Command {
	var most uint64
	var folder string
	cmd := &cobra.Command{
		Use:   "scaling",
		Short: "Measure how time and memory grow with one large graph, and write reports/GOARCH/CPU",
		Long: `Generate random graphs of 10^5 edges, 10^6 and so on, for both games, ordered and
shuffled; solve each in processes of one and of all workers, and read its text
by another program that does nothing else, in turns. What is written is the
best of the runs, and the table is printed. A graph of 10^8 edges takes 1.7 GB
of disk and some minutes. An interrupted run says where its results are.`,
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
	settings := report.ThisMachine(report.Options{}, time.Now())
	path := filepath.Join("reports", runtime.GOARCH, report.Folder(settings.Get("cpu")), report.ScalingFile)
	var results []scaling.Result
	err = report.Write(path, func(out io.Writer) error {
		if _, err := out.Write(settings.Header()); err != nil {
			return err
		}
		lines := io.MultiWriter(out, stderr)
		return p.Measure(ctx, most, workers, func(r scaling.Result) error {
			results = append(results, r)
			_, err := io.WriteString(lines, r.Line())
			return err
		})
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(stdout, scaling.Table(results))
	return err
}
