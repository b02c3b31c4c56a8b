// Package table holds what reports have in common: text that nothing in a name
// can turn into markup, and HTML pages. Each page is one file that needs no
// other, and follows the reader's choice of light or dark.
package table

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"
)

// style is the style sheet of all pages.
const style = `:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #6b6b6b; --line: #d8d8d8;
  --bad: #b3261e; --good: #1b6e3c; --odd: #7a5900; --mark: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #16181b; --faint: #9a9a9a; --line: #3a3d42;
  --bad: #ff8a80; --good: #7ddc9c; --odd: #f0c75e; --mark: #8ab4f8; } }
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; font-weight: 600; margin-bottom: .3rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .7rem; text-align: right; vertical-align: top; white-space: nowrap; }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; white-space: normal; }
.bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); } .odd { color: var(--odd); } .faint { color: var(--faint); }
svg { max-width: 100%; height: auto; } svg text { fill: var(--faint); font: 11px system-ui, sans-serif; }
svg .axis { stroke: var(--line); } svg .trend { stroke: var(--mark); fill: none; stroke-width: 1.5; }
svg .level { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 4 3; } svg .dot { fill: var(--mark); }
svg .change { stroke: var(--bad); stroke-width: 1; } svg .better { stroke: var(--good); } svg .note { stroke: var(--odd); stroke-dasharray: 2 2; }
`

// Write writes a page around a body, which is HTML already.
func Write(w io.Writer, title, body string) error {
	return Stream(w, title, func(out *bufio.Writer) { out.WriteString(body) })
}

// Stream is Write for a body that is too long to have in memory.
func Stream(w io.Writer, title string, body func(*bufio.Writer)) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n"+
		"</head>\n<body>\n", Text(title), style+tableStyle)
	body(out)
	out.WriteString("</body>\n</html>\n")
	return out.Flush() // a Writer keeps its first error
}

// Text makes text out of any string: for the content of an element or an
// attribute in quotes.
func Text(s string) string { return html.EscapeString(Visible(s)) }

// Visible replaces what a terminal or a browser would obey and not show:
// control characters, marks of direction, and what is not UTF-8.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && r != ' ' {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// Markdown makes text out of any string, for GitHub's Markdown and its tables:
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
