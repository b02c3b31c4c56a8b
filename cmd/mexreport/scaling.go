package main

import (
	"context"
	"errors"
	"fmt"
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
of disk and some minutes.`,
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
	out := settings.Header()
	var results []scaling.Result
	err = p.Measure(ctx, most, workers, func(r scaling.Result) error {
		results = append(results, r)
		out = append(out, r.Line()...)
		_, err := fmt.Fprint(stderr, r.Line())
		return err
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(stdout, scaling.Table(results)); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), report.Replace(path, out))
}
