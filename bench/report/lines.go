package report

import (
	"fmt"

	"mexlab/internal/plot"
	"mexlab/track/table"
)

// questions are those that a chart of curves answers, in the order of the page.
var questions = []struct {
	id, title, note string
	suite, key      string // the rows, and the part of their names that is the x axis
	x               string // names the axis
	logarithmic     bool
	start           string // the x whose values are shown at first
}{
	{"degree", "What does one more successor cost?",
		"A vertex of 8-bit values, K from 0 to 100. Kernels that enumerate subsets double their time with each successor; affine does not.",
		"Degree", "deg", "successors", false, "17"},
	{"k", "Which K is hard?",
		"17 successors with values of 10 bits. From K = 10 on, the rank, every XOR can be reached, and a formula gives the mex. Below it takes a search.",
		"K", "k", "K", false, "5"},
	{"width", "What do wider values cost?",
		"17 successors, K from 0 to 100. Paritysplit keeps a bitset of all numbers of that width, so that each bit doubles its work.",
		"Width", "values", "bits of a value", false, "16"},
	{"size", "Does a vertex cost more in a larger graph?",
		"Whole games of add-subtract, from text to text, with 8 successors a vertex. The floor is the parser alone.",
		"Solve", "v", "vertices of the graph", true, "100k"},
}

// curves writes a section for each question, with a chart for each machine.
func (p *page) curves(machines []*Machine) {
	for _, q := range questions {
		var panels []plot.Panel
		var names []string
		for _, m := range machines {
			list := curves(fold(m.Suite(q.suite)), q.key)
			if len(list) == 0 {
				continue
			}
			for i := range list {
				c := &list[i]
				c.Class, c.Aside = p.colors.class(c.Name), p.colors.aside(c.Name)
				for j, point := range c.Points {
					c.Points[j].Title = duration(point.Y)
				}
			}
			names = append(names, m.short())
			panels = append(panels, plot.Panel{Doc: q.title + " " + m.Title() + ". " + numbers, Curves: list})
		}
		x := plot.Axis{Label: q.x, Log: q.logarithmic}
		p.panels(q.id, q.title, q.note+" Time per vertex, on a logarithmic scale.", q.start, names, panels, x, plot.Axis{Log: true, Format: tick})
	}
}

// panels writes a section with panels on common axes. It writes nothing if there
// are none.
func (p *page) panels(id, question, note, start string, names []string, panels []plot.Panel, x, y plot.Axis) {
	if len(panels) == 0 {
		return
	}
	p.section(id, question, note, fmt.Sprintf(" data-x=\"%s\" data-start=\"%s\"", table.HTML(x.Label), start))
	p.WriteString("<div class=\"machines\">\n")
	for i, svg := range plot.Panels(panels, x, y) {
		fmt.Fprintf(p, "<figure class=\"panel\"><figcaption>%s</figcaption>\n<div>%s</div><p class=\"values\"></p></figure>\n", table.HTML(names[i]), svg)
	}
	p.WriteString("</div>\n</section>\n")
}

// duration writes nanoseconds with three digits, in a unit that fits.
func duration(ns float64) string { return inUnit(ns, table.Digits) }

// tick writes nanoseconds for an axis.
func tick(ns float64) string {
	return inUnit(ns, func(x float64) string { return fmt.Sprintf("%.3g", x) })
}

func inUnit(ns float64, digits func(x float64) string) string {
	for _, unit := range []struct {
		ns   float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= unit.ns {
			return digits(ns/unit.ns) + " " + unit.name
		}
	}
	return digits(ns) + " ns"
}
