package plot

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// words reads a picture to its end, which fails unless it is well-formed, and
// returns its texts by the name of the element they are in.
func words(t *testing.T, picture string) map[string][]string {
	t.Helper()
	texts := map[string][]string{}
	in := ""
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				texts[in] = append(texts[in], s)
			}
		}
	}
}

func expectWords(t *testing.T, picture, element string, want ...string) {
	t.Helper()
	for _, w := range want {
		if got := words(t, picture)[element]; !slices.Contains(got, w) {
			t.Errorf("no %q among the texts %q of elements %s", w, got, element)
		}
	}
}

var chart = Chart{
	Title: "Cost", Doc: "Two curves.", Width: 700, Height: 400,
	X: Axis{Label: "degree"}, Y: Axis{Label: "ns", Log: true},
	Curves: []Curve{
		{Name: "floor", Reference: true, Points: []Point{{X: 2, Y: 1}, {X: 24, Y: 12}}},
		{Name: "affine", Points: []Point{{X: 2, Y: 20}, {X: 24, Y: 7e7}}},
		{Name: "affine/avx2", Points: []Point{{X: 2, Y: 20}, {X: 24, Y: 7e7}}},
	},
}

func TestChart(t *testing.T) {
	picture := chart.SVG()
	expectWords(t, picture, "text", "Cost", "degree", "ns", "floor", "affine", "affine/avx2", "10M", "20")
	expectWords(t, picture, "title", "Cost")
	expectWords(t, picture, "desc", "Two curves.")
	if chart.SVG() != picture {
		t.Error("drawn again, it differs")
	}
}

// A value is where its axis says it is: the curve's ends lie between the ticks
// around them, in both directions and on both kinds of axes.
func TestPlaces(t *testing.T) {
	for _, log := range []bool{false, true} {
		s := newScale(Axis{Log: log}, []float64{3, 700})
		s.from, s.to = 10, 110
		for _, x := range []float64{3, 10, 100, 700} {
			value, low, high := x, 3.0, 700.0
			if log {
				value, low, high = math.Log10(x), math.Log10(3), math.Log10(700)
			}
			margin := (high - low) / 40
			want := 10 + 100*(value-low+margin)/(high-low+2*margin)
			if got := s.at(x); math.Abs(got-want) > 1e-9 {
				t.Errorf("logarithmic %v: %v is at %v, expected %v", log, x, got, want)
			}
		}
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		axis   Axis
		values []float64
		want   string
	}{
		{Axis{}, []float64{0, 17}, "0 5 10 15"},
		{Axis{}, []float64{-1, 1}, "-1 -0.5 0 0.5 1"},
		{Axis{}, []float64{2, 64}, "20 40 60"},
		{Axis{}, []float64{5, 5}, "4.5 5 5.5"},
		{Axis{}, nil, "0 0.5 1"},
		{Axis{Log: true}, []float64{1, 1e7}, "1 10 100 1k 10k 100k 1M 10M"},
		{Axis{Log: true}, []float64{15, 250}, "20 50 100 200"},
		{Axis{Format: func(x float64) string { return fmt.Sprintf("%vs", x) }}, []float64{0, 2}, "0s 0.5s 1s 1.5s 2s"},
	} {
		var got []string
		for _, tick := range newScale(test.axis, test.values).findTicks(5) {
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%v: labels %q, expected %q", test.values, got, test.want)
		}
	}
}

