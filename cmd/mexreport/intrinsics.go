package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mexlab/bench/report"
	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// intrinsicsGo is a Go that has the intrinsics as the code uses them.
const intrinsicsGo = "go1.27.3"

func newIntrinsics() *cobra.Command {
	return &cobra.Command{
		Use:   "intrinsics",
		Short: "Compare intrinsics with assembly, into reports/GOARCH/CPU",
		Long: `Compare the primitives of tier archsimd, which are written in Go with intrinsics,
with the same ones in assembly, and kernels by both, in turns. It builds with
` + intrinsicsGo + `, which the go command fetches, and GOEXPERIMENT=simd. Three minutes,
on amd64 with AVX2.`,
		Example: "  go run ./cmd/mexreport intrinsics && go run ./cmd/mexreport write",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return intrinsics(cmd.Context(), cmd.ErrOrStderr()) },
	}
}

func intrinsics(ctx context.Context, stderr io.Writer) error {
	start := time.Now()
	test := machine.Command(ctx, ".", "go", "test", "-run", "^$", "-bench", "^BenchmarkIntrinsics$", "-cpu", "1", "./asm", "./bench")
	test.Env = append(os.Environ(), "GOTOOLCHAIN="+intrinsicsGo, "GOEXPERIMENT=simd")
	out, err := command.Output(test)
	if err != nil {
		return err
	}
	lines, err := report.CodeLines("asm")
	if err != nil {
		return err
	}
	found := 0
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		if strings.HasPrefix(s.Text(), "BenchmarkIntrinsics/") {
			lines = fmt.Appendln(lines, s.Text())
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("this CPU has no tier to compare: %s", bytes.TrimSpace(out))
	}
	settings := report.ThisMachine(ctx, start)
	for i := range settings {
		if settings[i].Key == "toolchain" {
			settings[i].Value = intrinsicsGo
		}
	}
	path := filepath.Join("reports", settings.Folder())
	if err := report.WriteIntrinsics(path, settings, lines); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %d comparisons in %s\n", path, found, time.Since(start).Round(time.Second))
	return nil
}
