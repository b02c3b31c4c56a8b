package history

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"

	"mexlab/internal/plot"
	"mexlab/track/table"
)

// WriteHTML writes a page with the changes, and a chart of every trend, those
// with changes first. The page needs no other file.
func WriteHTML(w io.Writer, trends []*Trend, annotations []Annotation) error {
	return table.Page(w, "Benchmark history", func(out *bufio.Writer) {
		out.WriteString("<h1>Benchmark history</h1>\n")
		for _, s := range sections(trends) {
			fmt.Fprintf(out, "<h2>%s</h2>\n<p class=\"faint\">%s</p>\n", table.HTML(s.key.String()), table.HTML(s.span()))
			s.changes("Changes", annotations).WriteHTML(out)
			charts := slices.Clone(s.trends)
			slices.SortStableFunc(charts, func(a, b *Trend) int { return cmp.Compare(len(b.Changes), len(a.Changes)) })
			for _, t := range charts {
				fmt.Fprintf(out, "<h3>%s, %s</h3>\n%s", table.HTML(t.Benchmark), table.HTML(t.Unit), t.chart(annotations).SVG())
			}
		}
	})
}

// chart draws a trend: commits from left to right at even distances, the level
// of each segment, and changes and remarks as upright lines.
func (t *Trend) chart(annotations []Annotation) *plot.Chart {
	scale := func(v float64) string { return benchunit.Scale(v, benchunit.ClassOf(t.Unit)) }
	c := &plot.Chart{Doc: t.Benchmark + " in " + t.Unit + " by commit", Width: 720, Height: 150, Y: plot.Axis{Format: scale}}
	trend := plot.Curve{Class: "trend"}
	for i, p := range t.Points {
		title := fmt.Sprintf("%s %s: %s %s, %s", p.Date.Format(time.DateOnly), short(p.Commit), scale(p.Median), t.Unit, table.Count(p.N, "result", "results"))
		trend.Points = append(trend.Points, plot.Point{X: float64(i), Y: p.Median, Title: title})
		if texts := notes(annotations, p.Commit); len(texts) > 0 {
			c.Marks = append(c.Marks, plot.Mark{X: float64(i), Class: "note", Title: short(p.Commit) + ": " + strings.Join(texts, "; ")})
		}
		if i == 0 || i == len(t.Points)-1 {
			c.X.Ticks = append(c.X.Ticks, plot.Tick{Value: float64(i), Label: p.Date.Format(time.DateOnly)})
		}
	}
	c.Curves = append(c.Curves, trend)
	var at []int
	for _, change := range t.Changes {
		class := "change better"
		switch {
		case t.Better == 0:
			class = ""
		case t.Worse(change):
			class = "change"
		}
		at = append(at, change.At)
		_, _, size, verdict := t.describe(change)
		c.Marks = append(c.Marks, plot.Mark{X: float64(change.At) - 0.5, Class: class,
			Title: fmt.Sprintf("%s, %s at %s", size, verdict, short(t.Points[change.At].Commit))})
	}
	from := 0
	for i, level := range t.levels(at) {
		to := len(t.Points)
		if i < len(at) {
			to = at[i]
		}
		c.Curves = append(c.Curves, plot.Curve{Reference: true, Points: []plot.Point{{X: float64(from) - 0.5, Y: level}, {X: float64(to) - 0.5, Y: level}}})
		from = to
	}
	if first := t.Points[0].Median; !slices.ContainsFunc(t.Points, func(p Point) bool { return p.Median != first }) {
		c.Y.Ticks = []plot.Tick{{Value: first, Label: scale(first)}}
	}
	return c
}
