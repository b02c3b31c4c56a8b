package addsub

import (
	"context"
	"io"

	"mexlab/game"
)

// A job is a group on its way from the reader by a solver to the writer. It
// implements game.Batch.
type job struct {
	in   *reader
	out  io.Writer
	size int

	group *group
	err   error // why there are no more groups, in the end: about the first game without an answer

	page *printer // its answers
	late bool     // they are printed when they are written: too long for a page, or for Each
}

// run reads, solves and writes group after group.
func run(ctx context.Context, in *reader, w io.Writer, opt Options, size int) error {
	return game.RunBatches(ctx, opt.WorkerCount(),
		func() *job { return &job{in: in, out: w, size: size, group: newGroup(), page: newPrinter(opt)} },
		func() *solver { return newSolver(opt) })
}

// Read reads the next group.
func (j *job) Read(ctx context.Context) (more bool) {
	j.group.reset()
	j.page.buf = j.page.buf[:0]
	more, j.err = j.in.group(ctx, j.group, j.size)
	return more
}

// Solve solves the group, and prints its answers to the page unless that is late.
func (j *job) Solve(ctx context.Context, s *solver) {
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

// Write writes the answers, and returns the error that ends them.
func (j *job) Write() error {
	j.page.w = j.out
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
