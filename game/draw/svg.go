package draw

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

//go:embed style.css
var style string

// lineStep is the height of a line above and below the graph.
const lineStep = 21

// SVG returns the picture as an SVG element, a file of its own or a part of a page.
// It has its colors for light and dark screens with it, and no scripts.
func (p *Picture) SVG() string {
	l := p.arrange()
	w := &svg{width: max(cmp.Or(p.Width, 480), l.width)}
	for _, s := range []struct {
		class, text string
		size        float64
	}{{"title", p.Title, 16}, {"note", p.Note, 14}} {
		for _, line := range wrap(s.text, w.width-2*margin, s.size) {
			w.y += lineStep
			w.text(s.class, margin, w.y+10, line)
		}
	}
	if w.y > 0 {
		w.y += 36
	}
	for i := range l.rows {
		if i%2 == len(l.rows)%2 { // not the lowest
			continue
		}
		w.addf(`<rect class="band" x="0" y="%v" width="%v" height="%d"/>`, w.y+margin+radius+float64(i*rowStep)-rowStep/2, w.width, rowStep)
	}
	w.addf(`<g transform="translate(%v,%v)">`, math.Round((w.width-l.width)/2), w.y)
	// What the move goes along is on top.
	for _, moves := range []bool{false, true} {
		for i := range p.Edges {
			if p.Edges[i].Moves == moves {
				w.edge(l, l.paths[i], moves)
			}
		}
	}
	for v := range p.Vertices {
		w.vertex(&p.Vertices[v], v, &l.nodes[v])
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; e.Label != "" {
			w.label(l, l.paths[i], e.Label)
		}
	}
	w.addf(`</g>`)
	w.y += l.height + 20
	w.legend(&p.Legend)
	return w.finish(p)
}

// An svg is a picture that is being written.
type svg struct {
	strings.Builder
	width float64
	y     float64 // where the next part starts
}

