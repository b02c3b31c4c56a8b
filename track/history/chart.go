package history

import (
	"fmt"
	"math"
	"strings"
	"time"

	"mexlab/internal/plot"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// What a chart's axis reaches over at least: noise must not look like news.
const (
	leastShare = 0.10 // of the last level
	leastNoise = 12   // times the noise
	bandNoise  = 2    // times the noise, on both sides of a level: 95% of the normal distribution
)

// noise estimates how far points lie from their levels if nothing changes: a
// standard deviation, from the median distance to the level or, if that is more, to
// the ends of the middle half of a commit's results.
func (t *Trend) noise(levels []plot.Level) float64 {
	var around, within []float64
	for _, l := range levels {
		for _, p := range t.Points[l.From:l.To] {
			around = append(around, math.Abs(p.Median-l.Value))
			within = append(within, (p.High-p.Low)/2)
		}
	}
	return max(stat.Median(around), stat.Median(within)) / stat.NormalQuantile(0.75)
}

// timeline draws a trend. The id of the list entry about a commit is about(commit).
func (t *Trend) timeline(annotations []Annotation, about func(commit string) string) *plot.Timeline {
	s := t.scale()
	var levels []plot.Level
	at := []int{0}
	for _, c := range t.Changes {
		at = append(at, c.At)
	}
	for i, value := range t.levels(at[1:]) {
		l := plot.Level{From: at[i], To: len(t.Points), Value: value}
		if i+1 < len(at) {
			l.To = at[i+1]
		}
		if i > 0 {
			_, _, size, verdict := t.describe(t.Changes[i-1])
			l.Class, l.Label = table.Verdict(verdict).Class, arrow(t.Changes[i-1])+" "+size
		}
		levels = append(levels, l)
	}
	noise := t.noise(levels)
	for i := range levels {
		levels[i].Reach = bandNoise * noise
	}
	line := &plot.Timeline{
		Name: fmt.Sprintf("%s in %s, %s", t.Benchmark, t.Unit, table.Count(len(t.Points), "commit", "commits")), Levels: levels, Factor: s.Factor, Format: s.tick,
		Span: max(leastShare*math.Abs(levels[len(levels)-1].Value), leastNoise*noise),
	}
	for i, p := range t.Points {
		m := plot.Moment{Low: p.Low, Value: p.Median, High: p.High, About: about(p.Commit), Note: strings.Join(notes(annotations, p.Commit), "; ")}
		m.Text, m.When = s.text(p.Median), p.Date.Format(time.DateOnly)+" "+short(p.Commit)
		if m.Text += ", " + table.Count(p.N, "result", "results"); p.Low != p.High {
			m.Text += fmt.Sprintf(", half of them from %s to %s", s.text(p.Low), s.text(p.High))
		}
		if i == 0 || i == len(t.Points)-1 {
			m.Label = p.Date.Format(time.DateOnly)
		}
		line.Points = append(line.Points, m)
	}
	return line
}

// arrow says which way a change goes, for readers who do not see its color.
func arrow(c Change) string {
	if c.After < c.Before {
		return "▼"
	}
	return "▲"
}
