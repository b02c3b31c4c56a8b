package compare

import (
	"bufio"
	"fmt"
	"io"

	"mexlab/track/table"
)

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer, screen table.Screen) error {
	out := bufio.NewWriter(w)
	for _, line := range []string{"old: " + r.Old.describe(), "new: " + r.New.describe()} {
		fmt.Fprintln(out, screen.Fold(table.Visible(line)))
	}
	for t := range r.layouts() {
		fmt.Fprintln(out)
		if err := t.WriteText(out, screen); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	for title, item := range r.items() {
		fmt.Fprintln(out, screen.Fold(title+": "+table.Visible(item)))
	}
	fmt.Fprintf(out, "%s\n%s\n", screen.Fold(r.Summary()), screen.Fold(r.criteria()))
	return out.Flush() // a bufio.Writer keeps its first error
}

// WriteMarkdown writes the report as GitHub's Markdown, for a pull request.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**%s**\n\nold: %s  \nnew: %s\n", r.Summary(), table.Markdown(r.Old.describe()), table.Markdown(r.New.describe()))
	for t := range r.layouts() {
		fmt.Fprintln(out)
		if err := t.WriteMarkdown(out); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	for title, item := range r.items() {
		fmt.Fprintf(out, "- %s: %s\n", title, table.Markdown(item))
	}
	fmt.Fprintf(out, "\n%s\n", r.criteria())
	return out.Flush()
}

// WriteHTML writes the report as a page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error {
	return table.Page(w, "Benchmarks: "+r.Summary(), func(out *bufio.Writer) {
		fmt.Fprintf(out, "<h1>%s</h1>\n<p>old: %s<br>\nnew: %s</p>\n",
			table.HTML(r.Summary()), table.HTML(r.Old.describe()), table.HTML(r.New.describe()))
		for t := range r.layouts() {
			if err := t.WriteHTML(out); err != nil {
				return
			}
		}
		fmt.Fprintln(out, "<ul>")
		for title, item := range r.items() {
			fmt.Fprintf(out, "<li>%s: %s</li>\n", title, table.HTML(item))
		}
		fmt.Fprintf(out, "</ul>\n<p class=\"faint\">%s</p>\n", table.HTML(r.criteria()))
	})
}
