package history

import (
	"io"
	"math"
	"time"

	"mexlab/track/report"
)

// The JSON of a history leaves out what is not known.
type (
	jsonHistory struct {
		Schema report.Schema `json:"schema"`
		Trends []jsonTrend   `json:"trends"`
	}
	jsonTrend struct {
		CPU       string       `json:"cpu"`
		Tier      string       `json:"tier,omitempty"`
		Toolchain string       `json:"toolchain"`
		Procs     string       `json:"gomaxprocs"`
		Benchmark string       `json:"benchmark"`
		Unit      string       `json:"unit"`
		Better    string       `json:"better,omitempty"`
		Points    []jsonPoint  `json:"points"`
		Changes   []jsonChange `json:"changes"`
	}
	jsonPoint struct {
		Commit string    `json:"commit"`
		Date   time.Time `json:"date"`
		Median float64   `json:"median"`
		N      int       `json:"n"`
	}
	jsonChange struct {
		Commit  string   `json:"commit"`
		Verdict string   `json:"verdict"`
		Old     float64  `json:"old"`
		New     float64  `json:"new"`
		Change  *float64 `json:"change,omitempty"`
		Remarks []string `json:"remarks"`
	}
)

// WriteJSON writes all trends with their changes, as one object.
func WriteJSON(w io.Writer, trends []*Trend, annotations []Annotation) error {
	h := jsonHistory{Trends: []jsonTrend{}}
	for _, t := range trends {
		j := jsonTrend{CPU: t.Key.CPU, Tier: t.Key.Tier, Toolchain: t.Key.Toolchain, Procs: t.Key.Procs,
			Benchmark: t.Benchmark, Unit: t.Unit, Better: [...]string{"lower", "", "higher"}[t.Better+1], Changes: []jsonChange{}}
		for _, p := range t.Points {
			j.Points = append(j.Points, jsonPoint{p.Commit, p.Date, report.Rounded(p.Median), p.N})
		}
		for _, c := range t.Changes {
			commit := t.Points[c.At].Commit
			change := jsonChange{Commit: commit, Verdict: t.Verdict(c), Old: report.Rounded(c.Before), New: report.Rounded(c.After), Remarks: append([]string{}, notes(annotations, commit)...)}
			if !math.IsNaN(c.Delta) {
				delta := report.Rounded(c.Delta)
				change.Change = &delta
			}
			j.Changes = append(j.Changes, change)
		}
		h.Trends = append(h.Trends, j)
	}
	return report.WriteJSON(w, h)
}
