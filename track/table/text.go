package table

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

const (
	blockRows = 4096 // rows that are aligned together; later ones may be wider
	textWidth = 80   // where words below a row go on to the next line
)

// WriteText writes aligned columns for a terminal, indented below a caption. On a
// screen that is too narrow, names at the beginning of a row that leave no room for its
// numbers stand on a line of their own above these.
func (t *Table) WriteText(w io.Writer, screen Screen) error {
	n := len(t.Columns)
	a := aligner{columns: t.Columns, screen: screen, width: make([]int, n), cells: make([]padded, 0, 2*n)}
	if t.Caption != "" || slices.ContainsFunc(t.Columns, func(c Column) bool { return c.place == above }) {
		a.indent = "  "
	}
	return t.write(w, func(out *bufio.Writer) {
		if t.Caption != "" {
			fmt.Fprintln(out, Visible(t.Caption))
		}
		for _, c := range t.Columns {
			if c.place != inRow {
				c.Head = ""
			}
			a.add(Cell{Text: c.Head})
		}
	}, func(out *bufio.Writer, row []Cell) {
		for _, c := range row {
			a.add(c)
		}
		if len(a.cells) >= blockRows*n {
			a.flush(out)
		}
	}, a.flush)
}

// An aligner pads the cells of some rows to the width of their columns.
type aligner struct {
	columns []Column
	screen  Screen
	width   []int
	numbers int // the column at which rows fold, or -1
	room    int // the places before it
	indent  string
	above   string   // the line above the last row
	cells   []padded // row after row
}

// A padded cell is its text and the number of places that it takes.
type padded struct {
	text  string
	width int
}

func (a *aligner) add(cell Cell) {
	c := padded{cell.Text, len(cell.Text)}
	column := len(a.cells) % len(a.columns)
	if a.columns[column].place == inRow {
		if !plain(c.text) {
			c.text = Visible(c.text)
			c.width = displayWidth(c.text)
		}
		a.width[column] = max(a.width[column], c.width)
		c.text = a.screen.Paint(cell.Class, c.text)
	}
	a.cells = append(a.cells, c)
}

// gap is between columns.
const gap = "  "

func blanks(n int) string { return strings.Repeat(" ", n) }

// flush writes the rows.
func (a *aligner) flush(out *bufio.Writer) {
	a.fold()
	for row := range slices.Chunk(a.cells, len(a.columns)) {
		for i, c := range row {
			if a.columns[i].place == above && c.text != a.above {
				a.above = c.text
				writeLine(out, append(out.AvailableBuffer(), Visible(c.text)...))
			}
		}
		a.row(out, row)
		for i, c := range row {
			if a.columns[i].place == below && c.text != "" {
				a.below(out, c.text)
			}
		}
	}
	a.cells = a.cells[:0]
}

// fold decides where the numbers of rows begin: behind the widest name, or if the
// screen has no room for that, where they just fit.
func (a *aligner) fold() {
	isNumber := func(c Column) bool { return c.place == inRow && c.Right }
	a.numbers, a.room = -1, 0
	names, rest := len(a.indent)-len(gap), 0
	for i, c := range a.columns {
		switch {
		case c.place != inRow:
		case i < slices.IndexFunc(a.columns, isNumber):
			names += len(gap) + a.width[i]
		default:
			rest += len(gap) + a.width[i]
		}
	}
	if names > len(a.indent) && names+rest > a.screen.Width && a.screen.Width > 0 {
		a.numbers, a.room = slices.IndexFunc(a.columns, isNumber), max(a.screen.Width-rest, len(a.indent)+len(gap))
	}
}

func (a *aligner) row(out *bufio.Writer, row []padded) {
	line := append(out.AvailableBuffer(), a.indent...)
	begin := func(at int) {
		writeLine(out, line)
		line = append(out.AvailableBuffer(), blanks(at)...)
	}
	at, first := len(a.indent), true
	for i, c := range row {
		if a.columns[i].place != inRow {
			continue
		}
		switch width := a.width[i]; {
		case first:
			first = false
		case i == a.numbers:
			if at > a.room {
				begin(0)
				at = 0
			}
			line = append(append(line, blanks(a.room-at)...), gap...)
			at = a.room + len(gap)
		case a.screen.Width > 0 && at+len(gap)+width > a.screen.Width:
			at = len(a.indent) + 2*len(gap)
			begin(at)
		default:
			line = append(line, gap...)
			at += len(gap)
		}
		pad := a.width[i] - c.width
		if i+1 == a.numbers {
			pad = 0
		}
		if a.columns[i].Right {
			line = append(append(line, blanks(pad)...), c.text...)
		} else {
			line = append(append(line, c.text...), blanks(pad)...)
		}
		at += pad + c.width
	}
	writeLine(out, line)
}

// below writes what belongs below a row, further to the right, and still more from
// the second line of a paragraph on.
func (a *aligner) below(out *bufio.Writer, text string) {
	indent := a.indent + "    "
	for paragraph := range strings.SplitSeq(text, "\n") {
		more := ""
		for line := range strings.SplitSeq(Wrap(paragraph, textWidth-len(indent)-2), "\n") {
			writeLine(out, append(append(append(out.AvailableBuffer(), indent...), more...), Visible(line)...))
			more = "  "
		}
	}
}

// writeLine writes a line without trailing blanks. A process may be ended between two
// writes: then there is no part of a line, which may look like all of it.
func writeLine(out *bufio.Writer, line []byte) {
	line = bytes.TrimRight(line, " ")
	if len(line) >= out.Available() {
		out.Flush()
	}
	out.Write(line)
	out.WriteByte('\n')
}

// Wrap breaks text into lines of at most width places, between words.
func Wrap(text string, width int) string {
	var out strings.Builder
	out.Grow(len(text))
	room := 0
	for word := range strings.FieldsSeq(text) {
		n := displayWidth(word)
		switch room -= 1 + n; {
		case out.Len() == 0:
			room = width - n
		case room < 0:
			out.WriteByte('\n')
			room = width - n
		default:
			out.WriteByte(' ')
		}
		out.WriteString(word)
	}
	return out.String()
}

// Visible replaces what a terminal or a browser would obey and not show:
// control characters, marks of direction, and what is not UTF-8.
func Visible(s string) string {
	if plain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && r != ' ' {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// plain reports whether a text is printable ASCII alone.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// displayWidth returns the number of places that a text takes on a terminal:
// letters of East Asia and pictures take two, marks above a letter take none.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300: // Latin
			n++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case r >= 0x1f300 && r < 0x1fb00, // pictures
			r >= 0xff01 && r <= 0xff60, // wide forms of ASCII
			unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana):
			n += 2
		default:
			n++
		}
	}
	return n
}
