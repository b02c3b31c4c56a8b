package draw

import (
	"fmt"
	"strings"
)

// DOT returns the picture as a graph for Graphviz.
func (p *Picture) DOT() string {
	var b strings.Builder
	b.WriteString("digraph board {\n\tlabelloc=t\n\tnode [shape=circle]\n")
	fmt.Fprintf(&b, "\tlabel=%s\n", quote(strings.TrimSpace(p.Title+"\n"+p.Note)))
	rows := map[int][]string{}
	level := p.Levels()
	for v, d := range p.Vertices {
		label := strings.NewReplacer(": ", "\n", ", ", "\n").Replace(d.Words)
		extra := ""
		if d.Moves {
			extra = " penwidth=3 color=orangered3"
		}
		fmt.Fprintf(&b, "\t%d [label=%s tooltip=%s%s]\n", v, quote(label), quote(d.Words), extra)
		rows[level[v]] = append(rows[level[v]], fmt.Sprint(v))
	}
	for l := range len(rows) {
		fmt.Fprintf(&b, "\t{rank=same; %s}\n", strings.Join(rows[l], "; "))
	}
	for _, e := range p.Edges {
		extra := ""
		if e.Moves {
			extra = fmt.Sprintf(" [label=%s penwidth=3 color=orangered3]", quote(e.Label))
		}
		fmt.Fprintf(&b, "\t%d -> %d%s\n", e.From, e.To, extra)
	}
	b.WriteString("}\n")
	return b.String()
}

// quote returns a text as a string of DOT.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
