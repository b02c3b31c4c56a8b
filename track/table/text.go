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

// blockRows is how many rows are aligned together. Later ones may be wider.
const blockRows = 4096

// WriteText writes aligned columns for a terminal, indented below a caption.
func (t *Table) WriteText(w io.Writer) error {
	n := len(t.Columns)
	a := aligner{columns: t.Columns, width: make([]int, n), cells: make([]padded, 0, 2*n)}
	return t.write(w, func(out *bufio.Writer) {
		if t.Caption != "" {
			a.indent = "  "
			fmt.Fprintln(out, Visible(t.Caption))
		}
		for _, c := range t.Columns {
			a.add(c.Head)
		}
	}, func(out *bufio.Writer, row []Cell) {
		for _, c := range row {
			a.add(c.Text)
		}
		if len(a.cells) >= blockRows*n {
			a.flush(out)
		}
	}, a.flush)
}

// An aligner pads the cells of some rows to the width of their columns.
type aligner struct {
	columns []Column
	width   []int
	indent  string
	cells   []padded // row after row
}

// A padded cell is its text and the number of places that it takes.
type padded struct {
	text  string
	width int
}

func (a *aligner) add(text string) {
	c := padded{text, len(text)}
	if !plain(text) {
		c.text = Visible(text)
		c.width = displayWidth(c.text)
	}
	column := len(a.cells) % len(a.columns)
	a.width[column] = max(a.width[column], c.width)
	a.cells = append(a.cells, c)
}

// flush writes the rows, without trailing blanks. A process may be ended between two
// writes: then there is no part of a line, which may look like all of it.
func (a *aligner) flush(out *bufio.Writer) {
	for row := range slices.Chunk(a.cells, len(a.columns)) {
		line := append(out.AvailableBuffer(), a.indent...)
		for i, c := range row {
			if i > 0 {
				line = append(line, "  "...)
			}
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
		line = bytes.TrimRight(line, " ")
		if len(line) >= out.Available() {
			out.Flush()
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	a.cells = a.cells[:0]
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
