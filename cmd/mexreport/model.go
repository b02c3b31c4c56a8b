package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"mexlab/bench/model"
	"mexlab/bench/report"
)

func newModel() *cobra.Command {
	return &cobra.Command{
		Use:   "model",
		Short: "Predict the loops of the assembly on other CPUs, into reports/GOARCH/model",
		Long: `Predict how many cycles an iteration of each loop of the assembly takes, on CPUs
that LLVM's machine code analyzer has models of, and what its ports, its issue width
and the chain of dependences allow. The predictions are no times. This needs Debian's
llvm-22, and does nothing without it.

With gcc and Debian's qemu-user, also count how often each loop runs on each
workload, and measure the loops that this CPU can run, into reports/GOARCH/CPU. The
machine should be idle. All of it takes some three minutes on two CPUs.`,
		Example: "  go run ./cmd/mexreport model && go run ./cmd/mexreport write",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := model.Missing(); err != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), "nothing predicted:", err)
				return nil
			}
			for _, arch := range []string{"amd64", "arm64"} {
				if err := predict(cmd.Context(), cmd.ErrOrStderr(), arch); err != nil {
					return fmt.Errorf("%s: %w", arch, err)
				}
			}
			return nil
		},
	}
}

func predict(ctx context.Context, stderr io.Writer, arch string) error {
	start := time.Now()
	folder, err := os.MkdirTemp("", "mexreport")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	results, err := model.All(ctx, os.DirFS("asm"), arch, folder)
	if err != nil {
		return err
	}
	settings, err := report.Modelled(ctx, arch, time.Now())
	if err != nil {
		return err
	}
	path := filepath.Join("reports", arch, "model")
	if err := report.WriteLoops(path, settings, results); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %d predictions in %s\n", path, len(results), time.Since(start).Round(time.Second))
	return countLoops(ctx, stderr, arch, folder, results)
}
