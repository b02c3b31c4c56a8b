package history

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"

	"mexlab/track/table"
)

// WriteHTML writes a page with the changes and a plot of every trend, those
// with changes first. The page needs no other file.
func WriteHTML(w io.Writer, trends []*Trend, annotations []Annotation) error {
	return table.Page(w, "Benchmark history", func(out *bufio.Writer) { writeBody(out, trends, annotations) })
}

func writeBody(out *bufio.Writer, trends []*Trend, annotations []Annotation) {
	out.WriteString("<h1>Benchmark history</h1>\n")
	for _, s := range sections(trends) {
		fmt.Fprintf(out, "<h2>%s</h2>\n<p class=\"faint\">%s</p>\n", table.HTML(s.key.String()), table.HTML(s.span()))
		s.changes("Changes", annotations).WriteHTML(out)
		plots := slices.Clone(s.trends)
		slices.SortStableFunc(plots, func(a, b *Trend) int { return cmp.Compare(len(b.Changes), len(a.Changes)) })
		for _, t := range plots {
			t.plot(out, annotations)
		}
	}
}

// The sizes of a plot, in pixels.
const (
	width, height = 720, 150
	left, right   = 70, 12
	top, bottom   = 12, 22
)

// plot draws a trend: commits from left to right at even distances, values from
// the lowest to the highest, the level of each segment, and changes and remarks
// as upright lines.
func (t *Trend) plot(out *bufio.Writer, annotations []Annotation) {
	class := benchunit.ClassOf(t.Unit)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range t.Points {
		lo, hi = min(lo, p.Median), max(hi, p.Median)
	}
	x := func(i float64) float64 {
		return left + (width-left-right)*(i+0.5)/float64(len(t.Points))
	}
	y := func(v float64) float64 {
		if hi == lo {
			return top + (height-top-bottom)/2
		}
		return top + (height-top-bottom)*(hi-v)/(hi-lo)
	}
	fmt.Fprintf(out, "<h3>%s, %s</h3>\n<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n",
		table.HTML(t.Benchmark), table.HTML(t.Unit), width, height, width, height, table.HTML(t.Benchmark+" in "+t.Unit+" by commit"))
	fmt.Fprintf(out, "<path class=\"axis\" d=\"M%d %d V%d H%d\" fill=\"none\"/>\n", left-6, top, height-bottom+4, width-right)
	label := func(px, py float64, anchor, text string) {
		fmt.Fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", px, py, anchor, table.HTML(text))
	}
	label(left-10, y(hi)+4, "end", benchunit.Scale(hi, class))
	if lo < hi {
		label(left-10, y(lo)+4, "end", benchunit.Scale(lo, class))
	}
	last := len(t.Points) - 1
	label(left-6, height-4, "start", t.Points[0].Date.Format("2006-01-02"))
	label(width-right, height-4, "end", t.Points[last].Date.Format("2006-01-02"))

	upright := func(class string, at float64, title string) {
		fmt.Fprintf(out, "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"><title>%s</title></line>\n",
			class, at, at, top-8, height-bottom+4, table.HTML(title))
	}
	for i, p := range t.Points {
		if texts := notes(annotations, p.Commit); len(texts) > 0 {
			upright("note", x(float64(i)), short(p.Commit)+": "+strings.Join(texts, "; "))
		}
	}
	from := 0
	var at []int
	for _, c := range t.Changes {
		at = append(at, c.At)
		style := "change better"
		switch {
		case t.Better == 0:
			style = "axis"
		case t.Worse(c):
			style = "change"
		}
		_, _, change, meaning := t.describe(c)
		upright(style, x(float64(c.At)-0.5), fmt.Sprintf("%s %s at %s", change, meaning, short(t.Points[c.At].Commit)))
	}
	for i, level := range t.levels(at) {
		to := len(t.Points)
		if i < len(at) {
			to = at[i]
		}
		fmt.Fprintf(out, "<path class=\"level\" d=\"M%.1f %.1f H%.1f\"/>\n", x(float64(from)-0.5), y(level), x(float64(to)-0.5))
		from = to
	}
	out.WriteString("<polyline class=\"trend\" points=\"")
	for i, p := range t.Points {
		fmt.Fprintf(out, "%.1f,%.1f ", x(float64(i)), y(p.Median))
	}
	out.WriteString("\"/>\n")
	for i, p := range t.Points {
		fmt.Fprintf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>%s</title></circle>\n", x(float64(i)), y(p.Median),
			table.HTML(fmt.Sprintf("%s %s: %s %s, %s", p.Date.Format("2006-01-02"), short(p.Commit), benchunit.Scale(p.Median, class), t.Unit,
				table.Count(p.N, "result", "results"))))
	}
	out.WriteString("</svg>\n")
}
