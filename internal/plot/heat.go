package plot

import (
	"fmt"
	"math"
)

// A Map is a grid of squares, each with a number of 1 or more. The color of a
// square follows the logarithm of its number. A 0 leaves its square empty.
type Map struct {
	Title, Doc    string // as a Chart's
	Columns, Rows []string
	Values        [][]float64 // by row
}

// heat has a color for each power of ten from 1 to a million, from good to bad,
// all bright enough for dark words.
var heat = []string{"#8fd18c", "#c9dc74", "#f3d566", "#f2b05e", "#ea8b63", "#e07a7a", "#cf80a8"}

const darkInk = "#202020"

// Heat returns how hot a number is, from 0 to 6: the nearest power of ten.
func Heat(x float64) int {
	return min(len(heat)-1, int(math.Round(math.Log10(max(x, 1)))))
}

// SVG draws the map.
func (m *Map) SVG() string {
	const top, width, height = 52, 84, 26 // of a square
	left := 0
	for _, row := range m.Rows {
		left = max(left, len(row))
	}
	edge := 16 + float64(left)*charSize
	p := newPicture(edge+width*float64(len(m.Columns))+8, float64(top+height*len(m.Rows)+8), m.Title, m.Doc)
	p.text(edge+width*float64(len(m.Columns))/2, 18, "middle", m.Title)
	for i, column := range m.Columns {
		p.text(edge+width*(float64(i)+0.5), top-8, "middle", column)
	}
	for i, row := range m.Rows {
		y := float64(top + height*i)
		p.text(edge-8, y+17, "end", row)
		for j, value := range m.Values[i] {
			if value == 0 {
				continue
			}
			x := edge + width*float64(j)
			fmt.Fprintf(p, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" fill=\"%s\"/>"+
				"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n",
				x+1, y+1, width-2, height-2, heat[Heat(value)], x+width/2, y+17, darkInk, short(value))
		}
	}
	return p.end()
}
