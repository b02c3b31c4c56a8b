package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"mexlab/bench/model"
	"mexlab/bench/report"
	"mexlab/internal/qemu"
)

// measureTime is how long loops are measured: some hundreds of turns for each.
const measureTime = 20 * time.Second

// countLoops counts how often loops run on workloads, and measures them if this is
// their architecture. It does nothing without an emulator.
func countLoops(ctx context.Context, stderr io.Writer, arch, folder string, results []model.Result) error {
	if err := qemu.Missing(arch); err != nil {
		fmt.Fprintln(stderr, "no loops counted:", err)
		return nil
	}
	if err := countRuns(ctx, stderr, arch, folder, results); err != nil {
		return err
	}
	if arch != runtime.GOARCH {
		return nil
	}
	return measureLoops(ctx, stderr, folder, results)
}

func countRuns(ctx context.Context, stderr io.Writer, arch, folder string, results []model.Result) error {
	start := time.Now()
	workloads, err := model.Workloads(ctx, arch, results, folder)
	if err != nil {
		return err
	}
	settings, err := report.Emulated(ctx, arch, time.Now())
	if err != nil {
		return err
	}
	path := filepath.Join("reports", arch, "emulated")
	if err := report.WriteRuns(path, settings, workloads); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: the loops of %d workloads, counted in %s\n", filepath.Join(path, report.RunsFile), len(workloads), time.Since(start).Round(time.Second))
	return nil
}

func measureLoops(ctx context.Context, stderr io.Writer, folder string, results []model.Result) error {
	tier := model.Tier()
	if tier == nil {
		fmt.Fprintln(stderr, "no loops measured: this CPU has no tier that the emulator has")
		return nil
	}
	name, err := model.Host(ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	m, err := model.Measure(ctx, tier, model.Of(results, tier.Name, name), folder, measureTime)
	if err != nil {
		return err
	}
	settings := report.ThisMachine(ctx, time.Now(), report.Setting{Key: report.ModelKey, Value: name})
	path := filepath.Join("reports", settings.Folder())
	if err := report.WriteCycles(path, settings, m); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %d loops, measured in %s\n", filepath.Join(path, report.CyclesFile), len(m.Loops), time.Since(start).Round(time.Second))
	return nil
}
