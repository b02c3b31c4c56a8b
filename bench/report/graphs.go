package report

import (
	"cmp"
	"fmt"
	"slices"

	"mexlab/bench/report/scaling"
	"mexlab/internal/plot"
)

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

const reading = "reading" // the curve that the others are multiples of

// graphs writes the section of large graphs, with a chart for each game.
func (p *page) graphs(machines []*Machine) {
	colors := palette{[]string{reading}}
	var names []string
	var panels []plot.Panel
	for _, m := range machines {
		for _, game := range []string{"addsub", "election"} {
			list := readings(m.Scaling, game)
			if len(list) == 0 {
				continue
			}
			for i := range list {
				c := &list[i]
				if !slices.Contains(colors.names, c.Name) {
					colors.names = append(colors.names, c.Name)
				}
				c.Class = colors.class(c.Name)
			}
			name := "Game " + game + ", " + m.short()
			names = append(names, name)
			panels = append(panels, plot.Panel{Doc: "Readings that a large graph takes. " + name + ". " + numbers, Curves: list})
		}
	}
	if panels == nil {
		return
	}
	fmt.Fprintf(p, "<div data-switch>\n%s", colors.buttons("Curves of large graphs"))
	p.panels("graphs", "How many readings of its text does a large graph take?",
		"Whole processes, from start to end, as a multiple of the time of a process that only reads the numbers of the file. "+
			"Children: successors come first, in order. Shuffled: no order. -j says how many workers solve it.", "",
		names, panels, plot.Axis{Label: "edges of the graph", Log: true}, plot.Axis{})
	p.WriteString("</div>\n")
}

// readings makes a curve of each kind of graph of a game, and one of reading its
// text.
func readings(results []scaling.Result, game string) []plot.Curve {
	var list []plot.Curve
	floor := plot.Curve{Name: reading}
	for _, g := range graphs(results) {
		if g.game != game {
			continue
		}
		c := plot.Curve{Name: fmt.Sprintf("%s -j%d", g.order, g.workers)}
		floor.Points = nil
		for _, r := range g.points {
			c.Points = append(c.Points, plot.Point{X: float64(r.Edges), Y: r.readings,
				Title: fmt.Sprintf("%.1f ×, %s", r.readings, duration(float64(r.Wall)))})
			floor.Points = append(floor.Points, plot.Point{X: float64(r.Edges), Y: 1, Title: "1 ×"})
		}
		list = append(list, c)
	}
	if list != nil {
		list = append(list, floor)
	}
	return list
}
