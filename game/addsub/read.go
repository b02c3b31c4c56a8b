package addsub

import (
	"context"
	"errors"
	"io"
	"math"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
)

// A reader reads games, a group at a time. readFast takes a game if all its
// numbers are read ahead. readHeader and readBody take others, token by token.
type reader struct {
	in     *text.Reader
	opt    Options
	solver *solver // of games that are solved while they are read

	games  uint64 // in the input
	number uint64 // of the game whose header was read last

	// mark is before the group that is being read, and since counts the numbers
	// of the games between mark and the next game. Without rewinds, marks are of
	// no use, and each game's position is noted.
	mark    text.Mark
	since   uint64
	rewinds bool

	// A header that readHeader read may turn out to belong to the next group.
	pending bool
	next    header
	refused error // why it does not fit in memory unless it is solved while it is read

	keep *[][]uint64 // gets the tokens of each round, unless it is nil

	buf [4096]uint64 // 32 KiB of tokens at a time, whole words of rounds
}

// newReader returns a reader of the games in r. It reads their number, unless
// each line is a game.
func newReader(r io.Reader, opt Options) (*reader, error) {
	if opt.Lines {
		return &reader{in: text.NewLineReader(r), opt: opt}, nil
	}
	rd := &reader{in: text.NewReader(r), opt: opt}
	const tokens = 3 // of the smallest game
	n, err := rd.in.Uint()
	if err != nil {
		return nil, text.Expected(err, "expected the number of games")
	}
	if !rd.in.Fits(tokens * min(n, math.MaxUint64/tokens)) {
		return nil, rd.in.TooShort("%d games of at least %d numbers", n, tokens)
	}
	rd.games = n
	return rd, nil
}

// group appends games to g, which is empty: one, and then as many as fit in
// size. It reports whether there are more. After an error, g has the games
// before the bad one.
func (rd *reader) group(ctx context.Context, g *group, size int) (more bool, err error) {
	if rd.opt.Lines {
		return rd.groupOfLines(ctx, g, size)
	}
	if !rd.pending {
		rd.mark, rd.rewinds = rd.in.Mark()
		rd.since = 0
	}
	g.mark, g.skip = rd.mark, rd.since
	for {
		if !rd.pending {
			if full := rd.readFast(ctx, g, size); full {
				return true, nil
			}
			if rd.number == rd.games {
				break
			}
			rd.number++
			if err := rd.readHeader(); err != nil {
				return false, text.In(err, "game %d", rd.number)
			}
			rd.pending = true
		}
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		if rd.opt.Stream && len(g.games) > 0 || !g.hasRoom(uint64(rd.next.vertices)+uint64(rd.next.edges), size) {
			return true, nil
		}
		rd.pending = false
		before := *g
		if err := rd.readBody(ctx, g); err != nil {
			*g = before
			return false, text.In(err, "game %d", rd.number)
		}
	}
	err = rd.in.End()
	if _, ok := errors.AsType[*text.Error](err); err != nil && !ok {
		// The source failed after the last game: a file with a wrong checksum, for
		// one. The answers must not look complete.
		g.reset()
	}
	return false, text.In(err, "after game %d of %d", rd.number, rd.games)
}

// locate turns a *gameError into a *text.Error, and leaves any other error as it
// is. A cycle has the position of one of its edges if the input can be read again. It may go back in the input, so nothing can be read afterwards.
//
// Noting the position of each game, as is done for pipes, takes 23% more
// instructions on boards of 10 vertices.
func (rd *reader) locate(err error) error {
	e, ok := err.(*gameError)
	if !ok {
		return err
	}
	pos := e.game.pos
	if pos == (text.Pos{}) {
		if pos, err = game.Locate(rd.in, e.mark, e.skip); err != nil {
			return err
		}
		if cycle, ok := e.cause.(*dag.CycleError); ok {
			if err := rd.in.Skip(1); err != nil { // the number of edges
				return err
			}
			if pos, err = game.LocateCycle(rd.in, uint64(e.game.edges), 0, cycle); err != nil {
				return err
			}
		}
	}
	return text.In(&text.Error{Pos: pos, Msg: e.msg, Cause: e.cause}, "game %d", e.game.number)
}
