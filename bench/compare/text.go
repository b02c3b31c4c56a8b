package compare

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "old: %s\nnew: %s\n", clean(r.Old.describe()), clean(r.New.describe()))
	for i := range r.Tables {
		fmt.Fprintf(out, "\n%s\n", clean(r.Tables[i].title()))
		r.writeColumns(out, &r.Tables[i])
	}
	fmt.Fprintln(out)
	for _, l := range r.lists() {
		for _, item := range l.items {
			fmt.Fprintf(out, "%s: %s\n", l.title, clean(item))
		}
	}
	fmt.Fprintf(out, "%s\n%s\n", r.Summary(), r.criteria())
	return out.Flush()
}

// block is the number of rows for which columns are fitted at a time.
const block = 4096

// writeColumns writes a table in columns, the first and the last to the left and
// the others to the right. Columns of very long tables grow on the way.
func (r *Report) writeColumns(out *bufio.Writer, t *Table) {
	var width [columns]int
	for j, head := range heads {
		width[j] = len(head)
	}
	for rows := range slices.Chunk(t.Rows, block) {
		cells := r.cells(t, rows)
		for i := range cells {
			cells[i][0] = clean(cells[i][0])
			for j, cell := range cells[i] {
				width[j] = max(width[j], utf8.RuneCountInString(cell))
			}
		}
		if &rows[0] == &t.Rows[0] {
			writeLine(out, &heads, &width)
		}
		for i := range cells {
			writeLine(out, &cells[i], &width)
		}
	}
}

func writeLine(out *bufio.Writer, line *[columns]string, width *[columns]int) {
	for j, cell := range line {
		pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
		switch j {
		case 0:
			out.WriteString("  " + cell + pad)
		case columns - 1:
			out.WriteString("  " + cell)
		default:
			out.WriteString("  " + pad + cell)
		}
	}
	out.WriteByte('\n')
}
