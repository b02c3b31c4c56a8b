package compare

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "old: %s\nnew: %s\n", clean(r.Old.describe()), clean(r.New.describe()))
	for _, t := range r.tables() {
		fmt.Fprintf(out, "\n%s\n", clean(t.title))
		t.writeText(out)
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

// writeText writes the cells in columns, the first and the last to the left and
// the others to the right.
func (t *table) writeText(out *bufio.Writer) {
	var width [columns]int
	lines := append([][columns]string{heads}, t.cells...)
	for i := range lines {
		lines[i][0] = clean(lines[i][0])
		for j, cell := range lines[i] {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
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
}
