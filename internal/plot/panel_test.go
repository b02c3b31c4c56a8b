package plot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Panels have common axes: the same values have the same place in both. A curve
// that stands aside is there, but off.
func TestPanels(t *testing.T) {
	long := Curve{Name: "long", Class: "c0", Points: []Point{{1, 10, "ten"}, {2, 1000, "a thousand"}}}
	wide := Curve{Name: "wide", Class: "c1", Aside: true, Points: []Point{{1, 10, "ten"}, {50, 1e6, "a million"}}}
	drawn := Panels([]Panel{{"first", []Curve{long}}, {"second", []Curve{long, wide, {Name: "none"}}}}, Axis{Label: "x"}, Axis{Log: true})
	if len(drawn) != 2 {
		t.Fatalf("%d charts", len(drawn))
	}
	line := regexp.MustCompile(`<g class="series c0" data-name="long" data-values="ten\|a thousand"><path class="line" d="(.*?)"`)
	first, second := line.FindStringSubmatch(drawn[0]), line.FindStringSubmatch(drawn[1])
	if first == nil || second == nil || first[1] != second[1] {
		t.Errorf("one curve is %q and %q in two charts with the same axes", first, second)
	}
	expectWords(t, drawn[0], "title", "first")
	expectWords(t, drawn[1], "text", "long", "wide", "x", "1k")
	if n := strings.Count(drawn[1], `class="series c1 off"`); n != 1 {
		t.Errorf("%d curves are off, expected 1", n)
	}
	if columns := regexp.MustCompile(`data-x="(.*?)"`).FindStringSubmatch(drawn[1])[1]; strings.Count(columns, "[") != 4 || !strings.Contains(columns, `&#34;50&#34;]]`) {
		t.Errorf("the columns are %s, expected three", columns)
	}
	if strings.Contains(drawn[1], "none") || strings.Contains(drawn[1], "NaN") {
		t.Error("a curve without points is drawn")
	}
}

// Names that are shown lie apart, inside the chart, in the order of their curves.
func TestPanelNames(t *testing.T) {
	p := Panel{Doc: "Curves that end at the same place."}
	for i := range 12 {
		p.Curves = append(p.Curves, Curve{Name: fmt.Sprint("curve", i), Aside: i%3 == 2, Points: []Point{{X: 0}, {X: 1, Y: float64(i % 2)}}})
	}
	before, names := 0.0, 0
	for line := range strings.Lines(Panels([]Panel{p}, Axis{}, Axis{})[0]) {
		m := regexp.MustCompile(`class="series ".* x="([0-9.]+)" y="([0-9.]+)" data-y="([0-9.]+)">(.*?)<`).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		y, _ := strconv.ParseFloat(m[2], 64)
		if x, _ := strconv.ParseFloat(m[1], 64); y < before+nameHeight || y > panelHeight || x+charSize*float64(len(m[4])) > panelWidth {
			t.Errorf("%s at %v %v, after one at %v", m[4], x, y, before)
		}
		before = y
		names++
	}
	if names != 8 {
		t.Errorf("%d names, expected 8", names)
	}
}

func TestPanelEscapes(t *testing.T) {
	const hostile = "</svg>\"'|&<"
	c := Curve{Name: hostile, Class: hostile, Points: []Point{{1, 1, hostile}, {2, 2, ""}}}
	svg := Panels([]Panel{{hostile, []Curve{c}}}, Axis{Label: hostile, Format: func(float64) string { return hostile }}, Axis{})[0]
	expectWords(t, svg, "text", hostile)
	expectWords(t, svg, "title", hostile)
	if n := strings.Count(svg, "</svg>"); n != 1 {
		t.Errorf("%d ends of the picture", n)
	}
}
