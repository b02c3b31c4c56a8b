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
		out.WriteByte('\n')
		if err := r.layout(&r.Tables[i]).WriteMarkdown(out); err != nil {
			return err
		}
	}
	out.WriteByte('\n')
	for title, item := range r.items() {
		fmt.Fprintf(out, "- %s: %s\n", title, table.Markdown(item))
	}
	fmt.Fprintf(out, "\n%s\n", r.criteria())
	return out.Flush()
}
