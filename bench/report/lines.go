package report

import (
	"cmp"
	"fmt"
	"slices"

	"mexlab/bench/report/scaling"
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
			names = append(names, m.Settings.Get("cpu"))
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

// A graph is how one kind of large graph scales with its edges.
type graph struct {
	game, order string
	workers     int
	points      []graphPoint
}

type graphPoint struct {
	scaling.Result
	readings float64 // the time, as a multiple of that of reading the text
}

// graphs returns the solved graphs of some results, by the number of edges.
func graphs(results []scaling.Result) []*graph {
	var list []*graph
	for _, r := range results {
		reading := slices.IndexFunc(results, func(other scaling.Result) bool {
			c := r.Case
			c.Workers = 0
			return other.Case == c
		})
		if r.Workers == 0 || reading < 0 {
			continue
		}
		i := slices.IndexFunc(list, func(g *graph) bool {
			return g.game == r.Game && g.order == string(r.Order) && g.workers == r.Workers
		})
		if i < 0 {
			i, list = len(list), append(list, &graph{r.Game, string(r.Order), r.Workers, nil})
		}
		list[i].points = append(list[i].points, graphPoint{r, float64(r.Wall) / float64(results[reading].Wall)})
	}
	for _, g := range list {
		slices.SortFunc(g.points, func(a, b graphPoint) int { return cmp.Compare(a.Edges, b.Edges) })
	}
	return list
}

// graphs writes the section of large graphs, with a chart for each game.
func (p *page) graphs(machines []*Machine) {
	colors := palette{[]string{reading}}
	var names []string
	var panels []plot.Panel
	for _, m := range machines {
		for _, game := range []string{"addsub", "election"} {
			floor := plot.Curve{Name: reading, Class: "floor"}
			list := []plot.Curve{}
			for _, g := range graphs(m.Scaling) {
				if g.game != game {
					continue
				}
				c := plot.Curve{Name: fmt.Sprintf("%s -j%d", g.order, g.workers)}
				if !slices.Contains(colors.names, c.Name) {
					colors.names = append(colors.names, c.Name)
				}
				c.Class = colors.class(c.Name)
				floor.Points = nil
				for _, r := range g.points {
					c.Points = append(c.Points, plot.Point{X: float64(r.Edges), Y: r.readings,
						Title: fmt.Sprintf("%.1f, %s", r.readings, duration(float64(r.Wall)))})
					floor.Points = append(floor.Points, plot.Point{X: float64(r.Edges), Y: 1, Title: "1.0"})
				}
				list = append(list, c)
			}
			if len(list) > 0 {
				names = append(names, "Game "+game+", "+m.Settings.Get("cpu"))
				panels = append(panels, plot.Panel{Doc: "Readings that a large graph takes. " + names[len(names)-1] + ". " + numbers, Curves: append(list, floor)})
			}
		}
	}
	if panels == nil {
		return
	}
	fmt.Fprintf(p, "<div data-switch>\n%s", colors.buttons("Curves of large graphs"))
	p.panels("graphs", "How many readings of its text does a large graph take?",
		"Whole processes, from start to end, as a multiple of the time of a process that only reads the numbers of the file. "+
			"Children: successors come first, in order. Shuffled: no order. With -j2 there are two workers.", "",
		names, panels, plot.Axis{Label: "edges of the graph", Log: true}, plot.Axis{})
	p.WriteString("</div>\n")
}

const reading = "reading"

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
