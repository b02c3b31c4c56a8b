// Package plot draws reports as SVG pictures that are legible on light and on
// dark pages: no background, and colors of middle brightness.
package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// ink is for axes and words: it has a contrast of more than 4 to both white and
// the black of a dark page.
var ink = color.NRGBA{0x7a, 0x7a, 0x7a, 0xff}

// palette tells curves apart, together with dashes and shapes, so that it does
// not rest on colors alone.
var palette = []color.NRGBA{
	{0x7a, 0x7a, 0x7a, 0xff}, // the floor
	{0xd9, 0x5f, 0x02, 0xff},
	{0x1b, 0x8e, 0x6b, 0xff},
	{0x7f, 0x77, 0xd0, 0xff},
	{0xe7, 0x29, 0x8a, 0xff},
	{0x56, 0x92, 0x1e, 0xff},
	{0xb8, 0x86, 0x0b, 0xff},
	{0x3f, 0x7f, 0xd8, 0xff},
	{0xa6, 0x76, 0x1d, 0xff},
	{0xc0, 0x40, 0x40, 0xff},
	{0x00, 0x8f, 0xa8, 0xff},
	{0x8a, 0x7a, 0x60, 0xff},
}

var shapes = []draw.GlyphDrawer{
	draw.CrossGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{},
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
}

// A Curve is a cost over something.
type Curve struct {
	Name   string
	Points plotter.XYs // ascending X
}

// A Chart is curves over common axes, the costs on a logarithmic one.
type Chart struct {
	Title, X, Y string
	LogX        bool
	Curves      []Curve
}

// SVG draws the chart.
func (c *Chart) SVG() ([]byte, error) {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	p.X.Tick.Marker = whole{}
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
	}
	inked(p)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.TextStyle.Color = ink
	p.Legend.TextStyle.Font.Size = vg.Points(9)
	p.Legend.Padding = vg.Points(3)
	for i, curve := range c.Curves {
		line, points, err := plotter.NewLinePoints(curve.Points)
		if err != nil {
			return nil, fmt.Errorf("curve %s of %q: %w", curve.Name, c.Title, err)
		}
		look := palette[i%len(palette)]
		line.Color, line.Width = look, vg.Points(1.5)
		if i == 0 {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		points.Color, points.Shape, points.Radius = look, shapes[i%len(shapes)], vg.Points(2.5)
		p.Add(line, points)
		p.Legend.Add(curve.Name, line, points)
	}
	// The legend has its own column at the right, so that it hides nothing.
	return svg(8*vg.Inch, 4.4*vg.Inch, func(canvas draw.Canvas) {
		legend := p.Legend
		p.Legend = plot.NewLegend()
		p.Draw(draw.Crop(canvas, 0, -1.75*vg.Inch, 0, 0))
		legend.Draw(draw.Crop(canvas, 6.1*vg.Inch, 0, 0, -0.4*vg.Inch))
	}), nil
}

// inked gives everything that p draws besides the data the color of ink.
func inked(p *plot.Plot) {
	p.Title.TextStyle.Color = ink
	p.Title.TextStyle.Font.Size = vg.Points(12)
	p.Title.Padding = vg.Points(6)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Label.TextStyle.Color = ink, ink
		axis.Tick.Color, axis.Tick.Label.Color = ink, ink
		axis.Label.TextStyle.Font.Size = vg.Points(10)
	}
}

// svg draws on a canvas of a size and returns the picture.
func svg(width, height vg.Length, paint func(draw.Canvas)) []byte {
	canvas := vgsvg.New(width, height)
	// A margin, as the reader's fonts may be wider than those it is laid out for.
	const margin = vg.Length(8)
	paint(draw.Crop(draw.New(canvas), 2*margin, -margin, margin, -margin))
	var out bytes.Buffer
	canvas.WriteTo(&out) // to memory, which does not fail
	return out.Bytes()
}

// decades puts labels at powers of ten and lines between them.
type decades struct{}

func (decades) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for power := math.Floor(math.Log10(low)); power <= math.Ceil(math.Log10(high)); power++ {
		base := math.Pow(10, power)
		for digit := 1.0; digit < 10; digit++ {
			x := digit * base
			if x < low || x > high {
				continue
			}
			tick := plot.Tick{Value: x}
			if digit == 1 {
				tick.Label = short(x)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// whole puts labels at whole numbers, about ten of them.
type whole struct{}

func (whole) Ticks(low, high float64) []plot.Tick {
	step := 1.0
	for (high-low)/step > 12 {
		step *= 2
	}
	var ticks []plot.Tick
	for x := math.Ceil(low/step) * step; x <= high; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: short(x)})
	}
	return ticks
}

// short writes a number in five characters or less: 12, 3.5k, 1M.
func short(x float64) string {
	for _, unit := range []struct {
		value float64
		name  string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= unit.value {
			return fmt.Sprintf("%.3g%s", x/unit.value, unit.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}
