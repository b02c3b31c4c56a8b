package table

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"mexlab/internal/plot"
)

// Page writes a page around a body of HTML. The page is one file that needs no
// other, and follows the reader's choice of light or dark. Its own styles follow
// those of all pages.
func Page(w io.Writer, title string, body func(out *bufio.Writer), own ...string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n"+
		"</head>\n<body>\n", HTML(title), style+foldStyle()+plot.Style()+strings.Join(own, ""))
	body(out)
	out.WriteString("</body>\n</html>\n")
	return out.Flush() // a bufio.Writer keeps its first error
}

const style = `:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #6b6b6b; --line: #d8d8d8;
  --bad: #b3261e; --good: #1b6e3c; --odd: #7a5900; --mark: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #16181b; --faint: #9a9a9a; --line: #3a3d42;
  --bad: #ff8a80; --good: #7ddc9c; --odd: #f0c75e; --mark: #8ab4f8; } }
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; font-weight: 600; margin-bottom: .3rem; }
a { color: var(--mark); }
.scroll { overflow-x: auto; } .scroll + .scroll { margin-top: 1.5rem; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .7rem; text-align: left; vertical-align: top; white-space: nowrap; }
td:last-child { white-space: normal; } .data td:last-child:not(.number, [data-sort]) { min-width: 16rem; } td[data-sort], .number { text-align: right; }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
th[aria-sort=ascending] button::after { content: " \2191"; } th[aria-sort=descending] button::after { content: " \2193"; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
.filter input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--faint); border-radius: 3px; padding: .15rem .4rem; max-width: 100%; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
figure { margin: 1rem 0; } figcaption { color: var(--faint); } dd { margin: 0 0 .3rem 1.5rem; overflow-wrap: anywhere; }
.bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); } .odd { color: var(--odd); } .faint { color: var(--faint); }
svg { max-width: 100%; height: auto; color: var(--faint); }
`
