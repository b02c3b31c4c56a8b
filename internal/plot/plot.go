// Package plot draws a [Chart] of curves or a heat [Map] as SVG: as a file, or as
// an element inside an HTML page. A [Timeline] and a [Panel] are for pages only.
// Bench/report draws its pictures with this package, and track/history its trends.
//
// A picture has no background, and its colors are legible on white and on dark
// pages. A page's style sheet can change them: "color" of svg elements is the
// color of words and axes, and the caller gives curves and marks their classes.
package plot

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
)

// ink is the color of words and axes unless a style sheet sets another. Its
// contrast to white and to the black of a dark page is above 4.
const ink = "#7a7a7a"

// palette has colors of medium brightness. Curves differ in their markers, too, so
// that no reader depends on colors alone.
var palette = []string{"#d95f02", "#1b8e6b", "#7f77d0", "#e7298a", "#56921e", "#3f7fd8", "#b8860b", "#c04040"}

// shapes are the markers, as paths that start in their middle.
var shapes = []string{
	"m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z", // disk
	"m-2.4-2.4h4.8v4.8h-4.8z",                          // square
	"m0-3.2l3 5.4h-6z",                                 // triangle
	"m0-3.4l3.4 3.4l-3.4 3.4l-3.4-3.4z",                // diamond
	"m0 3.2l3-5.4h-6z",                                 // triangle upside down
	"m-3-3l6 6m0-6l-6 6",                               // cross
	"m-3.4 0h6.8m-3.4-3.4v6.8",                         // plus
}

// A Chart is curves over common axes.
type Chart struct {
	Title         string // above the chart; "" for none
	Doc           string // what the chart shows, for people who do not see it
	X, Y          Axis
	Curves        []Curve
	Width, Height float64 // in pixels
}

// A Curve is a line through points, with a marker on each. A curve with a name
// is in the legend. Names that are equal up to a slash share a color, and differ
// in the shape of their markers.
type Curve struct {
	Name      string
	Class     string // of a Panel's curve, for style sheets
	Reference bool   // something to compare with: dashed, in the color of words, without markers
	Aside     bool   // a Panel does not show it until its reader asks for it
	Points    []Point
}

// A Point is a place on a curve, and its value in words, for a Panel.
type Point struct {
	X, Y  float64
	Title string
}

const (
	fontSize = 12
	charSize = 7.4 // about the width of a character
)

