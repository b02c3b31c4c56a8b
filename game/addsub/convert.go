package addsub

import (
	"fmt"
	"io"

	"mexlab/game/text"
)

// ToLines reads games in the form that Solve reads, and writes them as Solve reads
// them with Lines. Only counts are checked. An error is as of Solve; the output then
// ends anywhere.
func ToLines(r io.Reader, w io.Writer) error {
	rd, err := newReader(r, Options{})
	if err != nil {
		return err
	}
	to := text.NewCopier(rd.in, w, true)
	for rd.number < rd.games {
		rd.number++
		if err := rd.passGame(to); err != nil {
			return text.In(err, "game %d", rd.number)
		}
		to.EndGame()
	}
	if err := rd.in.End(); err != nil {
		return text.In(err, "after game %d of %d", rd.number, rd.games)
	}
	return to.Flush()
}

// FromLines is the reverse of ToLines. It has to be told the number of games, which
// is written before them: the number of lines that are not blank.
func FromLines(r io.Reader, w io.Writer, games uint64) error {
	rd, err := newReader(r, Options{Lines: true})
	if err != nil {
		return err
	}
	to := text.NewCopier(rd.in, w, false)
	if err := to.Line(games); err != nil {
		return err
	}
	for ; ; rd.number++ {
		ok, err := rd.in.NextLine()
		switch {
		case err != nil:
			return err
		case ok && rd.number == games:
			return rd.lineError("expected the end of the input after %d games, found another one", games)
		case !ok && rd.number < games:
			return rd.lineError("expected %d games, found the end of the input after %d", games, rd.number)
		case !ok:
			return to.Flush()
		}
		if err := rd.passGame(to); err != nil {
			return err
		}
		if err := rd.in.End(); err != nil {
			return err
		}
	}
}

// lineError returns an error about the current line.
func (rd *reader) lineError(format string, args ...any) error {
	return &text.Error{Pos: text.Pos{Line: int(rd.in.Line()), Col: 1}, Msg: fmt.Sprintf(format, args...)}
}