// The legend's lines lie apart from one another and inside the picture, in the
// order in which the curves end.
func TestLegend(t *testing.T) {
	c := Chart{Doc: "Twelve curves that end at the same place.", Width: 700, Height: 300}
	for i := range 12 {
		c.Curves = append(c.Curves, Curve{Name: fmt.Sprint("curve ", i), Points: []Point{{X: 0}, {X: 1, Y: float64(i % 2)}}})
	}
	before := 0.0
	upper := true
	for line := range strings.Lines(c.SVG()) {
		at, name, ok := strings.Cut(line, `" text-anchor="start">curve `)
		if !ok {
			continue
		}
		y, err := strconv.ParseFloat(at[strings.LastIndex(at, `"`)+1:], 64)
		if err != nil || y < before+12 || y > 300 {
			t.Errorf("a line of the legend at %v after one at %v, error %v", y, before, err)
		}
		before = y
		number, _, _ := strings.Cut(name, "<")
		n, _ := strconv.Atoi(number)
		if n%2 == 1 && !upper {
			t.Errorf("curve %d ends above another, and is below it in the legend", n)
		}
		upper = n%2 == 1
	}
	if before == 0 {
		t.Error("no legend")
	}
}

// Nothing in a name is markup, and no name breaks the picture.
func TestEscapes(t *testing.T) {
	const hostile = "</svg><script>\"'&\x00\x1b\u202e\xff"
	c := chart
	c.Title, c.Doc, c.X.Label, c.Y.Label = hostile, hostile, hostile, hostile
	c.Curves = []Curve{{Name: hostile, Class: hostile, Points: []Point{{1, 1, hostile}, {2, 2, ""}}}}
	m := Map{hostile, hostile, []string{hostile}, []string{hostile}, [][]float64{{1}}}
	const shown = "</svg><script>\"'&\ufffd\ufffd\ufffd\ufffd"
	expectWords(t, c.SVG(), "text", shown)
	expectWords(t, c.SVG(), "title", shown)
	expectWords(t, m.SVG(), "text", shown)
}

func TestEmpty(t *testing.T) {
	c := Chart{Doc: "Nothing.", Width: 300, Height: 200, Curves: []Curve{{Name: "none"}}}
	expectWords(t, c.SVG(), "title", "Nothing.")
	if strings.Contains(c.SVG(), "NaN") {
		t.Error("a coordinate is not a number")
	}
}

func TestMap(t *testing.T) {
	m := Map{"Map", "A map.", []string{"uva", "wide"}, []string{"naive", "auto"}, [][]float64{{1.6e6, 0}, {2.5, 812}}}
	picture := m.SVG()
	expectWords(t, picture, "text", "uva", "wide", "naive", "auto", "1.6M", "2.5", "812")
	expectWords(t, picture, "desc", "A map.")
	if got := strings.Count(picture, "<rect"); got != 3 {
		t.Errorf("%d squares, expected 3", got)
	}
}

// Words can be read on white and on the black of dark pages: WCAG 2.1 asks for a
// contrast of 3 for large signs and 4.5 for text. Colors of middle brightness
// have what is possible on both.
func TestContrast(t *testing.T) {
	luminance := func(color string) float64 {
		rgb, err := strconv.ParseUint(color[1:], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			x := float64(rgb>>(16-8*i)&255) / 255
			sum += weight * x * x // near enough to the curve of sRGB
		}
		return sum
	}
	contrast := func(a, b string) float64 {
		x, y := luminance(a), luminance(b)
		return (max(x, y) + 0.05) / (min(x, y) + 0.05)
	}
	for _, color := range append([]string{ink}, palette...) {
		for _, page := range []string{"#ffffff", "#0d1117"} {
			if got := contrast(color, page); got < 2.8 {
				t.Errorf("color %s on %s has a contrast of %.1f", color, page, got)
			}
		}
	}
	for _, color := range heat {
		if got := contrast(color, darkInk); got < 4.5 {
			t.Errorf("words on %s have a contrast of %.1f", color, got)
		}
	}
}

func TestShort(t *testing.T) {
	for x, want := range map[float64]string{1: "1", 2.54: "2.54", 812: "812", 1e3: "1k", 123456: "123k", 1.6e6: "1.6M", 2e9: "2G"} {
		if got := short(x); got != want {
			t.Errorf("%v: %q, expected %q", x, got, want)
		}
	}
}
