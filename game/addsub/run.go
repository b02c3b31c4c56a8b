package addsub

import (
	"context"
	"io"
	"sync"
)

// A job is a group on its way from the reader by a solver to the writer.
type job struct {
	group *group
	more  bool  // there are groups after it
	err   error // why there are none, in the end: about the first game without an answer

	page   *printer // its answers
	late   bool     // they are printed when they are written: too long for a page, or for Each
	solved chan struct{}
}

func newJob(opt Options) *job {
	return &job{group: newGroup(), page: newPrinter(opt), solved: make(chan struct{}, 1)}
}

func (j *job) read(ctx context.Context, in *reader, size int) {
	j.group.reset()
	j.page.buf = j.page.buf[:0]
	j.more, j.err = in.group(ctx, j.group, size)
}

// solve solves the group, and prints its answers to the page unless that is late.
func (j *job) solve(ctx context.Context, s *solver) {
	j.late = j.group.isLarge() || j.page.opt.Each != nil
	solve := s.solve
	if s.opt.Lines {
		solve = s.solveLines
	}
	if err := solve(ctx, j.group); err != nil {
		j.err = err // about an earlier game than an error of the reader
	}
	if !j.late {
		j.print()
	}
}

func (j *job) print() {
	if err := j.page.print(j.group); err != nil {
		j.err = err
	}
}

// write writes the answers, and returns the error that ends them.
func (j *job) write(w io.Writer) error {
	j.page.w = w
	if j.late {
		j.print()
	}
	err := j.page.flush()
	j.page.w = nil
	if err == nil {
		err = j.page.tellBad()
	}
	if err != nil {
		return err
	}
	return j.err
}

// run reads, solves and writes group after group, or hands over to parallel.
func run(ctx context.Context, in *reader, w io.Writer, opt Options, size int) error {
	j := newJob(opt)
	j.read(ctx, in, size)
	if j.more && opt.WorkerCount() > 1 {
		return parallel(ctx, j, in, w, opt, size)
	}
	for s := newSolver(opt); ; j.read(ctx, in, size) {
		j.solve(ctx, s)
		if err := j.write(w); err != nil || !j.more {
			return err
		}
	}
}

// parallel has one goroutine that reads, some that solve, and this one, which
// writes. Jobs go around, so that their number is bounded.
func parallel(outer context.Context, first *job, in *reader, w io.Writer, opt Options, size int) error {
	ctx, stop := context.WithCancel(outer)
	defer stop()
	workers := opt.WorkerCount()
	jobs := workers + 2 // one is being read, and one written
	free, todo, order := make(chan *job, jobs), make(chan *job, jobs), make(chan *job, jobs)
	for range jobs - 1 {
		free <- nil // made when it is needed
	}
	var all sync.WaitGroup
	all.Go(func() {
		defer close(todo)
		defer close(order)
		for j := first; ; {
			more := j.more
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
				j = newJob(opt)
			}
			j.read(ctx, in, size)
		}
	})
	for range workers {
		all.Go(func() {
			var s *solver // made when it is needed
			for j := range todo {
				if s == nil {
					s = newSolver(opt)
				}
				j.solve(ctx, s)
				j.solved <- struct{}{}
			}
		})
	}
	var err error
	for j := range order {
		<-j.solved
		if err = j.write(w); err != nil {
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
