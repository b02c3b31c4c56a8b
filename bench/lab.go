package bench

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"mexlab/kernel"
)

// Options are the lab's.
type Options struct {
	Quick    bool      // under ten seconds instead of 15 to 30
	Progress io.Writer // a terminal for progress, or nil
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

// Lab checks that all kernels of this CPU agree on every workload, times them,
// and writes a table. The error wraps ErrDisagree when they do not agree.
func Lab(w io.Writer, opt Options) error {
	e := fullEffort
	if opt.Quick {
		e = quickEffort
	}
	p := newProgress(opt.Progress)
	_, err := fmt.Fprintf(w, "%s/%s, %d CPUs, %s\nMedian of %d rounds in which the kernels take turns.\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), e.rounds)
	if err != nil {
		return err
	}
	var fastest []string
	for _, load := range Workloads() {
		p.show(load.Name)
		entries, err := Contest(load, kernel.Available(), e.sample)
		if err != nil {
			return err
		}
		results, err := timeEntries(entries, e)
		if err != nil {
			return err
		}
		p.clear()
		if err := writeBlock(w, load, results); err != nil {
			return err
		}
		fastest = append(fastest, best(results)+" on "+load.Name)
	}
	p.show("election")
	duel, err := timeElection(e)
	if err != nil {
		return err
	}
	p.clear()
	if err := duel.write(w); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n%s\n",
		wrap("All kernels agree. The fastest: "+strings.Join(fastest, ", ")+"."))
	return err
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

// best names the fastest kernel.
func best(results []result) string {
	name, least := "none", 0.0
	for _, r := range results {
		if r.Limit == nil && (name == "none" || r.perVertex < least) {
			name, least = r.Kernel.Info().String(), r.perVertex
		}
	}
	return name
}
