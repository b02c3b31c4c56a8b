package addsub

import (
	"sync/atomic"
	"time"

	"mexlab/internal/crew"
	"mexlab/kernel"
)

// A sharing solves batches of rows with all workers, if a batch takes long enough.
type sharing struct {
	*solver
	workers int
	crew    *crew.Crew
	solvers []*solver     // one for each worker of the crew
	perRow  time.Duration // CPU time that a row took in the last batch
}

const (
	// worthSharing is the CPU time from which a batch is shared: to hand shares to
	// goroutines that are awake, and to wait for them, takes some microseconds.
	worthSharing = 100 * time.Microsecond

	// sharesPerWorker is so many that nobody waits long for the last one.
	sharesPerWorker = 8
)

// mex does the rows of the solver's batch, as Kernel.Mex does.
func (s *sharing) mex() error {
	n, shared := s.batch.Len(), false
	begun := time.Now()
	if n > 1 && s.workers > 1 && s.perRow*time.Duration(n) >= worthSharing {
		shared = s.share()
	}
	if shared {
		s.perRow = time.Since(begun) * time.Duration(s.workers) / time.Duration(n)
		return nil
	}
	err := s.kernel.Mex(&s.ws, &s.batch)
	s.perRow = time.Since(begun) / time.Duration(max(n, 1))
	return err
}

// share does the rows with all workers. It is not done if the kernel failed:
// the batch as a whole then meets the first failure.
func (s *sharing) share() (done bool) {
	if s.crew == nil {
		s.crew = crew.New(s.workers)
		for range s.workers {
			s.solvers = append(s.solvers, newSolver(s.opt))
		}
	}
	b := &s.batch
	share := max(1, b.Len()/(sharesPerWorker*s.workers))
	var taken atomic.Int64
	var failed atomic.Bool
	s.crew.Run(func(worker int) {
		for !failed.Load() {
			at := int(taken.Add(int64(share))) - share
			if at >= b.Len() {
				return
			}
			if s.solvers[worker].copyRows(b, at, min(at+share, b.Len())) != nil {
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
	if s.crew != nil {
		s.crew.Stop()
	}
}
