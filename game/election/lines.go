package election

import (
	"bytes"
	"context"
	"errors"
	"io"

	"mexlab/game"
	"mexlab/game/text"
)

// batchSize bounds a batch, in cities, roads and lines.
const batchSize = 1 << 16

// A batch is positions in successive lines. It implements game.Batch.
type batch struct {
	in  *text.Reader
	out io.Writer
	opt *Options

	lines []line
	size  uint64
	page  bytes.Buffer // the answers
	late  bool         // they are printed when they are written: too long for a page
	err   error        // why there are no more lines
	bad   []*text.Error
}

// A line is a position and its solution, or what is wrong with it.
type line struct {
	*source
	move []Change
	bad  *text.Error
}

// solveLines is Solve for one position a line.
func solveLines(ctx context.Context, r io.Reader, w io.Writer, opt *Options) error {
	switch {
	case opt.Stream:
		return errors.New("a position in a line is not solved while it is read: that takes a text that can be read again")
	case !opt.JSON && (opt.Values || opt.Move):
		return errors.New("levels and moves have no form of one line a position but JSON")
	}
	in := text.NewLineReader(r)
	return game.RunBatches(ctx, opt.WorkerCount(),
		func() *batch { return &batch{in: in, out: w, opt: opt} },
		func() *game.Work { one := opt.Work; one.Workers = 1; return &one })
}

// Read reads positions until the batch is full: the last one may be much larger than that.
func (b *batch) Read(ctx context.Context) (more bool) {
	clear(b.lines)
	b.lines, b.size, b.err = b.lines[:0], 0, nil
	b.page.Reset()
	for b.size < batchSize {
		if b.err = context.Cause(ctx); b.err != nil {
			return false
		}
		var ok bool
		if ok, b.err = b.in.NextLine(); !ok {
			return false
		}
		number := b.in.Line()
		s, err := read(ctx, b.in, b.opt)
		l := line{source: s}
		switch bad, ok := errors.AsType[*text.Error](err); {
		case ok:
			l.bad = bad
		case err != nil:
			b.err = err
			return false
		default:
			s.line = number
			b.size += uint64(s.heights.len()) + s.edges
		}
		b.lines = append(b.lines, l)
		b.size++
	}
	return true
}

// Solve solves the positions, one after another. The work is that of one worker: a
// large position has all of them.
func (b *batch) Solve(ctx context.Context, one *game.Work) {
	b.late = b.size > 2*batchSize
	for i := range b.lines {
		l, work := &b.lines[i], one
		if l.bad != nil {
			continue
		}
		if b.late && i == len(b.lines)-1 {
			work = &b.opt.Work
		}
		var err error
		l.move, err = l.solve(ctx, b.in, work)
		if bad, ok := errors.AsType[*text.Error](err); ok {
			l.bad = bad
		} else if err != nil {
			b.lines, b.err = b.lines[:i], err
			break
		}
	}
	if !b.late {
		b.print(&b.page)
	}
}

// print writes the answers to w. An error is met again in the end.
func (b *batch) print(w io.Writer) error {
	p := newPrinter(w)
	for _, l := range b.lines {
		if l.bad == nil {
			l.write(p, b.opt, l.move)
			continue
		}
		p.Write(l.bad.AppendLine(nil, b.opt.JSON))
	}
	return p.Flush()
}

// Write writes the answers, and returns the error that ends them.
func (b *batch) Write() (err error) {
	if b.late {
		err = b.print(b.out)
	} else {
		_, err = b.out.Write(b.page.Bytes())
	}
	for _, l := range b.lines {
		if err == nil && l.bad != nil && b.opt.BadLine != nil {
			err = b.opt.BadLine(uint64(l.bad.Pos.Line), l.bad)
		}
	}
	if err != nil {
		return err
	}
	return b.err
}
