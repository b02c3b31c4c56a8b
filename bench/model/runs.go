package model

import (
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mexlab/asm"
	"mexlab/bench/insns"
	"mexlab/internal/command"
	"mexlab/internal/qemu"
)

// Tries is how often the guest does each job. If Go's scheduler interferes, a count is
// a few instructions off: one that comes twice is right.
const Tries = 3

// Trials returns the body and the label of the loop of all trials, and both jobs.
func Trials(t *asm.Tier) iter.Seq2[string, [2]func()] {
	return func(yield func(string, [2]func()) bool) {
		for _, trial := range trials() {
			less, more := trial.jobs(t)
			if !yield(trial.name(), [2]func(){less, more}) {
				return
			}
		}
	}
}

// countTrials counts the jobs of all trials in an emulator, two cases for each trial.
// The folder is for programs; the current one must be in the module.
func countTrials(ctx context.Context, arch, tier, folder string) ([]qemu.Case, error) {
	counter, err := qemu.New(ctx, arch, folder)
	if err != nil {
		return nil, err
	}
	guest := filepath.Join(folder, "trials")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", guest, "mexlab/bench/model/guest")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
	if _, err := command.Output(build); err != nil {
		return nil, err
	}
	run := exec.CommandContext(ctx, guest)
	run.Env = append(os.Environ(), asm.EnvISA+"="+tier)
	names, all, err := counter.BetweenMarks(run, insns.Assembly)
	if err != nil {
		return nil, err
	}
	n := len(trials())
	if strings.Count(string(names), "\n") != n || len(all) != 2*Tries*n {
		return nil, fmt.Errorf("%d counts for %d trials; do the emulator's plugins know symbols?", len(all), n)
	}
	var cases []qemu.Case
	for i, t := range trials() {
		for job := range 2 {
			at := (2*i + job) * Tries
			c, err := insns.Agreed(all[at : at+Tries])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", t.name(), err)
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// runs returns how often each loop has an iteration in a case.
func runs(loops []Loop, c qemu.Case) []float64 {
	all := make([]float64, len(loops))
	for i, l := range loops {
		for _, b := range c.Blocks {
			if b.Symbol == l.symbol() && b.Start <= uint64(l.Head) && uint64(l.Head) < b.End {
				all[i] = float64(b.Runs)
			}
		}
	}
	return all
}

// emulated has the tier that the emulator of an architecture has.
var emulated = map[string]string{"amd64": asm.AVX2, "arm64": asm.NEON}
