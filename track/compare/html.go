package compare

import (
	"bufio"
	"fmt"
	"io"

	"mexlab/track/table"
)

// WriteHTML writes the report as a page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error {
	return table.Page(w, "Benchmarks: "+r.Summary(), r.writeBody)
}

func (r *Report) writeBody(out *bufio.Writer) {
	fmt.Fprintf(out, "<h1>%s</h1>\n<p>old: %s<br>\nnew: %s</p>\n",
		table.HTML(r.Summary()), table.HTML(r.Old.describe()), table.HTML(r.New.describe()))
	for i := range r.Tables {
		if err := r.layout(&r.Tables[i]).WriteHTML(out); err != nil {
			return // out keeps the error
		}
	}
	items := 0
	for title, item := range r.items() {
		if items++; items == 1 {
			out.WriteString("<ul>\n")
		}
		fmt.Fprintf(out, "<li>%s: %s</li>\n", title, table.HTML(item))
	}
	if items > 0 {
		out.WriteString("</ul>\n")
	}
	fmt.Fprintf(out, "<p class=\"faint\">%s</p>\n", table.HTML(r.criteria()))
}
