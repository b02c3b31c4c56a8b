// Package table writes the tables of all reports, and the pages around them.
//
// A [Table] has columns and rows of cells, and knows three forms:
//
//   - [Table.WriteText] aligns columns for a terminal: text.go.
//   - [Table.WriteMarkdown] writes GitHub's Markdown, for a pull request: markdown.go.
//   - [Table.WriteHTML] writes a table that [Script] makes sortable; [Page] is
//     the page around it: html.go and page.go.
//
// Rows are a sequence and need not fit in memory: "mexlab compare" writes
// tables of a million rows. Cells are plain text: each form makes sure that
// nothing in a cell can become markup, a link, or a command to the terminal.
// [HTML], [Markdown] and [Visible] do the same for the words between tables.
package table

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"mexlab/track/report"
)

// A Table is rows of cells under the heads of columns. One without rows is
// written as nothing at all.
type Table struct {
	Caption string // a line above the table; "" for none
	Columns []Column
	Folds   bool             // on a page as narrow as a phone each row is a block of lines
	Rows    iter.Seq[[]Cell] // at most as many cells as columns; they are read before the next row is made
}

// A Column is the head of a column, and how its cells are aligned.
type Column struct {
	Head  string
	Right bool // aligned to the right, as numbers are
	place place
}

// A place is where the text form has the cells of a column. Tables in Markdown and
// HTML have all of them in the row.
type place uint8

const (
	inRow place = iota
	above       // on a line of their own above the rows that share it
	below       // on lines of their own below the row, without a head
)

// A Cell is the text of a cell.
type Cell struct {
	Text  string // in a column of Below, lines
	Sort  string // the number by which a browser sorts, as JavaScript reads it; "" sorts by Text
	Class string // how a page shows it: Bad, Good, Odd, Faint or Heat
}

// write calls head before the first row, line for each row, filled up to the
// number of columns, and foot after the last. It stops at the first error.
func (t *Table) write(w io.Writer, head func(*bufio.Writer), line func(*bufio.Writer, []Cell), foot func(*bufio.Writer)) error {
	out := bufio.NewWriter(w) // it keeps its first error
	begun := false
	for row := range t.Rows {
		if !begun {
			begun = true
			head(out)
		}
		if missing := len(t.Columns) - len(row); missing > 0 {
			row = append(slices.Clip(row), make([]Cell, missing)...)
		}
		line(out, row)
		if _, err := out.Write(nil); err != nil {
			return err
		}
	}
	if begun && foot != nil {
		foot(out)
	}
	return out.Flush()
}

// The classes of cells. In Markdown bad cells are bold.
const (
	Bad   = "bad"
	Good  = "good"
	Odd   = "odd"
	Faint = "faint"
)

// Verdict returns the cell of a verdict, one of the words of package report.
func Verdict(word string) Cell { return Cell{Text: word, Class: verdicts[word]} }

var verdicts = map[string]string{
	report.Regression:   Bad,
	report.Improvement:  Good,
	report.Inconclusive: Odd,
	report.Accepted:     Odd,
	report.NotJudged:    Odd,
	report.NotLooked:    Odd,
	report.NotGated:     Faint,
}

// Heat is the class of a cell that is colored by degree, as plot.Heat gives it.
func Heat(degree int) string { return "heat" + strconv.Itoa(degree) }

// Words returns columns of words.
func Words(heads ...string) []Column { return columns(false, heads) }

// Numbers returns columns of numbers.
func Numbers(heads ...string) []Column { return columns(true, heads) }

func columns(right bool, heads []string) []Column {
	list := make([]Column, len(heads))
	for i, head := range heads {
		list[i] = Column{Head: head, Right: right}
	}
	return list
}

// Above returns a column that text has above the rows that share its cell.
func Above(head string) Column { return Column{Head: head, place: above} }

// Below returns a column of one or more lines that text has below each row, wrapped.
func Below(head string) Column { return Column{Head: head, place: below} }

// Row returns cells with the given texts.
func Row(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	return cells
}

// Number returns the cell of a positive number, as Digits writes it.
func Number(x float64) Cell {
	return Cell{Text: Digits(x), Sort: strconv.FormatFloat(x, 'g', 6, 64)}
}

// None returns the cell of a number that does not exist, sorted after all others.
func None() Cell { return Cell{Text: "-", Sort: "Infinity"} }

// Digits writes a positive number with three digits or more, and commas. Below 1
// it is two digits.
func Digits(x float64) string {
	digits := 0
	switch {
	case x < 0.1:
		return strconv.FormatFloat(x, 'g', 2, 64)
	case x < 10:
		digits = 2
	case x < 100:
		digits = 1
	}
	return decimal(x, digits)
}

// Significant writes a positive number with n significant digits, and commas.
func Significant(x float64, n int) string {
	x, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', n-1, 64), 64)
	if err != nil {
		return Digits(x)
	}
	return decimal(x, max(0, n-1-int(math.Floor(math.Log10(x)))))
}

// decimal writes a number with so many digits after the point, or with commas.
func decimal(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'f', digits, 64)
	for i := len(s) - 3; i > 0 && digits == 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Percent writes a size with two digits or more, and from 1% on rounded up: 0.37%,
// 3.1%, 240%.
func Percent(x float64) string {
	switch x *= 100; {
	case x < 1:
		return fmt.Sprintf("%.2g%%", x)
	case x < 100:
		return fmt.Sprintf("%.3g%%", math.Ceil(x*10-1e-9)/10)
	}
	return fmt.Sprintf("%.0f%%", x)
}

// Count writes a number of things in words: 1 commit, 2 commits.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
