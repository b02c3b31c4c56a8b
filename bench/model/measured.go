package model

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"mexlab/asm"
	"mexlab/internal/command"
	"mexlab/internal/qemu"
)

// A Measured is what an iteration of a loop took on this machine.
type Measured struct {
	Loop   Loop
	Cycles float64
	Share  float64 // of the instructions by which its two calls differ, those of the loop

	// Labels of other loops that ran in these calls.
	With    []string // as often as this one: Cycles are of all of them
	Less    []string // subtracted, with their measured cycles
	Guessed []string // subtracted, with their predicted cycles
}

// Alone is the share from which on a measurement counts as one of the loop.
const Alone = 0.75

// A Measurement is what a machine takes for loops.
type Measurement struct {
	Loops []Measured
	Clock float64 // cycles a nanosecond
	Width float64 // independent additions a cycle
	Floor float64 // bytes that the first cache delivers in a cycle to a loop that ORs them to others
}

// Tier returns the tier whose loops can be measured here, nil if there is none: an
// emulator must have it, too, to count them.
func Tier() *asm.Tier { return asm.Lookup(emulated[runtime.GOARCH]) }

// Measure measures the loops of a tier that runs here, as long as howLong says. The
// results are predictions for all loops of this tier. It needs an emulator, and a
// folder for programs; the current folder must be in the module.
func Measure(ctx context.Context, tier *asm.Tier, results []Result, folder string, howLong time.Duration) (*Measurement, error) {
	cases, err := countTrials(ctx, runtime.GOARCH, tier.Name, folder)
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var pairs []*timed
	for _, jobs := range Trials(tier) {
		pairs = append(pairs, newTimed(jobs[0], jobs[1]))
	}
	pairs = append(pairs, newWidth())
	cycles, cycle, err := measureCycles(ctx, pairs, howLong)
	if err != nil {
		return nil, err
	}
	m := &Measurement{Clock: 1 / cycle, Width: chainSteps * links / cycles[len(cycles)-1]}
	var loops []Loop
	var predicted []float64
	for _, r := range results {
		loops, predicted = append(loops, r.Loop), append(predicted, r.Cycles)
	}
	m.Loops = measured(differences(trials(), cases, cycles, loops), loops, predicted)
	for i, t := range trials() {
		if t.name() == floorTrial {
			m.Floor = floorBytes / cycles[i]
		}
	}
	return m, nil
}

// A difference is what the second job of a trial does more than the first.
type difference struct {
	trial  trial
	insns  float64
	runs   []float64 // of each loop
	cycles float64
}

// differences joins trials with their cases, two each, and with the cycles by which
// their jobs differ.
func differences(trials []trial, cases []qemu.Case, cycles []float64, loops []Loop) []difference {
	var all []difference
	for i, t := range trials {
		less, more := cases[2*i], cases[2*i+1]
		d := difference{t, float64(more.Insns) - float64(less.Insns), runs(loops, more), cycles[i]}
		for j, n := range runs(loops, less) {
			d.runs[j] -= n
		}
		all = append(all, d)
	}
	return all
}

// measured works out the cycles of each loop that has a trial. If other loops run more
// or less often in it, too, their cycles are subtracted: as measured before, or else
// as predicted.
func measured(all []difference, loops []Loop, predicted []float64) []Measured {
	known := make([]float64, len(loops)) // cycles of loops that were measured alone
	var found []Measured
	for _, d := range all {
		target := slices.IndexFunc(loops, d.trial.of)
		if target < 0 || d.runs[target] <= 0 {
			continue // this tier has no such loop, or gets along without
		}
		m := Measured{Loop: loops[target], With: d.trial.with}
		cycles, inside, outside, rest := d.cycles, 0.0, 0.0, d.insns
		for i, l := range loops {
			n, insns := d.runs[i], d.runs[i]*float64(len(l.Code))
			rest -= insns
			switch {
			case n == 0:
			case i == target || l.Body == loops[target].Body && slices.Contains(m.With, l.Label):
				inside += insns
			default:
				outside += math.Abs(insns)
				if known[i] == 0 {
					m.Guessed = append(m.Guessed, l.Label)
					cycles -= n * predicted[i]
				} else {
					m.Less = append(m.Less, l.Label)
					cycles -= n * known[i]
				}
			}
		}
		m.Cycles = cycles / d.runs[target]
		m.Share = inside / (inside + outside + math.Abs(rest))
		if m.With == nil {
			known[target] = m.Cycles
		}
		found = append(found, m)
	}
	return found
}

func (t *trial) name() string { return t.body + " " + t.label }

// of reports whether a loop is that of the trial.
func (t *trial) of(l Loop) bool { return l.Topic() == t.body && l.Label == t.label }

// Topic is the body's name without the tier: scanSums.
func (l *Loop) Topic() string {
	for _, t := range tiers {
		if name, ok := strings.CutSuffix(l.Body, t.suffix); ok {
			return name
		}
	}
	return l.Body
}

// symbol is that of the body.
func (l *Loop) symbol() string { return "mexlab/asm." + l.Body + ".abi0" }

// Host returns the name that LLVM has for this CPU.
func Host(ctx context.Context) (string, error) {
	if err := Missing(); err != nil {
		return "", err
	}
	out, err := command.Output(exec.CommandContext(ctx, analyzer, "--version"))
	if err != nil {
		return "", err
	}
	m := hostLine.FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("%s --version does not name this CPU", analyzer)
	}
	return string(m[1]), nil
}

var hostLine = regexp.MustCompile(`(?m)^\s*Host CPU: (\S+)$`)

// Of returns the predictions for the innermost loops of a tier by the model of a CPU,
// or by that of another CPU if there is none.
func Of(results []Result, tier, cpu string) []Result {
	known := slices.ContainsFunc(results, func(r Result) bool { return r.CPU == cpu && r.Tier == tier })
	var found []Result
	for _, r := range results {
		if r.Tier != tier || r.Passes || known && r.CPU != cpu {
			continue
		}
		if !known && len(found) > 0 && found[0].CPU != r.CPU {
			break
		}
		found = append(found, r)
	}
	return found
}
