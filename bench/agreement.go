package bench

import (
	"errors"
	"fmt"

	"mexlab/kernel"
)

// ErrDisagree says that two ways to the same answer gave different ones.
var ErrDisagree = errors.New("two solvers disagree")

// An entry is one kernel, or the floor, on one workload.
type entry struct {
	kernel kernel.Kernel
	batch  *kernel.Batch // the rows it is timed on, with its own answers
	stride int           // 1 if these are all rows, n if they are every n-th
	limit  string        // why the kernel cannot do the workload, or ""
	turns  []float64     // nanoseconds per vertex, by round, once it is timed

	ws *kernel.Workspace
}

// newEntries lets every kernel do a workload, and returns the floor and then an
// entry for each kernel. All that can do a row must agree on it. Kernels that
// enumerate subsets limit the degree, and take a thousand times as long as the
// others: they do about sample rows, from all over the workload.
func newEntries(w Workload, kernels []kernel.Kernel, sample int, ws *kernel.Workspace) ([]*entry, error) {
	all, err := w.Fill()
	if err != nil {
		return nil, fmt.Errorf("workload %s: %w", w.Name, err)
	}
	stride := max(1, all.Len()/sample)
	few := every(all, stride)
	floor := &entry{kernel: floorKernel{}, batch: withResults(few), stride: stride, ws: ws}
	entries := []*entry{floor}
	for _, k := range kernels {
		e := &entry{kernel: k, batch: withResults(few), stride: stride, ws: ws}
		if k.Info().MaxDegree == 0 {
			e.batch, e.stride = withResults(all), 1
			floor.batch, floor.stride = withResults(all), 1
		}
		entries = append(entries, e)
		err := e.run()
		if e.limit = limitOf(err); err != nil && e.limit == "" {
			return nil, fmt.Errorf("workload %s: kernel %s: %w", w.Name, e, err)
		}
	}
	return entries, agree(w.Name, entries[1:])
}

func (e *entry) String() string { return e.kernel.Info().String() }

func (e *entry) run() error { return e.kernel.Mex(e.ws, e.batch) }

func (e *entry) newCase(name string) *Case {
	return &Case{Name: name, Run: e.run, Vertices: e.batch.Len(), Edges: len(e.batch.Succ)}
}

// every returns every stride-th row of b.
func every(b *kernel.Batch, stride int) *kernel.Batch {
	var few kernel.Batch
	for i := 0; i < b.Len(); i += stride {
		few.Add(b.K[i], b.Row(i)...)
	}
	return &few
}

// withResults returns b with room for results of its own.
func withResults(b *kernel.Batch) *kernel.Batch {
	c := *b
	c.Mex = make([]uint64, b.Len())
	return &c
}

// limitOf says in a few words what an error means: a row is beyond what the kernel
// accepts. It returns "" for any other error.
func limitOf(err error) string {
	if limit, ok := errors.AsType[*kernel.LimitError](err); ok {
		return fmt.Sprintf("takes at most %d %s", limit.Max, limit.What)
	}
	if value, ok := errors.AsType[*kernel.ValueError](err); ok {
		return "takes " + value.What
	}
	if _, ok := errors.AsType[*kernel.BudgetError](err); ok {
		return "needs more than the work budget"
	}
	return ""
}

// agree compares the entries with the last one that ran: kernel.Available ends
// with auto. Its error names the row, and wraps ErrDisagree.
func agree(workload string, entries []*entry) error {
	var base *entry
	for _, e := range entries {
		if e.limit == "" {
			base = e
		}
	}
	for _, e := range entries {
		if e.limit != "" {
			continue
		}
		stride := max(e.stride, base.stride) // one of them is 1, or they are equal
		for row := 0; row/e.stride < e.batch.Len() && row/base.stride < base.batch.Len(); row += stride {
			i := row / e.stride
			if got, want := e.batch.Mex[i], base.batch.Mex[row/base.stride]; got != want {
				return fmt.Errorf("%w: workload %s, row %d: K=%d, successors' values %d: kernel %s says %d, kernel %s says %d",
					ErrDisagree, workload, row, e.batch.K[i], e.batch.Row(i), e, got, base, want)
			}
		}
	}
	return nil
}
