package addsub

import (
	"sync/atomic"
	"time"

	"mexlab/kernel"
)

// A sharing solves batches of rows with all workers, if a batch takes long enough.
type sharing struct {
	*solver
	workers *workers
	own     *solver       // for the caller's shares
	perRow  time.Duration // CPU time that a row took in the last batch
}

// worthSharing is the CPU time from which a batch is shared: to hand shares to
// goroutines that are awake, and to wait for them, takes some microseconds.
const worthSharing = 100 * time.Microsecond

// mex does the rows of the solver's batch, as Kernel.Mex does.
func (s *sharing) mex() error {
	n, shared := s.batch.Len(), false
	begun := time.Now()
	if n > 1 && s.opt.WorkerCount() > 1 && s.perRow*time.Duration(n) >= worthSharing {
		shared = s.share()
	}
	if shared {
		s.perRow = time.Since(begun) * time.Duration(s.opt.WorkerCount()) / time.Duration(n)
		return nil
	}
	err := s.kernel.Mex(&s.ws, &s.batch)
	s.perRow = time.Since(begun) / time.Duration(max(n, 1))
	return err
}

// share does the rows with all workers. It is not done if the kernel failed:
// the batch as a whole then meets the first failure.
func (s *sharing) share() (done bool) {
	if s.workers == nil {
		s.workers, s.own = startWorkers(s.opt.WorkerCount()-1, s.opt), newSolver(s.opt)
	}
	b := &s.batch
	share := max(1, b.Len()/(sharesPerWorker*s.opt.WorkerCount()))
	var taken atomic.Int64
	var failed atomic.Bool
	s.workers.run(s.own, func(w *solver) {
		for !failed.Load() {
			at := int(taken.Add(int64(share))) - share
			if at >= b.Len() {
				return
			}
			if w.copyRows(b, at, min(at+share, b.Len())) != nil {
				failed.Store(true)
			}
		}
	})
	return !failed.Load()
}

// copyRows does the rows of b from first up to end in the solver's own batch.
func (s *solver) copyRows(b *kernel.Batch, first, end int) error {
	s.batch.Reset()
	for i := first; i < end; i++ {
		s.batch.Add(b.K[i], b.Row(i)...)
	}
	err := s.kernel.Mex(&s.ws, &s.batch)
	copy(b.Mex[first:end], s.batch.Mex)
	return err
}

// stop ends the workers.
func (s *sharing) stop() {
	if s.workers != nil {
		s.workers.stop()
	}
}
