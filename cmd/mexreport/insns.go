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
	"mexlab/internal/qemu"
)

func newInsns() *cobra.Command {
	return &cobra.Command{
		Use:   "insns",
		Short: "Count instructions in emulators, into reports/GOARCH/emulated",
		Long: `Count the instructions of every kernel, for both architectures, in QEMU's user-mode
emulators. The counts are exact, and the same on every machine. Everything is
counted twice, and both counts must agree. It takes gcc and Debian's qemu-user.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, arch := range qemu.Architectures() {
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
	settings, err := report.Emulated(ctx, arch, time.Now())
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
