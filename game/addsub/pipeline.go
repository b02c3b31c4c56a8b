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
	err   error // why there are none, in the end: about the first game that is not answered

	page   []byte    // its answers
	large  *solution // what they are made of, when they may be too long for a page
	solved chan struct{}
}

// newJob returns an empty job. Its page has room for the answers of most groups.
func newJob() *job {
	return &job{group: newGroup(), page: make([]byte, 0, 1<<17), solved: make(chan struct{}, 1)}
}

// read reads the next group.
func (j *job) read(ctx context.Context, in *reader, size int) {
	j.group.reset()
	j.page, j.large = j.page[:0], nil
	j.more, j.err = in.group(ctx, j.group, size)
}

// solve solves the group, and lays out its answers unless it is game.
func (j *job) solve(ctx context.Context, s *solver) {
	large := j.group.large()
	sol, err := s.solve(ctx, j.group, large)
	if err != nil {
		j.err = err // about an earlier game than an error of the reader
	}
	if large {
		j.large = sol
		return
	}
	p := newPrinter(nil, s.opt, j.page)
	if err := p.solution(sol, s); err != nil {
		j.err = err
	}
	j.page = p.out.buf
}

// write writes the answers, and returns the error that ends them.
func (j *job) write(w io.Writer, s *solver) error {
	if j.large != nil {
		p := newPrinter(w, s.opt, nil)
		if err := p.solution(j.large, s); err != nil {
			j.err = err
		}
		return p.flush(j.err)
	}
	if len(j.page) > 0 {
		if _, err := w.Write(j.page); err != nil {
			return err
		}
	}
	return j.err
}

// inTurn reads, solves and writes one group after another.
func inTurn(ctx context.Context, in *reader, w io.Writer, opt Options, size int) error {
	j, s := newJob(), newSolver(opt)
	for j.more = true; j.more; {
		j.read(ctx, in, size)
		j.solve(ctx, s)
		if err := j.write(w, s); err != nil {
			return err
		}
	}
	return nil
}

// inParallel does the same with one goroutine that reads, some that solve, and
// this one, which writes. Groups go around, so that their number is bounded. All
// that does not pay where there is but one group.
func inParallel(outer context.Context, in *reader, w io.Writer, opt Options, size int) error {
	first := newJob()
	first.read(outer, in, size)
	if !first.more {
		s := newSolver(opt)
		first.solve(outer, s)
		return first.write(w, s)
	}
	ctx, stop := context.WithCancel(outer)
	defer stop()

	workers := opt.WorkerCount()
	jobs := workers + 2 // one being read and one being written besides
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
				j = newJob()
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
		err = context.Cause(outer) // the reader may have stopped without a word
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
