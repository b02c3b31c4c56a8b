package compare

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// The JSON of a report. What is not known or not finite is left out.
type (
	jsonReport struct {
		Outcome   Verdict   `json:"outcome"`
		Threshold float64   `json:"threshold"`
		Alpha     float64   `json:"alpha"`
		Old       jsonSide  `json:"old"`
		New       jsonSide  `json:"new"`
		Rows      []jsonRow `json:"rows"`
		Vanished  []string  `json:"vanished"`
		Added     []string  `json:"added"`
		Notes     []string  `json:"notes"`
	}
	jsonSide struct {
		Name    string `json:"name"`
		CPU     string `json:"cpu,omitempty"`
		Results int    `json:"results"`
	}
	jsonRow struct {
		Package   string      `json:"package,omitempty"`
		Benchmark string      `json:"benchmark"`
		Unit      string      `json:"unit"`
		Better    string      `json:"better,omitempty"`
		Old       jsonSummary `json:"old"`
		New       jsonSummary `json:"new"`
		Delta     *float64    `json:"delta,omitempty"`
		Low       *float64    `json:"deltaLow,omitempty"`
		High      *float64    `json:"deltaHigh,omitempty"`
		P         *float64    `json:"p,omitempty"`
		Family    *float64    `json:"pFamily,omitempty"`
		Seen      *float64    `json:"smallestSeen,omitempty"`
		Verdict   Verdict     `json:"verdict"`
		Why       string      `json:"why,omitempty"`
	}
	jsonSummary struct {
		N      int      `json:"n"`
		Median float64  `json:"median"`
		Low    *float64 `json:"low,omitempty"`
		High   *float64 `json:"high,omitempty"`
	}
)

// WriteJSON writes the report as one JSON object: fractions, and base units.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Outcome:   r.Outcome(),
		Threshold: r.Options.Threshold,
		Alpha:     r.Options.Alpha,
		Old:       jsonSide(r.Old),
		New:       jsonSide(r.New),
		Rows:      []jsonRow{},
		Vanished:  append([]string{}, r.Vanished...),
		Added:     append([]string{}, r.Added...),
		Notes:     append([]string{}, r.Notes...),
	}
	for _, t := range r.Tables {
		for i := range t.Rows {
			row := &t.Rows[i]
			out.Rows = append(out.Rows, jsonRow{
				Package: t.Pkg, Benchmark: row.Name, Unit: t.Unit,
				Better: [...]string{"lower", "", "higher"}[t.Better+1],
				Old:    row.Old.json(), New: row.New.json(),
				Delta: known(row.Delta), Low: known(row.Lo), High: known(row.Hi),
				P: known(row.P), Family: known(row.Family), Seen: known(row.Seen),
				Verdict: row.Verdict, Why: row.why(r.Options, r.family),
			})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (s Summary) json() jsonSummary {
	return jsonSummary{s.N, rounded(s.Median), known(s.Lo), known(s.Hi)}
}

// known returns nil for what JSON cannot say.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = rounded(x)
	return &x
}

// rounded leaves nine digits, which are the same on every architecture.
func rounded(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	return x
}
