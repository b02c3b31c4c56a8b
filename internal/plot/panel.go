package plot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Panel is a small chart for a page. Each curve has its name at its end, and
// takes its color from its Class: "color" in the page's style sheet. A script may
// switch curves and show values. It finds
//
//   - in data-x of the SVG element a list of [pixels, text] for each X that a point has,
//   - a group of class "series" for each curve, and "off" if the curve is Aside,
//   - in its data-name the Name, and in data-values the titles of the points, with | between,
//   - a path of class "line" through the points, and a text with the name. Its data-y
//     is where the name belongs; its y is near that, but apart from other names.
type Panel struct {
	Doc    string // what the chart shows, for people who do not see it
	Curves []Curve
}

// The size of a panel. It is as wide as a phone, so that its words keep their size
// there.
const (
	panelWidth  = 360
	panelHeight = 270
	nameHeight  = 14  // of a line
	nameRoom    = 104 // for names beyond the last point
)

// Panels draws charts on axes that they share, so that they can be compared.
func Panels(panels []Panel, xAxis, yAxis Axis) []string {
	var xs, ys []float64
	for _, p := range panels {
		for _, c := range p.Curves {
			for _, point := range c.Points {
				xs, ys = append(xs, point.X), append(ys, point.Y)
			}
		}
	}
	x, y := newScale(xAxis, xs), newScale(yAxis, ys)
	y.from, y.to = panelHeight-36, 8 // upwards
	y.ticks = slices.DeleteFunc(y.findTicks(6), func(t Tick) bool { return t.Label == "" })
	y.ticks = everySecond(y.ticks, 7)
	x.from, x.to = 8+y.labelSize(), panelWidth-nameRoom
	x.ticks = slices.DeleteFunc(x.findTicks(5), func(t Tick) bool { return t.Label == "" })
	var drawn []string
	for _, p := range panels {
		drawn = append(drawn, p.draw(x, y))
	}
	return drawn
}

// everySecond drops every second tick until there are at most as many as most.
func everySecond(ticks []Tick, most int) []Tick {
	for len(ticks) > most {
		kept := ticks[:0:0]
		for i := 0; i < len(ticks); i += 2 {
			kept = append(kept, ticks[i])
		}
		ticks = kept
	}
	return ticks
}

func (p Panel) draw(x, y *scale) string {
	out := new(picture)
	fmt.Fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" data-x=\"%s\">\n%s\n", panelWidth, panelHeight, escape(p.columns(x)), title(p.Doc))
	for _, t := range y.ticks {
		fmt.Fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>", x.from, y.at(t.Value), x.to)
		out.text(x.from-6, y.at(t.Value)+4, "end", t.Label)
	}
	for _, t := range x.ticks {
		fmt.Fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fv5\"/>", x.at(t.Value), y.from)
		out.text(x.at(t.Value), y.from+17, "middle", t.Label)
	}
	out.text((x.from+x.to)/2, panelHeight-4, "middle", x.Label)
	curves, ends := byEnd(p.Curves, y)
	var shown []float64
	for i, c := range curves {
		if !c.Aside {
			shown = append(shown, ends[i])
		}
	}
	shown = spread(shown, nameHeight, y.from)
	for i, c := range curves {
		at, off := ends[i], " off"
		if !c.Aside {
			at, shown, off = shown[0], shown[1:], ""
		}
		var line, dots strings.Builder
		var values []string
		for _, point := range c.Points {
			fmt.Fprintf(&line, " %.1f %.1f", x.at(point.X), y.at(point.Y))
			fmt.Fprintf(&dots, "M%.1f %.1fh0", x.at(point.X), y.at(point.Y))
			values = append(values, point.Title)
		}
		fmt.Fprintf(out, "<g class=\"series %s%s\" data-name=\"%s\" data-values=\"%s\"><path class=\"line\" d=\"M%s\"/><path class=\"points\" d=\"%s\"/>"+
			"<text x=\"%.1f\" y=\"%.1f\" data-y=\"%.1f\">%s</text></g>\n", escape(c.Class), off, escape(c.Name), escape(strings.Join(values, "|")),
			line.String()[1:], dots.String(), min(x.at(c.Points[len(c.Points)-1].X)+7, panelWidth-charSize*float64(len(c.Name))), at+4, ends[i]+4, escape(c.Name))
	}
	return out.end()
}

// columns lists where the points are, and the texts of their X, as JSON.
func (p Panel) columns(x *scale) string {
	var all []float64
	for _, c := range p.Curves {
		for _, point := range c.Points {
			all = append(all, point.X)
		}
	}
	slices.Sort(all)
	list := [][2]string{}
	for _, value := range slices.Compact(all) {
		list = append(list, [2]string{fmt.Sprintf("%.1f", x.at(value)), x.text(value)})
	}
	text, _ := json.Marshal(list) // strings only
	return string(text)
}

// byEnd sorts the curves that have points by the heights at which they end, from
// above, and returns these heights.
func byEnd(curves []Curve, y *scale) ([]Curve, []float64) {
	end := func(c Curve) float64 { return y.at(c.Points[len(c.Points)-1].Y) }
	curves = slices.DeleteFunc(slices.Clone(curves), func(c Curve) bool { return len(c.Points) == 0 })
	slices.SortStableFunc(curves, func(a, b Curve) int { return cmp.Compare(end(a), end(b)) })
	ends := make([]float64, len(curves))
	for i, c := range curves {
		ends[i] = end(c)
	}
	return curves, ends
}

// spread moves sorted heights apart until there is a line between any two, and
// none is below the limit.
func spread(heights []float64, line, limit float64) []float64 {
	moved := slices.Clone(heights)
	for i := 1; i < len(moved); i++ {
		moved[i] = max(moved[i], moved[i-1]+line)
	}
	for i, at := range slices.Backward(moved) {
		moved[i] = min(at, limit)
		limit = moved[i] - line
	}
	return moved
}
