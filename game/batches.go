package game

import (
	"context"
	"sync"
)

// A Batch is a part of a solver's work. It is used again after it was written.
type Batch[S any] interface {
	// Read reads the batch. It reports whether there are more batches after it.
	Read(ctx context.Context) (more bool)

	// Solve solves it with a worker's solver.
	Solve(ctx context.Context, s S)

	// Write writes the answers, and returns the error that ends the work.
	Write() error
}

// RunBatches reads, solves and writes batch after batch. With several workers and
// batches, one goroutine reads, some solve, and this one writes, in the order of
// reading. Batches and solvers are made when they are needed, and their number is
// bounded.
func RunBatches[S any, B Batch[S]](ctx context.Context, workers int, newBatch func() B, newSolver func() S) error {
	b := newBatch()
	more := b.Read(ctx)
	if more && workers > 1 {
		return runInParallel(ctx, workers, b, newBatch, newSolver)
	}
	for s := newSolver(); ; more = b.Read(ctx) {
		b.Solve(ctx, s)
		if err := b.Write(); err != nil || !more {
			return err
		}
	}
}

func runInParallel[S any, B Batch[S]](outer context.Context, workers int, first B, newBatch func() B, newSolver func() S) error {
	type job struct {
		batch  B
		solved chan struct{}
	}
	ctx, stop := context.WithCancel(outer)
	defer stop()
	jobs := workers + 2 // one is being read, and one written
	free, todo, order := make(chan *job, jobs), make(chan *job, jobs), make(chan *job, jobs)
	for range jobs - 1 {
		free <- nil // made when it is needed
	}
	var all sync.WaitGroup
	all.Go(func() {
		defer close(todo)
		defer close(order)
		for j, more := (&job{first, make(chan struct{}, 1)}), true; ; {
			order <- j
			todo <- j
			if !more {
				return
			}
			select {
			case j = <-free:
			case <-ctx.Done():
				return
			}
			if j == nil {
				j = &job{newBatch(), make(chan struct{}, 1)}
			}
			more = j.batch.Read(ctx)
		}
	})
	for range workers {
		all.Go(func() {
			var s S
			made := false
			for j := range todo {
				if !made {
					s, made = newSolver(), true
				}
				j.batch.Solve(ctx, s)
				j.solved <- struct{}{}
			}
		})
	}
	var err error
	for j := range order {
		<-j.solved
		if err = j.batch.Write(); err != nil {
			break
		}
		free <- j
	}
	stop()
	all.Wait()
	if err == nil {
		err = context.Cause(outer) // the reader may have stopped without an error
	}
	return err
}
