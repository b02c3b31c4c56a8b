package addsub

import (
	"context"
	"io"

	"mexlab/game"
	"mexlab/game/text"
)

// ReadBoard reads from r, in the form that Solve reads, one game of several, solves
// it, and returns it with the tokens of each round. Games are numbered from 1. Those
// before it are passed over, and the text after it is not read.
//
// A board above the limit is an error. Errors are as those of Solve.
func ReadBoard(ctx context.Context, r io.Reader, number uint64, limit game.Limit, o Options) (b *Board, rounds [][]uint64, err error) {
	o.Move = true // so that the graph is kept
	rd, err := newReader(r, o)
	if err != nil {
		return nil, nil, err
	}
	if number < 1 || number > rd.games {
		return nil, nil, rd.in.Errorf("there is no game %d: the number of games is %d", number, rd.games)
	}
	for rd.number++; rd.number < number; rd.number++ {
		if err := rd.skipGame(); err != nil {
			return nil, nil, text.In(err, "game %d", rd.number)
		}
	}
	rd.keep = &rounds
	g := newGroup()
	g.mark, rd.rewinds = rd.in.Mark()
	if err := rd.readHeader(); err != nil {
		return nil, nil, text.In(err, "game %d", number)
	}
	if err := limit.Check(rd.in, uint64(rd.next.vertices), uint64(rd.next.edges)); err != nil {
		return nil, nil, text.In(err, "game %d", number)
	}
	if err := rd.readBody(ctx, g); err != nil {
		return nil, nil, text.In(err, "game %d", number)
	}
	if err := newSolver(o).solve(ctx, g); err != nil {
		return nil, nil, rd.locate(err)
	}
	return &Board{g, o.Budget}, rounds, nil
}

// skipGame passes over the next game.
func (rd *reader) skipGame() error { return rd.passGame(skipper{rd.in}) }

// A passage takes the numbers of a game.
type passage interface {
	Line(counts ...uint64) error // takes numbers that were read
	Copy(n, width uint64) error  // reads n numbers, in lines of that width
}

// A skipper drops numbers.
type skipper struct{ in *text.Reader }

func (s skipper) Line(...uint64) error   { return nil }
func (s skipper) Copy(n, _ uint64) error { return s.in.Skip(n) }

// passGame reads the next game into p, and checks nothing but its counts.
func (rd *reader) passGame(p passage) error {
	if err := rd.readHeader(); err != nil {
		return err
	}
	h := &rd.next
	v, e := uint64(h.vertices), uint64(h.edges)
	if err := p.Line(v, e); err != nil {
		return err
	}
	err := p.Copy(2*e, 2)
	if err == nil {
		err = p.Copy(v, v)
	}
	if err != nil {
		return text.Expected(err, "expected %d edges and K of %d vertices", e, v)
	}
	rounds, err := rd.readRoundCount(h)
	if err != nil {
		return err
	}
	if err := p.Line(rounds); err != nil {
		return err
	}
	if err := p.Copy(h.roundTokens(rounds), v); err != nil {
		return text.Expected(err, "expected %d rounds of %d values", rounds, v)
	}
	return nil
}
