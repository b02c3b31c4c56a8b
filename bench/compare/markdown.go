package compare

import (
	"bufio"
	"fmt"
	"io"

	"mexlab/bench/page"
)

// WriteMarkdown writes the report as GitHub's Markdown: for a pull request, say.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**%s**\n\nold: %s  \nnew: %s\n", r.Summary(), page.Markdown(r.Old.describe()), page.Markdown(r.New.describe()))
	for i := range r.Tables {
		t := &r.Tables[i]
		fmt.Fprintf(out, "\n%s\n\n|", page.Markdown(t.title()))
		for _, head := range heads {
			fmt.Fprintf(out, " %s |", head)
		}
		out.WriteString("\n|:---|---:|---:|---:|---:|:---|\n")
		for i, line := range r.cells(t, t.Rows) {
			out.WriteByte('|')
			for j, cell := range line {
				mark := ""
				if j == columns-1 && t.Rows[i].Verdict == Regression {
					mark = "**"
				}
				fmt.Fprintf(out, " %s%s%s |", mark, page.Markdown(cell), mark)
			}
			out.WriteByte('\n')
		}
	}
	out.WriteByte('\n')
	for _, l := range r.lists() {
		for _, item := range l.items {
			fmt.Fprintf(out, "- %s: %s\n", l.title, page.Markdown(item))
		}
	}
	fmt.Fprintf(out, "\n%s\n", r.criteria())
	return out.Flush()
}
