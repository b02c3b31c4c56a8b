package compare

import (
	"fmt"
	"io"
	"strings"

	"mexlab/bench/page"
)

// classes are the style of the verdicts.
var classes = map[Verdict]string{
	Regression:   "bad",
	Improvement:  "good",
	Inconclusive: "odd",
	NotGated:     "faint",
}

// WriteHTML writes the report as a page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "<h1>%s</h1>\n<p>old: %s<br>\nnew: %s</p>\n",
		page.Text(r.Summary()), page.Text(r.Old.describe()), page.Text(r.New.describe()))
	for i := range r.Tables {
		t := &r.Tables[i]
		fmt.Fprintf(&out, "<h2>%s</h2>\n<div class=\"scroll\"><table>\n<tr>", page.Text(t.title()))
		for _, head := range heads {
			fmt.Fprintf(&out, "<th>%s</th>", head)
		}
		out.WriteString("</tr>\n")
		for i, line := range r.cells(t, t.Rows) {
			out.WriteString("<tr>")
			for j, cell := range line {
				class := ""
				if c := classes[t.Rows[i].Verdict]; j == columns-1 && c != "" {
					class = fmt.Sprintf(" class=%q", c)
				}
				fmt.Fprintf(&out, "<td%s>%s</td>", class, page.Text(cell))
			}
			out.WriteString("</tr>\n")
		}
		out.WriteString("</table></div>\n")
	}
	if lists := r.lists(); len(lists) > 0 {
		out.WriteString("<ul>\n")
		for _, l := range lists {
			for _, item := range l.items {
				fmt.Fprintf(&out, "<li>%s: %s</li>\n", l.title, page.Text(item))
			}
		}
		out.WriteString("</ul>\n")
	}
	fmt.Fprintf(&out, "<p class=\"faint\">%s</p>\n", page.Text(r.criteria()))
	return page.Write(w, "Benchmarks: "+r.Summary(), out.String())
}
