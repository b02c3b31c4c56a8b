package addsub

import (
	"fmt"

	"mexlab/game/text"
)

// An unplaced error is about a game whose position was not noted while it was
// read, since that takes one more look at the text.
type unplaced struct {
	err    *text.Error // but for the position
	before uint64      // numbers of the games before it
}

func (e *unplaced) Error() string { return e.err.Msg }

// fail returns the error, at the game's header, that cause keeps m from being
// solved: a *text.Error, or an *unplaced one.
func (g *group) fail(m *header, cause error, format string, args ...any) error {
	e := &text.Error{Pos: m.pos, Msg: fmt.Sprintf(format, args...), Cause: cause}
	if m.pos != (text.Pos{}) {
		return e
	}
	before := g.before
	for _, other := range g.games[:m.number-g.games[0].number] {
		before += other.tokens()
	}
	return &unplaced{e, before}
}

// place finds the position that err lacks, if it lacks one. The text up to
// there is read once more, and nothing can be read after that.
func (rd *reader) place(err error) error {
	e, ok := err.(*unplaced)
	if !ok {
		return err
	}
	if err := rd.in.Rewind(rd.start); err != nil {
		return err
	}
	for skip := e.before; skip > 0; {
		n, err := rd.in.Uints(rd.buf[:min(skip, uint64(len(rd.buf)))])
		if err != nil {
			return err
		}
		skip -= uint64(n)
	}
	if _, err := rd.in.Uint(); err != nil {
		return err
	}
	e.err.Pos = rd.in.Pos()
	return e.err
}
