package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"mexlab/internal/progress"
	"mexlab/kernel"
	"mexlab/track/stat"
)

// Options are the lab's.
type Options struct {
	Quick     bool      // under ten seconds instead of 15 to 30
	Kernels   []string  // registered names; none for all
	Workloads []string  // names; none for all
	Progress  io.Writer // for progress, if it is a terminal
}

var (
	quickBudget = budget{sample: 40, rounds: 7, turn: 3 * time.Millisecond, summary: stat.Median}
	fullBudget  = budget{sample: 96, rounds: 15, turn: 10 * time.Millisecond, summary: stat.Median}
)

// Lab checks that the kernels agree on every workload, times them, and writes a
// table of each as soon as it is there. The error wraps ErrDisagree when they
// do not agree.
func Lab(ctx context.Context, w io.Writer, opt Options) (*Results, error) {
	kernels, loads, err := opt.chosen()
	if err != nil {
		return nil, err
	}
	b := fullBudget
	if opt.Quick {
		b = quickBudget
	}
	line := progress.New(opt.Progress)
	defer line.Clear()
	s := newResults(b)
	_, err = fmt.Fprintf(w, "%s/%s, %d CPUs, tier %s, %s\nMedian of %d rounds in which the kernels take turns.\n",
		s.GOOS, s.GOARCH, s.CPUs, s.Tier, s.Toolchain, b.rounds)
	if err != nil {
		return nil, err
	}
	for i, load := range loads {
		line.Step(i, len(loads), load.Name)
		entries, err := Contest(load, kernels, b.sample)
		if err != nil {
			return nil, err
		}
		entries = withFloor(entries)
		if err := b.timeEntries(ctx, entries); err != nil {
			return nil, err
		}
		line.Clear()
		if err := writeBlock(w, load, entries); err != nil {
			return nil, err
		}
		s.add(load, entries)
	}
	if len(opt.Kernels)+len(opt.Workloads) == 0 {
		line.Show("election")
		times, err := timeElection(ctx, b)
		if err != nil {
			return nil, err
		}
		line.Clear()
		if err := times.write(w); err != nil {
			return nil, err
		}
	}
	lines := append([]string{"All kernels agree."}, s.conclusions()...)
	if len(kernels) == 1 {
		lines[0] = "One kernel, with nothing to agree with."
	}
	for i, line := range lines {
		lines[i] = wrap(line)
	}
	_, err = fmt.Fprintf(w, "\n%s\n", strings.Join(lines, "\n"))
	return s, err
}

// chosen returns the kernels and workloads that are asked for, in the order of
// the lists they are from.
func (o *Options) chosen() (kernels []kernel.Kernel, loads []Workload, err error) {
	for _, name := range o.Kernels {
		if _, err := kernel.Lookup(name); err != nil {
			return nil, nil, err
		}
	}
	for _, k := range kernel.Available() {
		if len(o.Kernels) == 0 || slices.Contains(o.Kernels, k.Info().String()) {
			kernels = append(kernels, k)
		}
	}
	var names []string
	for _, w := range Workloads() {
		names = append(names, w.Name)
		if len(o.Workloads) == 0 || slices.Contains(o.Workloads, w.Name) {
			loads = append(loads, w)
		}
	}
	for _, name := range o.Workloads {
		if !slices.Contains(names, name) {
			return nil, nil, fmt.Errorf("unknown workload %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return kernels, loads, nil
}

// timeEntries times the entries that can do their workload.
func (b budget) timeEntries(ctx context.Context, entries []*Entry) error {
	var timed []*Entry
	var cases []*Case
	for _, e := range entries {
		if e.Limit == nil {
			timed = append(timed, e)
			cases = append(cases, &Case{Name: "kernel " + e.Kernel.Info().String(), Run: e.Run})
		}
	}
	times, err := b.time(ctx, cases)
	for i, ns := range times {
		timed[i].Cost = ns / float64(timed[i].Batch.Len())
	}
	return err
}
