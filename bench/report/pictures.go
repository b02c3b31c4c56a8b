package report

import (
	"strconv"
	"strings"

	"mexlab/bench"
	"mexlab/internal/plot"
)

// pictures are a report's pictures, in the order in which they are shown.
var pictures = []struct {
	file, title string
	suite, key  string // the rows, and the part of their names that is the x axis
	x           string
	logarithmic bool
}{
	{file: "degree.svg", title: "Cost against the number of successors", suite: "Degree", key: "deg", x: "successors"},
	{file: mapFile, title: "Each kernel on each workload, as a multiple of the workload's floor", suite: "Mex"},
	{file: "picks.svg", title: "Cost against K, with 17 successors", suite: "K", key: "k", x: "K"},
	{file: "size.svg", title: "Cost against the size of the graph, from text to text", suite: "Solve", key: "v", x: "vertices", logarithmic: true},
}

const (
	mapFile = "map.svg"
	numbers = "BENCHMARKS.md has these numbers in tables." // for people who do not see the picture
)

// Draw returns a machine's pictures by file name. Instruction counts have none.
func (m *Machine) Draw() map[string][]byte {
	drawn := map[string][]byte{}
	for _, p := range pictures {
		rows := m.Suite(p.suite)
		switch {
		case m.Counted:
		case p.file == mapFile:
			drawn[p.file] = []byte(heatMap(p.title, rows).SVG())
		default:
			c := plot.Chart{Title: p.title, Doc: numbers, Width: 720, Height: 400,
				X: plot.Axis{Label: p.x, Log: p.logarithmic}, Y: plot.Axis{Label: m.Unit(p.suite), Log: true}}
			if c.Curves = curves(rows, p.key); len(c.Curves) > 0 {
				drawn[p.file] = []byte(c.SVG())
			}
		}
	}
	return drawn
}

// heatMap shows how many times its floor each kernel takes on each workload.
func heatMap(title string, rows []*bench.Row) *plot.Map {
	m := &plot.Map{Title: title, Doc: numbers, Rows: bench.Kernels(rows)}
	m.Values = make([][]float64, len(m.Rows))
	for _, r := range rows {
		m.Columns = append(m.Columns, r.Input())
		for i, kernel := range m.Rows {
			x, _ := r.Ratio(kernel)
			m.Values[i] = append(m.Values[i], x)
		}
	}
	return m
}

// farthest is the largest K that is drawn: beyond the rank nothing changes.
const farthest = 20

// curves makes a curve of each kernel, and of the floor, over a key with numbers.
func curves(rows []*bench.Row, key string) []plot.Curve {
	var list []plot.Curve
	for _, kernel := range append([]string{bench.Floor}, bench.Kernels(rows)...) {
		c := plot.Curve{Name: kernel, Reference: kernel == bench.Floor}
		for _, r := range rows {
			x, err := strconv.ParseFloat(strings.TrimSuffix(r.Get(key), "bit"), 64)
			cost, ok := r.Cost(kernel)
			if err == nil && ok && (key != "k" || x <= farthest) {
				c.Points = append(c.Points, plot.Point{X: x, Y: cost})
			}
		}
		if len(c.Points) > 1 {
			list = append(list, c)
		}
	}
	return list
}
