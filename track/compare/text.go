package compare

import (
	"bufio"
	"fmt"
	"io"
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
	for title, item := range r.items() {
		fmt.Fprintf(out, "%s: %s\n", title, clean(item))
	}
	fmt.Fprintf(out, "%s\n%s\n", r.Summary(), r.criteria())
	return out.Flush()
}

// writeColumns writes a table in columns, the first and the last to the left and
// the others to the right. Columns of very long tables grow on the way.
func (r *Report) writeColumns(out *bufio.Writer, t *Table) {
	var width [columns]int
	for j, head := range heads {
		width[j] = len(head)
	}
	first := true
	for lines := range r.lines(out, t) {
		for i := range lines {
			cells := &lines[i].cells
			cells[0] = clean(cells[0])
			for j, cell := range cells {
				width[j] = max(width[j], utf8.RuneCountInString(cell))
			}
		}
		if first {
			first = false
			writeLine(out, &heads, &width)
		}
		for i := range lines {
			writeLine(out, &lines[i].cells, &width)
		}
	}
}

func writeLine(out *bufio.Writer, cells *[columns]string, width *[columns]int) {
	for j, cell := range cells {
		out.WriteString("  ")
		pad := width[j] - utf8.RuneCountInString(cell)
		if j == 0 {
			out.WriteString(cell)
		}
		for ; pad > 0 && j < columns-1; pad-- {
			out.WriteByte(' ')
		}
		if j > 0 {
			out.WriteString(cell)
		}
	}
	out.WriteByte('\n')
}
