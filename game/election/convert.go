package election

import (
	"io"

	"mexlab/game/text"
)

// ToLines reads a position in the form that Solve reads, and writes it as Solve reads
// it with Lines. Only counts are checked. An error is as of Solve; the output then
// ends anywhere.
func ToLines(r io.Reader, w io.Writer) error { return convert(text.NewReader(r), w, true) }

// FromLines is the reverse of ToLines. It is an error if there are several lines.
func FromLines(r io.Reader, w io.Writer) error {
	in := text.NewLineReader(r)
	if _, err := in.NextLine(); err != nil {
		return err
	}
	if err := convert(in, w, false); err != nil {
		return err
	}
	ok, err := in.NextLine()
	if ok {
		return &text.Error{Pos: text.Pos{Line: int(in.Line()), Col: 1}, Msg: "expected the end of the input after a position, found another one"}
	}
	return err
}

func convert(in *text.Reader, w io.Writer, oneLine bool) error {
	cities, m, err := readCounts(in)
	if err != nil {
		return err
	}
	to, n := text.NewCopier(in, w, oneLine), cities.Count
	if err := to.Line(n, m); err != nil {
		return err
	}
	if err := to.Copy(n, n); err != nil {
		return text.Expected(err, "expected the heights of %d cities", n)
	}
	if err := to.Copy(2*m, 2); err != nil {
		return text.Expected(err, "expected %d roads", m)
	}
	to.EndGame()
	if err := in.End(); err != nil {
		return err
	}
	return to.Flush()
}
