package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"mexlab/bench/insns"
	"mexlab/bench/report"
)

func newInsns() *cobra.Command {
	return &cobra.Command{
		Use:   "insns",
		Short: "Count instructions in emulators, and write reports/GOARCH/emulated",
		Long: `Count the instructions of every kernel, on both architectures, in QEMU's user-mode
emulators: exact and the same on every machine. Everything is counted twice and
must agree. It needs gcc and, of Debian, package qemu-user.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, arch := range []string{"amd64", "arm64"} {
				if err := countInsns(cmd.Context(), cmd.ErrOrStderr(), arch); err != nil {
					return fmt.Errorf("%s: %w", arch, err)
				}
			}
			return nil
		},
	}
}

func countInsns(ctx context.Context, stderr io.Writer, arch string) error {
	start := time.Now()
	folder, err := os.MkdirTemp("", "mexreport")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	counter, err := insns.NewCounter(ctx, arch, folder)
	if err != nil {
		return err
	}
	counts, err := counter.Twice(ctx)
	if err != nil {
		return err
	}
	settings, err := report.Emulated(arch, time.Now())
	if err != nil {
		return err
	}
	path := filepath.Join("reports", arch, "emulated")
	if err := report.WriteCounts(path, settings, counts); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %d cases, counted twice in %s\n", path, len(counts), time.Since(start).Round(time.Second))
	return nil
}
