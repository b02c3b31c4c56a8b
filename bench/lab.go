package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"mexlab/kernel"
)

// Options are the lab's.
type Options struct {
	Quick     bool      // under ten seconds instead of 15 to 30
	Kernels   []string  // registered names; none for all
	Workloads []string  // names; none for all
	Progress  io.Writer // a terminal for progress, or nil
}

// An effort is how much time the lab takes.
type effort struct {
	sample int           // rows that slow kernels are timed on
	rounds int           // rounds of timing
	turn   time.Duration // the least time of a kernel in a round
}

var (
	quickEffort = effort{sample: 40, rounds: 7, turn: 3 * time.Millisecond}
	fullEffort  = effort{sample: 96, rounds: 15, turn: 10 * time.Millisecond}
)

// Lab checks that the kernels agree on every workload, times them, and writes a
// table of each as soon as it is there. The error wraps ErrDisagree when they
// do not agree.
func Lab(w io.Writer, opt Options) (*Findings, error) {
	kernels, loads, err := opt.chosen()
	if err != nil {
		return nil, err
	}
	e := fullEffort
	if opt.Quick {
		e = quickEffort
	}
	p := newProgress(opt.Progress)
	f := newFindings(e)
	_, err = fmt.Fprintf(w, "%s/%s, %d CPUs, tier %s, %s\nMedian of %d rounds in which the kernels take turns.\n",
		f.GOOS, f.GOARCH, f.CPUs, f.Tier, f.Toolchain, e.rounds)
	if err != nil {
		return nil, err
	}
	for i, load := range loads {
		p.show(fmt.Sprintf("%d of %d: %s", i+1, len(loads), load.Name))
		entries, err := Contest(load, kernels, e.sample)
		if err != nil {
			return nil, err
		}
		results, err := timeEntries(withFloor(entries), e)
		if err != nil {
			return nil, err
		}
		p.clear()
		if err := writeBlock(w, load, results); err != nil {
			return nil, err
		}
		f.add(load, results)
	}
	if len(opt.Kernels)+len(opt.Workloads) == 0 {
		p.show("election")
		duel, err := timeElection(e)
		if err != nil {
			return nil, err
		}
		p.clear()
		if err := duel.write(w); err != nil {
			return nil, err
		}
	}
	lines := append([]string{"All kernels agree."}, f.conclusions()...)
	if len(kernels) == 1 {
		lines[0] = "One kernel, with nothing to agree with."
	}
	for i, line := range lines {
		lines[i] = wrap(line)
	}
	_, err = fmt.Fprintf(w, "\n%s\n", strings.Join(lines, "\n"))
	return f, err
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

// A result is what the clock says of an entry.
type result struct {
	*Entry
	perVertex float64 // nanoseconds
}

// timeEntries times the entries that can run their workload.
func timeEntries(entries []*Entry, e effort) ([]result, error) {
	return timeEntriesBy(median, entries, e)
}

// timeEntriesBy is timeEntries by clockBy.
func timeEntriesBy(stand func(times []time.Duration) time.Duration, entries []*Entry, e effort) ([]result, error) {
	var runners []*runner
	for _, entry := range entries {
		if entry.Limit == nil {
			runners = append(runners, &runner{run: entry.Run})
		}
	}
	if err := clockBy(stand, runners, e.rounds, e.turn); err != nil {
		return nil, err
	}
	var results []result
	for _, entry := range entries {
		r := result{Entry: entry}
		if entry.Limit == nil {
			r.perVertex = runners[0].perOp / float64(entry.Batch.Len())
			runners = runners[1:]
		}
		results = append(results, r)
	}
	return results, nil
}