func (w *svg) addf(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

func (w *svg) finish(p *Picture) string {
	role := "img"
	if slices.ContainsFunc(p.Vertices, func(v Vertex) bool { return v.Choice }) {
		role = "group"
	}
	name := html.EscapeString(cmp.Or(p.Title, "the board"))
	return fmt.Sprintf(`<svg class="mexlab" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]v %[2]v" width="%[1]v" height="%[2]v" role="%[3]s" aria-label="%[4]s">
<style>
%[5]s</style>
<rect class="paper" width="%[1]v" height="%[2]v" rx="8"/>
%[6]s</svg>
`, w.width, w.y+10, role, name, style, w)
}

func (w *svg) text(class string, x, y float64, text string) {
	w.addf(`<text class="%s" x="%v" y="%v">%s</text>`, class, x, y, html.EscapeString(text))
}

// edge draws an edge. It bends only between rows, so it meets no circle.
func (w *svg) edge(l *layout, path []int, moves bool) {
	class := ""
	if moves {
		class = " move"
	}
	var d strings.Builder
	for i, s := range l.segments(path) {
		mid := (s[0].y + s[1].y) / 2
		if i == 0 {
			fmt.Fprintf(&d, "M%v %v", s[0].x, s[0].y)
		} else {
			fmt.Fprintf(&d, "L%v %v", s[0].x, s[0].y)
		}
		fmt.Fprintf(&d, "C%v %v %v %v %v %v", s[0].x, mid, s[1].x, mid, s[1].x, s[1].y)
	}
	end := l.end(path)
	w.addf(`<path class="edge%s" d="%sV%v"/>`, class, &d, end.y-headLength)
	w.addf(`<path class="head%s" d="M%v %vl-4.5 -%dh9z"/>`, class, end.x, end.y-1, headLength)
}

const headLength = 9

// end returns where a path enters its last vertex.
func (l *layout) end(path []int) point {
	n := path[len(path)-1]
	return l.port(n, path[len(path)-2], l.nodes[n].up, -1)
}

// segments returns the ends of a path's curves, one between each two rows. Between
// them the path is straight.
func (l *layout) segments(path []int) (all [][2]point) {
	for i, n := range path[1:] {
		from := point{l.nodes[path[i]].x, l.nodes[path[i]].y + radius}
		if i == 0 {
			from = l.port(path[0], n, l.nodes[path[0]].down, 1)
		}
		to := point{l.nodes[n].x, l.nodes[n].y - radius - headLength}
		if i == len(path)-2 {
			to.x = l.end(path).x
		}
		all = append(all, [2]point{from, to})
	}
	return all
}

// label writes a text on the last curve of a path.
func (w *svg) label(l *layout, path []int, text string) {
	segments := l.segments(path)
	s := segments[len(segments)-1]
	width := tagWidth(text)
	w.tag("label", math.Round((s[0].x+s[1].x-width)/2), math.Round((s[0].y+s[1].y-tagSize)/2), width, tagSize/2, text)
}

// tag writes a text on a box.
func (w *svg) tag(class string, x, y, width, round float64, text string) {
	w.addf(`<rect class="%s" x="%v" y="%v" width="%v" height="%d" rx="%v"/><text x="%v" y="%v">%s</text>`,
		class, x, y, width, tagSize, round, x+width/2, y+13, html.EscapeString(text))
}

func (w *svg) vertex(d *Vertex, v int, n *node) {
	class, control := "vertex", ""
	for _, s := range []struct {
		is   bool
		name string
	}{{d.Moves, " move"}, {d.Choice, " choice"}, {d.Chosen, " chosen"}} {
		if s.is {
			class += s.name
		}
	}
	if d.Choice {
		control = fmt.Sprintf(` id="vertex-%d" data-vertex="%d" tabindex="0" role="button" aria-label="%s"`, v, v, html.EscapeString(d.Words))
	}
	w.addf(`<g class="%s"%s><title>%s</title>`, class, control, html.EscapeString(d.Words))
	w.addf(`<circle class="disc" cx="%v" cy="%v" r="%d"/>`, n.x, n.y, radius)
	if d.Below == "" {
		w.text("name", n.x, n.y+5, d.Name)
	} else {
		w.text("name", n.x, n.y+1, d.Name)
		w.text("below", n.x, n.y+14, d.Below)
	}
	w.tags(d, n.x, n.y)
	w.addf(`</g>`)
}

// tags writes the tags of a vertex to the right of its circle.
func (w *svg) tags(d *Vertex, x, y float64) {
	x += radius + tagGap
	if d.Value != "" {
		class := "value"
		if d.Plain {
			class = "plain"
		}
		w.tag(class, x, y-tagSize-1, tagWidth(d.Value), 3, d.Value)
	}
	if d.Stock != "" {
		w.tag("stock", x, y+1, tagWidth(d.Stock), tagSize/2, d.Stock)
	}
}

// legend explains the parts of a vertex, a line each.
func (w *svg) legend(g *Legend) {
	const x, words = margin + 14, margin + 40
	for _, item := range []struct {
		text string
		sign func(y float64)
	}{
		{g.Circle, func(y float64) { w.addf(`<circle class="disc" cx="%d" cy="%v" r="9"/>`, x, y) }},
		{g.Value, func(y float64) { w.tag("value", x-9, y-tagSize/2, 18, 3, "") }},
		{g.Stock, func(y float64) { w.tag("stock", x-9, y-tagSize/2, 18, tagSize/2, "") }},
		{g.Move, func(y float64) { w.addf(`<path class="edge move" d="M%d %vh22"/>`, x-11, y) }},
	} {
		if item.text == "" {
			continue
		}
		item.sign(w.y + lineStep/2)
		for _, line := range wrap(item.text, w.width-words-margin, 13) {
			w.text("words", words, w.y+15, line)
			w.y += lineStep
		}
	}
}

// wrap breaks a text into lines of a width in pixels.
func wrap(text string, width, size float64) (lines []string) {
	most := int(width / (size * 0.54)) // a character is rarely wider
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > most {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
