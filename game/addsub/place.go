package addsub

import (
	"fmt"

	"mexlab/game/text"
)

// An unplaced error is about a game whose position was not noted while it was
// read, since that takes one more look at the text.
type unplaced struct {
	err    *text.Error // but for the position
	start  text.Mark   // the game's text is in what follows this
	tokens uint64      // after so many numbers
}

func (e *unplaced) Error() string { return e.err.Msg }

// fail returns the error, at the game's header, that cause keeps m from being
// solved: a *text.Error, or an *unplaced one.
func (g *group) fail(m *game, cause error, format string, args ...any) error {
	e := &text.Error{Pos: m.pos, Msg: fmt.Sprintf(format, args...), Cause: cause}
	if m.pos != (text.Pos{}) {
		return e
	}
	tokens := -g.begun
	for _, before := range g.games[:m.number-g.games[0].number] {
		tokens += before.tokens()
	}
	return &unplaced{e, g.start, tokens}
}

// place finds the position that err lacks, if it lacks one. It reads the text
// of the group once more, and nothing can be read after that.
func (rd *reader) place(err error) error {
	e, ok := err.(*unplaced)
	if !ok {
		return err
	}
	if err := rd.in.Return(e.start); err != nil {
		return err
	}
	for range e.tokens + 1 {
		if _, err := rd.in.Uint(); err != nil {
			return err
		}
	}
	e.err.Pos = rd.in.Pos()
	return e.err
}