// SVG draws the chart. It draws an empty frame if there are no points.
func (c *Chart) SVG() string {
	var xs, ys []float64
	legend := 0
	for _, curve := range c.Curves {
		legend = max(legend, len(curve.Name))
		for _, p := range curve.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	x, y := newScale(c.X, xs), newScale(c.Y, ys)
	x.ticks = x.findTicks(c.Width / 60)
	y.ticks = y.findTicks(c.Height / 32)
	x.from, x.to = 10+y.labelSize(), c.Width-14
	if c.Y.Label != "" {
		x.from += 20
	}
	if legend > 0 {
		x.to -= 34 + float64(legend)*charSize
	}
	y.from, y.to = c.Height-24, 10 // upwards
	if c.X.Label != "" {
		y.from -= 18
	}
	if c.Title != "" {
		y.to += 24
	}

	p := newPicture(c.Width, c.Height, cmp.Or(c.Title, c.Doc), c.Doc)
	p.text((x.from+x.to)/2, 18, "middle", c.Title)
	p.axes(c, x, y)
	looks := c.looks()
	for i := range c.Curves {
		p.curve(&c.Curves[i], looks[i], x, y)
	}
	if legend > 0 {
		p.legend(c, looks, x.to+8, y)
	}
	return p.end()
}

// A look is the attributes of a curve and the shape of its markers.
type look struct{ attributes, shape string }

func (c *Chart) looks() []look {
	var looks []look
	families := map[string]int{}
	for _, curve := range c.Curves {
		if curve.Reference {
			looks = append(looks, look{` stroke="currentColor" stroke-dasharray="5 4"`, ""})
			continue
		}
		family, _, _ := strings.Cut(curve.Name, "/")
		if _, ok := families[family]; !ok {
			families[family] = len(families)
		}
		color := palette[families[family]%len(palette)]
		looks = append(looks, look{fmt.Sprintf(" fill=\"%s\" stroke=\"%s\"", color, color), shapes[len(looks)%len(shapes)]})
	}
	return looks
}

// axes draws the frame, the ticks with their labels, and lines behind the data.
func (p *picture) axes(c *Chart, x, y *scale) {
	fmt.Fprintf(p, "<path fill=\"none\" stroke=\"currentColor\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", x.from, y.to, y.from, x.to)
	var lines, small strings.Builder
	for _, t := range x.ticks {
		at, length := x.at(t.Value), 3.0
		if t.Label != "" {
			length = 6
			anchor := "middle"
			switch half := float64(len(t.Label)) * charSize / 2; {
			case at+half > c.Width:
				anchor = "end"
			case at < half:
				anchor = "start"
			}
			p.text(at, y.from+18, anchor, t.Label)
		}
		fmt.Fprintf(&small, "M%.1f %.1fv%.0f", at, y.from, length)
	}
	for _, t := range y.ticks {
		at := y.at(t.Value)
		if t.Label == "" {
			fmt.Fprintf(&small, "M%.1f %.1fh-3", x.from, at)
			continue
		}
		p.text(x.from-8, at+4, "end", t.Label)
		fmt.Fprintf(&small, "M%.1f %.1fh-6", x.from, at)
		fmt.Fprintf(&lines, "M%.1f %.1fH%.1f", x.from, at, x.to)
	}
	fmt.Fprintf(p, "<path fill=\"none\" stroke=\"currentColor\" d=\"%s\"/>\n", small.String())
	fmt.Fprintf(p, "<path fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".25\" d=\"%s\"/>\n", lines.String())
	p.text((x.from+x.to)/2, c.Height-6, "middle", c.X.Label)
	p.WriteString("<g transform=\"rotate(-90)\">\n")
	p.text(-(y.from+y.to)/2, 14, "middle", c.Y.Label)
	p.WriteString("</g>\n")
}

// curve draws a line and its markers.
func (p *picture) curve(c *Curve, l look, x, y *scale) {
	if len(c.Points) == 0 {
		return
	}
	var line, markers strings.Builder
	for _, point := range c.Points {
		at := fmt.Sprintf("%.1f %.1f", x.at(point.X), y.at(point.Y))
		line.WriteString(" " + at)
		if l.shape != "" {
			markers.WriteString("M" + at + l.shape)
		}
	}
	fmt.Fprintf(p, "<g%s>\n<path fill=\"none\" stroke-width=\"1.5\" d=\"M%s\"/>\n<path d=\"%s\"/>\n</g>\n", l.attributes, line.String(), markers.String())
}

// legend writes the names of the curves to the right of the chart. Each is as near
// to the end of its curve as the others allow.
func (p *picture) legend(c *Chart, looks []look, x float64, y *scale) {
	order, ends := byEnd(slices.DeleteFunc(slices.Clone(c.Curves), func(c Curve) bool { return c.Name == "" }), y)
	for i, at := range spread(ends, 15, y.from) {
		l := looks[slices.IndexFunc(c.Curves, func(other Curve) bool { return other.Name == order[i].Name })]
		fmt.Fprintf(p, "<path%s d=\"M%.1f %.1fh20\"/>\n", l.attributes, x, at)
		fmt.Fprintf(p, "<path%s d=\"M%.1f %.1f%s\"/>\n", l.attributes, x+10, at, l.shape)
		p.text(x+26, at+4, "start", order[i].Name)
	}
}

// A picture is the text of an SVG element.
type picture struct{ strings.Builder }

func newPicture(width, height float64, name, doc string) *picture {
	p := new(picture)
	fmt.Fprintf(p, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\" "+
		"color=\"%s\" fill=\"currentColor\" font-family=\"system-ui, sans-serif\" font-size=\"%d\">\n%s<desc>%s</desc>\n",
		width, height, width, height, ink, fontSize, title(name), escape(doc))
	return p
}

func (p *picture) text(x, y float64, anchor, s string) {
	if s != "" {
		fmt.Fprintf(p, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, escape(s))
	}
}

func (p *picture) end() string { return p.String() + "</svg>\n" }

func class(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" class=\"%s\"", escape(name))
}

func title(s string) string {
	if s == "" {
		return ""
	}
	return "<title>" + escape(s) + "</title>"
}

// escape turns any string into text. XML has no control characters, and marks that
// turn the direction of writing do not belong into names.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s))
}
