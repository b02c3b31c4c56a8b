package table

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the table as GitHub's Markdown.
func (t *Table) WriteMarkdown(w io.Writer) error {
	return t.write(w, func(out *bufio.Writer) {
		if t.Caption != "" {
			fmt.Fprintf(out, "%s\n\n", Markdown(t.Caption))
		}
		rule := "|"
		for _, c := range t.Columns {
			fmt.Fprintf(out, "| %s ", Markdown(c.Head))
			if c.Right {
				rule += "---:|"
			} else {
				rule += ":---|"
			}
		}
		fmt.Fprintf(out, "|\n%s\n", rule)
	}, func(out *bufio.Writer, row []Cell) {
		for _, c := range row {
			mark := ""
			if c.Class == Bad {
				mark = "**"
			}
			fmt.Fprintf(out, "| %s%s%s ", mark, lines(c.Text, Markdown), mark)
		}
		out.WriteString("|\n")
	}, nil)
}

// lines joins lines, which clean makes plain text. A tab is a blank there.
func lines(text string, clean func(string) string) string {
	first, rest, more := strings.Cut(text, "\n")
	if !more {
		return clean(strings.ReplaceAll(text, "\t", " "))
	}
	return lines(first, clean) + "<br>" + lines(rest, clean)
}

// Markdown returns any string as plain text in GitHub's Markdown and its tables:
// nothing in it is markup, a link or the mention of a person.
func Markdown(s string) string {
	var out strings.Builder
	for _, r := range Visible(s) {
		if strings.ContainsRune("&<>|`*_[]\\@#~$:", r) {
			fmt.Fprintf(&out, "&#%d;", r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
