package plot

import (
	"strconv"

	"gonum.org/v1/plot/plotter"

	"mexlab/bench"
	"mexlab/bench/report"
)

// Of draws a machine's pictures, by the names in report.Pictures. There are
// none of counts.
func Of(m *report.Machine) (map[string][]byte, error) {
	if m.Counted {
		return nil, nil
	}
	pictures := map[string][]byte{}
	for _, c := range []struct {
		file, suite, key string
		Chart
	}{
		{"degree.svg", "Degree", "deg", Chart{Title: "Cost against the number of successors", X: "successors"}},
		{"picks.svg", "K", "k", Chart{Title: "Cost against K, 17 successors", X: "K"}},
		{"size.svg", "Solve", "v", Chart{Title: "Cost against the size of the graph, from text to text", X: "vertices", LogX: true}},
	} {
		c.Y = m.Unit(c.suite)
		c.Curves = curves(m.Suite(c.suite), c.key)
		if len(c.Curves) == 0 {
			continue // not measured
		}
		picture, err := c.SVG()
		if err != nil {
			return nil, err
		}
		pictures[c.file] = picture
	}
	rows := m.Suite("Mex")
	grid := Map{Title: "Times the floor", Rows: report.Kernels(rows)}
	grid.Values = make([][]float64, len(grid.Rows))
	for _, r := range rows {
		grid.Columns = append(grid.Columns, r.Input())
		for i, kernel := range grid.Rows {
			x, _ := r.Ratio(kernel)
			grid.Values[i] = append(grid.Values[i], x)
		}
	}
	picture, err := grid.SVG()
	pictures["map.svg"] = picture
	return pictures, err
}

// farthest is the largest K that is drawn: nothing changes beyond the rank.
const farthest = 20

// curves makes a curve of each kernel, the floor first, over a key whose values
// are numbers.
func curves(rows []*report.Row, key string) []Curve {
	var list []Curve
	for _, kernel := range append([]string{bench.Floor}, report.Kernels(rows)...) {
		c := Curve{Name: kernel}
		for _, r := range rows {
			x, err := strconv.ParseFloat(r.Keys.Get(key), 64)
			cost, ok := r.Cost(kernel)
			if err != nil || !ok || key == "k" && x > farthest {
				continue
			}
			c.Points = append(c.Points, plotter.XY{X: x, Y: cost})
		}
		if len(c.Points) > 1 {
			list = append(list, c)
		}
	}
	return list
}
