package table

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
)

const (
	blockRows = 4096 // rows that are aligned together; later ones may be wider
	textWidth = 80   // where words below a row go on to the next line
)

// Colors says whether text is colored.
type Colors bool

// Plain text has no colors.
const Plain Colors = false

// ColorsOf returns whether a writer gets colors: a terminal, unless its user wants
// none (https://no-color.org) or it has none.
func ColorsOf(terminal bool) Colors {
	return Colors(terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
}

// Paint returns a text in the color of a class.
func (c Colors) Paint(class, text string) string {
	if start := paints[class]; c && start != "" && text != "" {
		return start + text + "\x1b[m"
	}
	return text
}

// paints are what makes a terminal write red, green, yellow and faint.
var paints = map[string]string{Bad: "\x1b[31m", Good: "\x1b[32m", Odd: "\x1b[33m", Faint: "\x1b[2m"}

// WriteText writes aligned columns for a terminal, indented below a caption.
func (t *Table) WriteText(w io.Writer, colors Colors) error {
	n := len(t.Columns)
	a := aligner{columns: t.Columns, colors: colors, width: make([]int, n), cells: make([]padded, 0, 2*n)}
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
	colors  Colors
	width   []int
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
		c.text = a.colors.Paint(cell.Class, c.text)
	}
	a.cells = append(a.cells, c)
}

// flush writes the rows.
func (a *aligner) flush(out *bufio.Writer) {
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

func (a *aligner) row(out *bufio.Writer, row []padded) {
	line := append(out.AvailableBuffer(), a.indent...)
	begun := false
	for i, c := range row {
		if a.columns[i].place != inRow {
			continue
		}
		if begun {
			line = append(line, "  "...)
		}
		begun = true
		if !a.columns[i].Right {
			line = append(line, c.text...)
		}
		for range a.width[i] - c.width {
			line = append(line, ' ')
		}
		if a.columns[i].Right {
			line = append(line, c.text...)
		}
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
