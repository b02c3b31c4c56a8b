package plot

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
)

// wellFormed reads a picture to its end and returns the words in it.
func wellFormed(t *testing.T, picture []byte) string {
	t.Helper()
	var words strings.Builder
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return words.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok {
			words.Write(text)
		}
	}
}

func TestChart(t *testing.T) {
	chart := Chart{Title: "Cost", X: "degree", Y: "ns", Curves: []Curve{
		{"floor", plotter.XYs{{X: 2, Y: 1}, {X: 24, Y: 12}}},
		{"lowbit", plotter.XYs{{X: 2, Y: 20}, {X: 24, Y: 7e7}}},
	}}
	picture, err := chart.SVG()
	if err != nil {
		t.Fatal(err)
	}
	words := wellFormed(t, picture)
	for _, want := range []string{"Cost", "degree", "ns", "floor", "lowbit", "10M"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q among the words %q", want, words)
		}
	}
	if again, _ := chart.SVG(); !bytes.Equal(picture, again) {
		t.Error("drawn again, it differs")
	}
}

func TestMap(t *testing.T) {
	m := Map{"Map", []string{"uva", "wide"}, []string{"naive", "auto"}, [][]float64{{1.6e6, 0}, {2.5, 812}}}
	picture, err := m.SVG()
	if err != nil {
		t.Fatal(err)
	}
	words := wellFormed(t, picture)
	for _, want := range []string{"uva", "auto", "1.6M", "2.5", "812"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q among the words %q", want, words)
		}
	}
}

// Words can be read on white and on the black of dark pages: a contrast of 3
// is asked of large signs and 4.5 of text (WCAG 2.1); ink has what is possible
// on both.
func TestContrast(t *testing.T) {
	luminance := func(c [3]uint8) float64 {
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			x := float64(c[i]) / 255
			sum += weight * x * x // near enough to the curve of sRGB
		}
		return sum
	}
	contrast := func(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
	for i, c := range palette {
		l := luminance([3]uint8{c.R, c.G, c.B})
		for _, page := range [][3]uint8{{255, 255, 255}, {13, 17, 23}} {
			if got := contrast(l, luminance(page)); got < 2.8 {
				t.Errorf("color %d on %v has a contrast of %.1f", i, page, got)
			}
		}
	}
	for i, c := range heat {
		if got := contrast(luminance([3]uint8{c.R, c.G, c.B}), luminance([3]uint8{32, 32, 32})); got < 4.5 {
			t.Errorf("words on heat %d have a contrast of %.1f", i, got)
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
