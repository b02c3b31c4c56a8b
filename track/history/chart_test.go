package history

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Noise alone takes less than half of a chart, however small or large it is, and a
// change of level is there for all to see.
func TestNoiseLooksSmall(t *testing.T) {
	for _, noise := range []float64{0, 0.0001, 0.01, 0.05, 0.3} {
		for _, step := range []float64{1, 1.5} {
			r := rand.New(rand.NewPCG(1, 2))
			trend := &Trend{Benchmark: "X", Unit: "sec/op", Better: -1}
			for i := range 60 {
				v := 1e-6 * max(0.1, 1+noise*r.NormFloat64())
				if i >= 30 {
					v *= step
				}
				trend.Points = append(trend.Points, Point{Commit: fmt.Sprint(i), Median: v, Low: v, High: v, N: 1})
			}
			trend.findChanges(0.02)
			line := trend.timeline(nil, func(string) string { return "" })
			low, high := line.Points[0].Value, line.Points[0].Value
			for _, m := range line.Points[:30] {
				low, high = min(low, m.Value), max(high, m.Value)
			}
			if share := (high - low) / line.Span; share > 0.5 {
				t.Errorf("noise of %v takes %v of the axis", noise, share)
			}
			if step > 1 && noise <= 0.05 && (len(line.Levels) != 2 || line.Levels[1].Class != "bad" || line.Levels[1].Label == "") {
				t.Errorf("noise of %v, a change by half: levels %+v", noise, line.Levels)
			}
			for _, l := range line.Levels {
				if noise > 0 && !(l.Reach > noise*l.Value) || noise == 0 && l.Reach > 0 {
					t.Errorf("noise of %v has a band of %v around %v", noise, l.Reach, l.Value)
				}
			}
		}
	}
}

// Nothing in a file becomes markup of the page: no name, unit, commit or subject.
func TestHostilePage(t *testing.T) {
	const bad = "<i>\"'&"
	trend := &Trend{Key: Key{CPU: bad, Toolchain: bad}, Benchmark: bad + "." + bad, Unit: bad + "/op", pkg: bad, Better: -1, Changes: []Change{{At: 1, Before: 1, After: 2, Delta: 1}},
		Points: []Point{{Commit: bad, Subject: bad, Median: 1, Low: 1, High: 2, N: 9}, {Commit: bad + bad, Subject: bad, Median: 2, Low: 2, High: 3, N: 9}}}
	var page strings.Builder
	if err := WriteHTML(&page, []*Trend{trend}, []Annotation{{Text: bad}}, "https://example.com/%s?a='b'&c=\"d\""); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page.String(), "<i>") || strings.Contains(page.String(), "\"'&") {
		t.Errorf("markup in\n%s", page.String())
	}
	if !strings.Contains(page.String(), "2 &lt;i&gt;") {
		t.Error("no value with its unit")
	}
}

// Values have one prefix for a trend, the unit of people, and no digits that mean
// nothing.
func TestScale(t *testing.T) {
	for _, test := range []struct {
		unit       string
		values     []float64
		text, tick string // of the first value
	}{
		{"sec/op", []float64{4.123e-7, 9e-7}, "412.3 ns/op", "412.3 ns"},
		{"sec/op", []float64{0.0200, 0.0213}, "20.00 ms/op", "20 ms"},
		{"B/op", []float64{192, 320}, "192 B/op", "192 B"},
		{"B/s", []float64{3 << 30, 3.5 * (1 << 30)}, "3.000 GiB/s", "3 GiB"},
		{"allocs/op", []float64{3, 5}, "3 allocs/op", "3"},
		{"allocs/op", []float64{12345, 12346}, "12.35k allocs/op", "12.35k"},
		{"sec", []float64{2.5, 3}, "2.500 s", "2.5 s"},
		{"widgets", []float64{7.5, 8}, "7.500 widgets", "7.5"},
	} {
		trend := &Trend{Unit: test.unit}
		for _, v := range test.values {
			trend.Points = append(trend.Points, Point{Median: v})
		}
		s := trend.scale()
		if text, tick := s.text(test.values[0]), s.tick(test.values[0]); text != test.text || tick != test.tick {
			t.Errorf("%v %s: %q and %q, expected %q and %q", test.values, test.unit, text, tick, test.text, test.tick)
		}
	}
}
