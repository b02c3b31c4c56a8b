package bench

import (
	"errors"
	"fmt"
	"slices"

	"mexlab/kernel"
)

// ErrDisagree says that two ways to the same answer gave different ones.
var ErrDisagree = errors.New("two solvers disagree")

// A Disagreement is a vertex on which two kernels differ.
type Disagreement struct {
	Workload string
	Row      int // in the workload, from 0
	K        uint64
	Values   []uint64  // of the successors
	Kernels  [2]string // the two kernels
	Mex      [2]uint64 // their answers
}

func (e *Disagreement) Unwrap() error { return ErrDisagree }

func (e *Disagreement) Error() string {
	return fmt.Sprintf("%v: workload %s, row %d: K=%d, successors' values %d: kernel %s says %d, kernel %s says %d",
		ErrDisagree, e.Workload, e.Row, e.K, e.Values, e.Kernels[0], e.Mex[0], e.Kernels[1], e.Mex[1])
}

// An Entry is one kernel on one workload.
type Entry struct {
	Kernel kernel.Kernel
	Batch  *kernel.Batch // the rows it is timed on, with its own answers
	Stride int           // 1 when these are all rows, n when every n-th
	Limit  error         // why it cannot run the workload; nil when it can
	Cost   float64       // nanoseconds per vertex, once it is timed

	ws *kernel.Workspace
}

// Contest lets every kernel do a workload, and returns an entry for each, in
// the order given. Kernels that enumerate subsets, and so limit the degree,
// take a thousand times as long as the others: they do every n-th row, about
// sample rows in all. All that can do a row must agree on it, or the error is
// a *Disagreement.
func Contest(w Workload, kernels []kernel.Kernel, sample int) ([]*Entry, error) {
	return contest(w, kernels, sample, new(kernel.Workspace))
}

// contest is Contest in a workspace that others use too.
func contest(w Workload, kernels []kernel.Kernel, sample int, ws *kernel.Workspace) ([]*Entry, error) {
	all, err := w.Fill()
	if err != nil {
		return nil, fmt.Errorf("workload %s: %w", w.Name, err)
	}
	stride := max(1, all.Len()/sample)
	few := every(all, stride)
	var entries []*Entry
	for _, k := range kernels {
		e := &Entry{Kernel: k, Batch: withResults(all), Stride: 1, ws: ws}
		if k.Info().MaxDegree > 0 {
			e.Batch, e.Stride = withResults(few), stride
		}
		entries = append(entries, e)
		if e.Limit = e.Run(); e.Limit != nil && !isLimit(e.Limit) {
			return nil, fmt.Errorf("workload %s: kernel %s: %w", w.Name, k.Info(), e.Limit)
		}
	}
	return entries, agree(w.Name, entries)
}

// Run does the entry's rows once.
func (e *Entry) Run() error { return e.Kernel.Mex(e.ws, e.Batch) }

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

// isLimit tells whether an error says that the row is beyond what the kernel
// takes, rather than that something is wrong.
func isLimit(err error) bool {
	_, limit := errors.AsType[*kernel.LimitError](err)
	_, value := errors.AsType[*kernel.ValueError](err)
	_, budget := errors.AsType[*kernel.BudgetError](err)
	return limit || value || budget
}

// agree compares the entries with the last one that ran: kernel.Available ends
// with auto.
func agree(workload string, entries []*Entry) error {
	ran := slices.DeleteFunc(slices.Clone(entries), func(e *Entry) bool { return e.Limit != nil })
	if len(ran) == 0 {
		return nil
	}
	base := ran[len(ran)-1]
	for _, e := range ran {
		// Of two strides, the larger is a multiple of the smaller, 1.
		stride := max(e.Stride, base.Stride)
		for row := 0; row/e.Stride < e.Batch.Len() && row/base.Stride < base.Batch.Len(); row += stride {
			i, j := row/e.Stride, row/base.Stride
			if got, want := e.Batch.Mex[i], base.Batch.Mex[j]; got != want {
				return &Disagreement{
					Workload: workload, Row: row, K: e.Batch.K[i], Values: e.Batch.Row(i),
					Kernels: [2]string{e.Kernel.Info().String(), base.Kernel.Info().String()},
					Mex:     [2]uint64{got, want},
				}
			}
		}
	}
	return nil
}
