package plot

import (
	"fmt"
	"strings"
	"testing"
)

// noisy returns a timeline of values around a level.
func noisy(level float64, values ...float64) *Timeline {
	t := &Timeline{Name: "noise", Factor: 1, Format: func(x float64) string { return fmt.Sprintf("%.4g", x) },
		Levels: []Level{{To: len(values), Value: level, Reach: 1}}}
	for _, v := range values {
		t.Points = append(t.Points, Moment{Low: v, Value: v, High: v, Text: fmt.Sprintf("%v ns", v), When: "today"})
	}
	return t
}

// The axis reaches over Span at least, so that noise takes a small part of it, and
// over all values; not below 0 if no value does; and its ticks are round.
func TestTimelineAxis(t *testing.T) {
	for _, test := range []struct {
		name      string
		line      *Timeline
		span      float64
		low, high float64 // without the margin
		ticks     string
	}{
		{"noise", noisy(100, 99, 101, 100), 10, 95, 105, "96 98 100 102 104"},
		{"a change", noisy(100, 100, 200), 10, 100, 200, "100 120 140 160 180 200"},
		{"not below zero", noisy(1, 0.5, 1, 1.5), 10, 0, 10, "0 2 4 6 8 10"},
		{"below zero", noisy(0, -1, 1), 4, -2, 2, "-2 -1 0 1 2"},
		{"whole numbers", noisy(3, 2, 3), 0.2, 2, 3, "2 3"},
		{"one value", noisy(5, 5, 5), 0.5, 4.75, 5.25, "5"},
		{"zero", noisy(0, 0, 0), 0, 0, 1, "0"},
	} {
		test.line.Span = test.span
		s := test.line.axis()
		margin := (test.high - test.low) / 20
		if d := max(abs(s.low-test.low+margin), abs(s.high-test.high-margin)); d > 1e-9 {
			t.Errorf("%s: the axis is from %v to %v, expected %v to %v", test.name, s.low, s.high, test.low-margin, test.high+margin)
		}
		var got []string
		for _, tick := range s.ticks {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != test.ticks {
			t.Errorf("%s: ticks %q, expected %q", test.name, got, test.ticks)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

func TestTimeline(t *testing.T) {
	line := noisy(100, 99, 101, 120, 121)
	line.Levels = []Level{{To: 2, Value: 100, Reach: 2}, {From: 2, To: 4, Value: 120.5, Reach: 2, Class: "bad", Label: "+20.5%"}}
	line.Points[0].Label, line.Points[2].Note, line.Points[3].About = "first", "a remark", "c3"
	picture := line.SVG()
	expectWords(t, picture, "text", "+20.5%", "first", "100", "120")
	expectWords(t, picture, "title", "99 ns\ntoday", "121 ns\ntoday")
	for _, want := range []string{`data-about="c3"`, `<path class="step bad" d="M500.0 `, `class="note"`, `aria-label="noise"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("no %s in %s", want, picture)
		}
	}
	if n := strings.Count(line.Spark(), "<path"); n != 3 || !strings.Contains(line.Spark(), `<g class="bad">`) {
		t.Errorf("the sparkline is %s", line.Spark())
	}
	const hostile = "</svg><script>\"'&\x00"
	line.Name, line.Points[0] = hostile, Moment{Text: hostile, When: hostile, About: hostile, Label: hostile, Note: hostile}
	line.Levels[1].Class, line.Levels[1].Label = hostile, hostile
	expectWords(t, line.SVG(), "text", "</svg><script>\"'&\ufffd")
	words(t, line.Spark())
}

// Labels of changes that are near one another are in rows of their own, and those
// near the right edge end at their change.
func TestTimelineLabels(t *testing.T) {
	line := noisy(1, make([]float64, 100)...)
	for _, from := range []int{0, 10, 12, 14, 60, 97} {
		line.Levels = append(line.Levels, Level{From: from, To: from + 1, Label: "+10.0%"})
	}
	line.Levels = line.Levels[1:]
	line.Levels[0].Label = ""
	text, rows := line.labels(10)
	if rows != 3 {
		t.Errorf("%d rows of labels, expected 3:\n%s", rows, text)
	}
	if !strings.Contains(text, `x="97.0%" y="12" text-anchor="end"`) {
		t.Errorf("the last label does not end at its change:\n%s", text)
	}
}
