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
	"mexlab/track/table"
)

// Options say what the lab does.
type Options struct {
	Quick     bool      // under ten seconds instead of 15 to 30
	Kernels   []string  // registered names; all if empty
	Workloads []string  // names; all if empty, and the election too
	Progress  io.Writer // shows progress if it is a terminal

	Auto   kernel.Kernel // in the place of the built-in auto; may be nil
	Choice string        // why auto does what it does
}

var (
	quickBudget = budget{sample: 40, rounds: 7, turn: 3 * time.Millisecond, summary: stat.Median}
	fullBudget  = budget{sample: 96, rounds: 15, turn: 10 * time.Millisecond, summary: stat.Median}
)

// Lab checks that the kernels agree on every workload, times them, and writes the
// table of each workload as soon as it is known. The error may wrap ErrDisagree.
func Lab(ctx context.Context, w io.Writer, opt Options) (*Results, error) {
	all := kernel.Available()
	if opt.Auto != nil {
		all[len(all)-1] = opt.Auto
	}
	kernels, err := choose("kernel", all, func(k kernel.Kernel) string { return k.Info().String() }, opt.Kernels)
	if err != nil {
		return nil, err
	}
	loads, err := choose("workload", Workloads(), func(w Workload) string { return w.Name }, opt.Workloads)
	if err != nil {
		return nil, err
	}
	b := fullBudget
	if opt.Quick {
		b = quickBudget
	}
	b.steady = new(steadiness)
	line := progress.New(opt.Progress)
	defer line.Clear()
	w = line.Under(w)
	s := newResults(b)
	_, err = fmt.Fprintf(w, "%s/%s, %d CPUs, tier %s, %s\nMedian of %d rounds in which the kernels take turns, and its 95%% interval.\n",
		s.GOOS, s.GOARCH, s.CPUs, s.Tier, s.Toolchain, b.rounds)
	if err == nil && opt.Choice != "" {
		_, err = fmt.Fprintf(w, "Auto chooses %s.\n", opt.Choice)
	}
	if err == nil {
		_, err = fmt.Fprintln(w, "docs/numbers.md explains the columns.")
	}
	if err != nil {
		return nil, err
	}
	for i, load := range loads {
		line.Step(i, len(loads), load.Name)
		entries, err := newEntries(load, kernels, b.sample, new(kernel.Workspace))
		if err != nil {
			return nil, err
		}
		if err := b.timeEntries(ctx, entries); err != nil {
			return nil, err
		}
		if err := s.add(load, entries).write(w, load); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(s.Rows, func(r *Row) bool { _, ok := r.Best(); return ok }) {
		return nil, fmt.Errorf("nothing to time: %s", strings.Join(s.limits(), "; "))
	}
	if len(opt.Kernels)+len(opt.Workloads) == 0 {
		line.Show("election")
		if s.Election, err = b.timeElection(ctx, w); err != nil {
			return nil, err
		}
	}
	s.Apart = b.steady.typical()
	lines := append([]string{"All kernels agree."}, s.Conclusions()...)
	if len(kernels) == 1 {
		lines[0] = "One kernel, with nothing to agree with."
	}
	for i, line := range lines {
		lines[i] = table.Wrap(line, 80)
	}
	_, err = fmt.Fprintf(w, "\n%s\n", strings.Join(lines, "\n"))
	return s, err
}

// choose returns the items with the given names, all if none are given, in order.
func choose[T any](what string, items []T, name func(T) string, names []string) ([]T, error) {
	var known []string
	for _, item := range items {
		known = append(known, name(item))
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("unknown %s %q; available: %s", what, n, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(items, func(item T) bool { return len(names) > 0 && !slices.Contains(names, name(item)) }), nil
}

// timeEntries times the entries that can do their workload.
func (b budget) timeEntries(ctx context.Context, entries []*entry) error {
	var timed []*entry
	var cases []*Case
	for _, e := range entries {
		if e.limit == "" {
			timed, cases = append(timed, e), append(cases, e.newCase(e.String()))
		}
	}
	turns, err := b.time(ctx, cases)
	for i := range turns {
		timed[i].turns = turns[i]
	}
	return err
}
