package compare

import (
	"bufio"
	"fmt"
	"io"

	"mexlab/track/table"
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
	return table.Stream(w, "Benchmarks: "+r.Summary(), r.writeBody)
}

func (r *Report) writeBody(out *bufio.Writer) {
	fmt.Fprintf(out, "<h1>%s</h1>\n<p>old: %s<br>\nnew: %s</p>\n",
		table.Text(r.Summary()), table.Text(r.Old.describe()), table.Text(r.New.describe()))
	for i := range r.Tables {
		t := &r.Tables[i]
		fmt.Fprintf(out, "<h2>%s</h2>\n<div class=\"scroll\"><table>\n<tr>", table.Text(t.title()))
		for _, head := range heads {
			fmt.Fprintf(out, "<th>%s</th>", head)
		}
		out.WriteString("</tr>\n")
		for lines := range r.lines(out, t) {
			for i := range lines {
				writeHTMLRow(out, &lines[i])
			}
		}
		out.WriteString("</table></div>\n")
	}
	items := 0
	for title, item := range r.items() {
		if items++; items == 1 {
			out.WriteString("<ul>\n")
		}
		fmt.Fprintf(out, "<li>%s: %s</li>\n", title, table.Text(item))
	}
	if items > 0 {
		out.WriteString("</ul>\n")
	}
	fmt.Fprintf(out, "<p class=\"faint\">%s</p>\n", table.Text(r.criteria()))
}

func writeHTMLRow(out *bufio.Writer, l *line) {
	out.WriteString("<tr>")
	for j, cell := range l.cells {
		class := ""
		if c := classes[l.verdict]; j == columns-1 && c != "" {
			class = fmt.Sprintf(" class=%q", c)
		}
		fmt.Fprintf(out, "<td%s>%s</td>", class, table.Text(cell))
	}
	out.WriteString("</tr>\n")
}
