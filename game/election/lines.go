package election

import (
	"bytes"
	"context"
	"errors"
	"io"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
)

// batchSize bounds a batch, in cities, roads and lines. A position that is larger is
// the last one of its batch.
const batchSize = 1 << 16

// A batch has the positions of successive lines. It implements game.Batch. Their levels
// are found together, as of one board: to set up a graph takes longer than to solve a
// small one.
type batch struct {
	in  *text.Reader
	out io.Writer
	opt *Options

	lines    []line
	all      Board    // the cities of all lines, without those of a large position
	src, dst []uint32 // its roads
	large    *source  // the position of the last line, if that is large
	move     []Change // its move

	page bytes.Buffer // the answers, without that of a large position
	err  error        // why there are no more lines
}

// A line is a position, or what is wrong with it.
type line struct {
	number        uint64
	first, cities uint32 // in the board of all
	roads         uint64
	pos           text.Pos // of their number
	bad           *text.Error
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

// Read reads positions until the batch is full.
func (b *batch) Read(ctx context.Context) (more bool) {
	b.lines, b.src, b.dst = b.lines[:0], b.src[:0], b.dst[:0]
	b.all = Board{heights: heights{low: b.all.heights.low[:0]}}
	b.large, b.move, b.err = nil, nil, nil
	b.page.Reset()
	for b.large == nil && len(b.lines)+b.all.heights.len()+len(b.src) < batchSize {
		if b.err = context.Cause(ctx); b.err != nil {
			return false
		}
		var ok bool
		if ok, b.err = b.in.NextLine(); !ok {
			return false
		}
		l := line{number: b.in.Line()}
		err := b.read(ctx, &l)
		if bad, ok := errors.AsType[*text.Error](err); ok {
			l.bad = bad
		} else if err != nil {
			b.err = err
			return false
		}
		b.lines = append(b.lines, l)
	}
	return true
}

// read reads the position of a line. After an error, the batch is as before.
func (b *batch) read(ctx context.Context, l *line) error {
	cities, m, err := readCounts(b.in)
	if err != nil {
		return err
	}
	n := cities.Count
	if n+m > batchSize {
		large, err := readBody(ctx, b.in, cities, m, b.opt)
		if err == nil {
			large.line = l.number
			b.large = large
		}
		return err
	}
	first, roads := b.all.heights.len(), len(b.src)
	cities.Base = uint32(first)
	l.first, l.cities, l.roads, l.pos = uint32(first), uint32(n), m, b.in.Pos()
	if err = b.all.heights.read(b.in, n); err != nil {
		err = text.Expected(err, "expected the height of city %d of %d", b.all.heights.len()-first+1, n)
	} else if b.src, b.dst, err = b.in.Edges(m, cities, b.src, b.dst); err == nil {
		err = b.in.End()
	}
	if err != nil {
		b.all.heights = b.all.heights.sub(0, first)
		b.src, b.dst = b.src[:roads], b.dst[:roads]
	}
	return err
}

// Solve solves the positions, and prints their answers to the page. The work is that
// of one worker: a large position has all of them.
func (b *batch) Solve(ctx context.Context, one *game.Work) {
	last := len(b.lines)
	if err := b.findLevels(ctx, one); err != nil {
		b.lines, b.large, b.err = nil, nil, err
		return
	}
	if b.large != nil {
		last--
		var err error
		b.move, err = b.large.solve(ctx, b.in, &b.opt.Work)
		if bad, ok := errors.AsType[*text.Error](err); ok {
			b.lines[last].bad, b.large = bad, nil
			last++
		} else if err != nil {
			b.lines, b.large, b.err = b.lines[:last], nil, err
		}
	}
	p := newPrinter(&b.page)
	for i := range b.lines[:last] {
		b.print(p, &b.lines[i])
	}
	p.Flush()
}

// findLevels finds the levels of all cities but those of a large position. A line
// with a cycle becomes a bad one.
func (b *batch) findLevels(ctx context.Context, one *game.Work) error {
	for {
		b.all.roads = dag.New(b.all.heights.len(), b.src, b.dst)
		err := b.all.findLevels(ctx, one)
		if _, ok := errors.AsType[*dag.CycleError](err); !ok {
			return err
		}
		if err := b.dropCycles(ctx, one); err != nil {
			return err
		}
	}
}

// dropCycles drops the roads of the lines with a cycle.
func (b *batch) dropCycles(ctx context.Context, one *game.Work) error {
	src, dst := b.src, b.dst
	b.src, b.dst = b.src[:0], b.dst[:0]
	for i := range b.lines {
		l := &b.lines[i]
		if l.bad != nil {
			continue
		}
		from, to := src[:l.roads], dst[:l.roads]
		src, dst = src[l.roads:], dst[l.roads:]
		alone := Board{roads: dag.New(int(l.cities), minus(from, l.first), minus(to, l.first))}
		err := alone.findLevels(ctx, one)
		if cycle, ok := errors.AsType[*dag.CycleError](err); ok {
			l.bad = cycleError(l.pos, cycle)
		} else if err != nil {
			return err
		} else {
			b.src, b.dst = append(b.src, from...), append(b.dst, to...)
		}
	}
	return nil
}

// minus returns the cities, numbered from first on.
func minus(cities []uint32, first uint32) []uint32 {
	var own []uint32
	for _, u := range cities {
		own = append(own, u-first)
	}
	return own
}

// print writes the answer to a line, unless its position is large.
func (b *batch) print(p printer, l *line) {
	if l.bad != nil {
		p.Write(l.bad.AppendLine(nil, b.opt.JSON))
		return
	}
	first, n := int(l.first), int(l.cities)
	s := source{edges: l.roads, line: l.number, Board: Board{heights: b.all.heights.sub(first, n), level: b.all.level.sub(first, n)}}
	var move []Change
	if u, sums, wins := s.mover(); wins {
		move = s.move(u, minus(b.all.roads.Succ(first+int(u)), l.first), sums)
	}
	s.apply(move)
	s.write(p, b.opt, move)
}

// Write writes the answers, and returns the error that ends them.
func (b *batch) Write() error {
	_, err := b.out.Write(b.page.Bytes())
	if b.large != nil && err == nil {
		p := newPrinter(b.out)
		b.large.write(p, b.opt, b.move)
		err = p.Flush()
	}
	for _, l := range b.lines {
		if err == nil && l.bad != nil && b.opt.BadLine != nil {
			err = b.opt.BadLine(l.number, l.bad)
		}
	}
	if err != nil {
		return err
	}
	return b.err
}
