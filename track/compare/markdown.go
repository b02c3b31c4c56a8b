package compare

import (
	"bufio"
	"fmt"
	"io"

	"mexlab/track/table"
)

// WriteMarkdown writes the report as GitHub's Markdown: for a pull request, say.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**%s**\n\nold: %s  \nnew: %s\n", r.Summary(), table.Markdown(r.Old.describe()), table.Markdown(r.New.describe()))
	for i := range r.Tables {
		t := &r.Tables[i]
		fmt.Fprintf(out, "\n%s\n\n|", table.Markdown(t.title()))
		for _, head := range heads {
			fmt.Fprintf(out, " %s |", head)
		}
		out.WriteString("\n|:---|---:|---:|---:|---:|:---|\n")
		for lines := range r.lines(out, t) {
			for i := range lines {
				out.WriteByte('|')
				for j, cell := range lines[i].cells {
					mark := ""
					if j == columns-1 && lines[i].verdict == Regression {
						mark = "**"
					}
					fmt.Fprintf(out, " %s%s%s |", mark, table.Markdown(cell), mark)
				}
				out.WriteByte('\n')
			}
		}
	}
	out.WriteByte('\n')
	for title, item := range r.items() {
		fmt.Fprintf(out, "- %s: %s\n", title, table.Markdown(item))
	}
	fmt.Fprintf(out, "\n%s\n", r.criteria())
	return out.Flush()
}
