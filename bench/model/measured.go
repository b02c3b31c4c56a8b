package model

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"mexlab/asm"
	"mexlab/internal/qemu"
)

// A Measured is what an iteration of a loop took on this machine.
type Measured struct {
	Loop   Loop
	Cycles float64
	Share  float64 // of the instructions by which its two calls differ, those of the loop

	With    []string // labels of loops that ran as often: Cycles are of all of them
	Less    []string // labels of others, whose cycles are subtracted as they were measured
	Guessed []string // labels of others, whose cycles are subtracted as they are predicted
}

// Alone is the share from which on a measurement counts as one of the loop.
const Alone = 0.75

// Measure measures the loops of a tier that runs here, as long as howLong says. The
// loops and the predictions are those of the tier. It takes an emulator, and a folder
// for programs; the current one must be in the module. Nanoseconds are those of a cycle.
func Measure(ctx context.Context, tier *asm.Tier, loops []Loop, predicted []float64, folder string, howLong time.Duration) (found []Measured, nanoseconds float64, err error) {
	cases, err := countTrials(ctx, runtime.GOARCH, tier.Name, folder)
	if err != nil {
		return nil, 0, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var pairs []*timed
	for _, jobs := range Trials(tier) {
		pairs = append(pairs, newTimed(jobs[0], jobs[1]))
	}
	cycles, nanoseconds, err := measureCycles(ctx, pairs, howLong)
	if err != nil {
		return nil, 0, err
	}
	return measured(differences(trials(), cases, cycles, loops), loops, predicted), nanoseconds, nil
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

// of tells whether a loop is that of the trial.
func (t *trial) of(l Loop) bool { return l.topic() == t.body && l.Label == t.label }

// topic is the body's name without the tier: scanSums.
func (l *Loop) topic() string {
	for _, t := range tiers {
		if name, ok := strings.CutSuffix(l.Body, t.suffix); ok {
			return name
		}
	}
	return l.Body
}

// symbol is that of the body.
func (l *Loop) symbol() string { return "mexlab/asm." + l.Body + ".abi0" }

// ofTier returns the loops of a tier.
func ofTier(loops []Loop, tier string) []Loop {
	return slices.DeleteFunc(slices.Clone(loops), func(l Loop) bool { return l.Tier != tier })
}
