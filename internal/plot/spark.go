package plot

import (
	"fmt"
	"strings"
)

// Spark draws a timeline as a line as small as a word. The part from the last level
// on has the class of the change that led there.
func (t *Timeline) Spark() string {
	const width, height, edge = 120, 24, 3
	y := t.axis()
	y.from, y.to = height-edge, edge
	at := func(i int) string {
		return fmt.Sprintf("%.1f %.1f ", edge+(width-2*edge)*(float64(i)+0.5)/float64(len(t.Points)), y.at(t.Points[i].Value))
	}
	last, class := 0, ""
	if n := len(t.Levels); n > 0 {
		last, class = t.Levels[n-1].From, t.Levels[n-1].Class
	}
	var before, after strings.Builder
	for i := range t.Points {
		if i <= last {
			before.WriteString(at(i))
		}
		if i >= last {
			after.WriteString(at(i))
		}
	}
	return fmt.Sprintf("<svg class=\"spark\" viewBox=\"0 0 %d %d\" width=\"%[1]d\" height=\"%d\" aria-hidden=\"true\">"+
		"<path class=\"before\" d=\"M%s\"/><g class=\"%s\"><path d=\"M%s\"/><path class=\"dot\" d=\"M%sh0\"/></g></svg>",
		width, height, strings.TrimSpace(before.String()), escape(class), strings.TrimSpace(after.String()), at(len(t.Points)-1))
}
