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

	page   *printer  // its answers
	large  *solution // instead, what they are made of, if they may be too long for a page
	solved chan struct{}
}

// newJob returns an empty job. Its page has room for the answers of most groups.
func newJob(opt Options) *job {
	return &job{group: newGroup(), page: newPrinter(nil, opt, 1<<17), solved: make(chan struct{}, 1)}
}

// read reads the next group.
func (j *job) read(ctx context.Context, in *reader, size int) {
	j.group.reset()
	j.page.out.buf, j.large = j.page.out.buf[:0], nil
	j.more, j.err = in.group(ctx, j.group, size)
}

// solve solves the group, and prints its answers to the page unless it is large.
func (j *job) solve(ctx context.Context, s *solver) {
	large := j.group.isLarge()
	sol, err := s.solve(ctx, j.group)
	if err != nil {
		j.err = err // about an earlier game than an error of the reader
	}
	if large {
		j.large = sol
	} else if err := j.page.print(sol, s); err != nil {
		j.err = err
	}
}

// write writes the answers, and returns the error that ends them.
func (j *job) write(w io.Writer, s *solver) error {
	if j.large != nil {
		p := newPrinter(w, s.opt, spillSize)
		if err := p.print(j.large, s); err != nil {
			j.err = err
		}
		return p.flush(j.err)
	}
	if page := j.page.out.buf; len(page) > 0 {
		if _, err := w.Write(page); err != nil {
			return err
		}
	}
	return j.err
}

// sequential reads, solves and writes one group after another.
func sequential(ctx context.Context, in *reader, w io.Writer, opt Options, size int) error {
	j, s := newJob(opt), newSolver(opt)
	for j.more = true; j.more; {
		j.read(ctx, in, size)
		j.solve(ctx, s)
		if err := j.write(w, s); err != nil {
			return err
		}
	}
	return nil
}

// parallel does the same with one goroutine that reads, some that solve, and this
// one, which writes. Jobs go around, so that their number is bounded. If there is
// only one group, that would not pay, and it is sequential.
func parallel(outer context.Context, in *reader, w io.Writer, opt Options, size int) error {
	first := newJob(opt)
	first.read(outer, in, size)
	if !first.more {
		s := newSolver(opt)
		first.solve(outer, s)
		return first.write(w, s)
	}
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
	err := writeAll(order, free, w, opt)
	stop()
	all.Wait()
	if err == nil {
		err = context.Cause(outer) // the reader may have stopped without an error
	}
	return err
}

// writeAll writes the jobs of order as they are solved, up to the first that
// ends in an error.
func writeAll(order <-chan *job, free chan<- *job, w io.Writer, opt Options) error {
	var s *solver
	for j := range order {
		<-j.solved
		if j.large != nil && s == nil {
			s = newSolver(opt)
		}
		if err := j.write(w, s); err != nil {
			return err
		}
		free <- j
	}
	return nil
}
