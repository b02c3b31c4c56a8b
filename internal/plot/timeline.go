package plot

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// A Timeline is a chart of one value over moments at even distances, the oldest at
// the left. It is an element for pages: as wide as its place, with words of the
// same size on every screen. Style and Script are the rest of it.
type Timeline struct {
	Name   string // what it shows, for people who do not see it
	Points []Moment
	Levels []Level
	Span   float64                // what the axis reaches over at least, in the unit of the values
	Factor float64                // ticks are round multiples of it
	Format func(x float64) string // of ticks
}

// A Moment is a value and the range around it.
type Moment struct {
	Low, Value, High float64
	Text, When       string // the value and the moment in words, for the pointer and the keyboard
	About            string // the id of an element of the page that says more than When; "" for none
	Label            string // below the axis; "" for none
	Note             string // a remark, which has a mark; "" for none
}

// A Level is where values stay from one moment to before another.
type Level struct {
	From, To     int
	Value, Reach float64 // values within Reach of Value say nothing new
	Class, Label string  // of the change that leads here; the first level has none
}

const (
	timelineHeight = 140 // of the values, in pixels
	timelineWidth  = 1000
	labelHeight    = 15
)

// SVG draws the chart. There must be points.
func (t *Timeline) SVG() string {
	y := t.axis()
	width := float64(timelineWidth) / float64(len(t.Points))
	labels, rows := t.labels(width)
	top := 6 + labelHeight*rows
	y.from, y.to = float64(top+timelineHeight), float64(top) // upwards
	var p strings.Builder
	fmt.Fprintf(&p, "<svg class=\"timeline\" role=\"img\" aria-label=\"%s\" width=\"100%%\" height=\"%d\" style=\"padding-left:%.0fpx\">\n",
		escape(t.Name), top+timelineHeight+22, 12+y.labelSize())
	for _, tick := range y.ticks {
		fmt.Fprintf(&p, "<text x=\"-8\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", y.at(tick.Value)+4, escape(tick.Label))
	}
	for i, m := range t.Points {
		fluidText(&p, width*(float64(i)+0.5), float64(top+timelineHeight+18), "", m.Label)
	}
	p.WriteString(labels)
	// This part stretches, and its lines do not get thicker.
	fmt.Fprintf(&p, "<svg width=\"100%%\" height=\"%d\" viewBox=\"0 0 %d %[1]d\" preserveAspectRatio=\"none\">\n<path class=\"grid\" d=\"",
		top+timelineHeight+2, timelineWidth)
	for _, tick := range y.ticks {
		fmt.Fprintf(&p, "M0 %.1fH%d", y.at(tick.Value), timelineWidth)
	}
	p.WriteString("\"/>\n")
	for i, l := range t.Levels {
		from, to := width*float64(l.From), width*float64(l.To)
		fmt.Fprintf(&p, "<path class=\"band\" d=\"M%.1f %.1fH%.1fV%.1fH%.1[1]fz\"/>", from, y.at(l.Value+l.Reach), to, y.at(l.Value-l.Reach))
		fmt.Fprintf(&p, "<path class=\"level\" d=\"M%.1f %.1fH%.1f\"/>\n", from, y.at(l.Value), to)
		if i > 0 {
			fmt.Fprintf(&p, "<path class=\"step %s\" d=\"M%.1f %dV%d\"/>\n", escape(l.Class), from, top-4, top+timelineHeight)
		}
	}
	p.WriteString("<path class=\"line\" d=\"M")
	for i, m := range t.Points {
		fmt.Fprintf(&p, " %.1f %.1f", width*(float64(i)+0.5), y.at(m.Value))
	}
	p.WriteString("\"/>\n")
	for i, m := range t.Points {
		about := ""
		if m.About != "" {
			about = fmt.Sprintf(" data-about=\"%s\"", escape(m.About))
		}
		x := width * (float64(i) + 0.5)
		fmt.Fprintf(&p, "<g class=\"moment\"%s><title>%s\n%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>", about, escape(m.Text), escape(m.When), x-width/2, top, width, timelineHeight)
		if m.Note != "" {
			fmt.Fprintf(&p, "<path class=\"note\" d=\"M%.1f %dV%d\"/>", x, top, top+timelineHeight)
		}
		fmt.Fprintf(&p, "<path d=\"M%.1f %.1fV%.1f\"/><path class=\"dot\" d=\"M%.1[1]f %.1[4]fh0\"/></g>\n", x, y.at(m.Low), y.at(m.High), y.at(m.Value))
	}
	p.WriteString("</svg>\n</svg>\n")
	return p.String()
}

// axis returns the axis of the values. It reaches over Span or more, and not below 0
// if no value does.
func (t *Timeline) axis() *scale {
	s := &scale{Axis: Axis{Format: t.Format}, low: math.Inf(1), high: math.Inf(-1)}
	whole := true
	for _, m := range t.Points {
		s.low, s.high = min(s.low, m.Low, m.Value), max(s.high, m.High, m.Value)
		whole = whole && math.Mod(m.Value, t.Factor) == 0
	}
	one := Tick{Value: s.low, Label: t.Format(s.low)}
	flat := s.low == s.high
	least, span := s.low, t.Span
	if flat && span == 0 {
		span = 1
	}
	if missing := span - (s.high - s.low); missing > 0 {
		s.low, s.high = s.low-missing/2, s.high+missing/2
		if least >= 0 && s.low < 0 {
			s.low, s.high = 0, s.high-s.low
		}
	}
	margin := (s.high - s.low) / 20
	s.low, s.high = s.low-margin, s.high+margin
	if flat {
		s.ticks = []Tick{one}
		return s
	}
	step := roundStep((s.high-s.low)/t.Factor/6) * t.Factor
	if whole {
		step = max(step, t.Factor)
	}
	s.ticks = s.multiples(step)
	return s
}

// labels writes the labels of levels above their start, in as many rows as it takes
// on a phone.
func (t *Timeline) labels(width float64) (text string, rows int) {
	const phone = 290 // the width that a phone has for values, in pixels
	var p strings.Builder
	var ends []float64 // of the last label of each row
	for _, l := range t.Levels {
		if l.Label == "" {
			continue
		}
		from := width * float64(l.From)
		to := from + float64(utf8.RuneCountInString(l.Label))*charSize*timelineWidth/phone
		if atEnd(from) {
			from, to = from-(to-from), from
		}
		row := 0
		for row < len(ends) && ends[row] > from {
			row++
		}
		if row == len(ends) {
			ends = append(ends, 0)
		}
		ends[row] = to
		fluidText(&p, width*float64(l.From), float64(labelHeight*(row+1)-3), l.Class, l.Label)
	}
	return p.String(), len(ends)
}

// atEnd reports whether text at x ends there, so that it does not leave the chart.
func atEnd(x float64) bool { return x > timelineWidth*2/3 }

// fluidText writes text at a share of the width, out of timelineWidth.
func fluidText(p *strings.Builder, x, y float64, look, s string) {
	if s == "" {
		return
	}
	anchor := "start"
	if atEnd(x) {
		anchor = "end"
	}
	fmt.Fprintf(p, "<text%s x=\"%.1f%%\" y=\"%.0f\" text-anchor=\"%s\">%s</text>\n", class(look), x/timelineWidth*100, y, anchor, escape(s))
}
