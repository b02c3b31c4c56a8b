package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Map is a grid of numbers of 1 or more, each written in a square whose color
// grows with its logarithm. 0 means that there is none.
type Map struct {
	Title         string
	Columns, Rows []string
	Values        [][]float64 // by row
}

// heat goes from 1 to a million: from a color that is good to one that is not,
// all bright enough for dark words.
var heat = []color.NRGBA{
	{0x8f, 0xd1, 0x8c, 0xff}, {0xc9, 0xdc, 0x74, 0xff}, {0xf3, 0xd5, 0x66, 0xff},
	{0xf2, 0xb0, 0x5e, 0xff}, {0xea, 0x8b, 0x63, 0xff}, {0xe0, 0x7a, 0x7a, 0xff}, {0xcf, 0x80, 0xa8, 0xff},
}

// heatOf returns the color of a value: one for each power of ten.
func heatOf(value float64) color.NRGBA {
	i := int(math.Round(math.Log10(max(value, 1))))
	return heat[min(i, len(heat)-1)]
}

// SVG draws the map.
func (m *Map) SVG() ([]byte, error) {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.Title.Text = m.Title
	inked(p)
	p.NominalX(m.Columns...)
	p.NominalY(reversed(m.Rows)...)
	p.X.Min, p.X.Max = -0.5, float64(len(m.Columns))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(m.Rows))-0.5
	p.Add(squares{m})
	height := vg.Length(len(m.Rows))*0.34*vg.Inch + 0.8*vg.Inch
	return svg(7.2*vg.Inch, height, func(c draw.Canvas) { p.Draw(c) }), nil
}

func reversed(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[len(list)-1-i] = s
	}
	return out
}

// squares is the plotter of a map.
type squares struct{ *Map }

func (s squares) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	words := p.X.Tick.Label
	words.Color = color.NRGBA{0x20, 0x20, 0x20, 0xff}
	words.XAlign, words.YAlign = draw.XCenter, draw.YCenter
	words.Font.Size = vg.Points(9)
	for i := range s.Rows {
		for j, value := range s.Values[i] {
			if value == 0 {
				continue
			}
			at := float64(len(s.Rows) - 1 - i)
			left, right := x(float64(j)-0.48), x(float64(j)+0.48)
			low, high := y(at-0.46), y(at+0.46)
			c.FillPolygon(heatOf(value), []vg.Point{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}})
			c.FillText(words, vg.Point{X: x(float64(j)), Y: y(at)}, short(value))
		}
	}
}
