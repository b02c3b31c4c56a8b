package compare

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"mexlab/track/report"
)

// The JSON of a report leaves out what is not known or not finite.
type (
	jsonRow struct {
		Package   string      `json:"package,omitempty"`
		Benchmark string      `json:"benchmark"`
		Unit      string      `json:"unit"`
		Better    string      `json:"better,omitempty"`
		Old       jsonSummary `json:"old"`
		New       jsonSummary `json:"new"`
		Change    *float64    `json:"change,omitempty"`
		Low       *float64    `json:"low,omitempty"`
		High      *float64    `json:"high,omitempty"`
		P         *float64    `json:"p_single,omitempty"`
		Family    *float64    `json:"p,omitempty"`
		Seen      *float64    `json:"seen,omitempty"`
		Verdict   Verdict     `json:"verdict"`
		Why       string      `json:"why,omitempty"`
	}
	jsonSummary struct {
		N      int      `json:"n"`
		Median float64  `json:"median"`
		Low    *float64 `json:"low,omitempty"`
		High   *float64 `json:"high,omitempty"`
	}
	jsonGeomean struct {
		Package    string  `json:"package,omitempty"`
		Unit       string  `json:"unit"`
		Benchmarks int     `json:"benchmarks"` // those with medians above zero
		Old        float64 `json:"old"`
		New        float64 `json:"new"`
		Change     float64 `json:"change"`
	}
	jsonLoss struct {
		Package   string `json:"package,omitempty"`
		Benchmark string `json:"benchmark"`
		Unit      string `json:"unit"`
	}
)

// WriteJSON writes the report as one JSON object, in fractions and base units.
func (r *Report) WriteJSON(w io.Writer) error {
	out := &jsonWriter{Writer: bufio.NewWriter(w)}
	out.field("schema", report.Schema{})
	out.field("verdict", r.Outcome())
	out.field("threshold", r.Options.Threshold)
	out.field("alpha", r.Options.Alpha)
	out.field("old", r.Old)
	out.field("new", r.New)
	writeList(out, "results", r.jsonRows())
	writeList(out, "geomeans", r.jsonGeomeans())
	writeList(out, "vanished", r.Vanished())
	writeList(out, "lost", each(r.Lost, func(l Loss) jsonLoss {
		return jsonLoss{r.match.Package(l.Benchmark), r.match.OldName(l.Benchmark), l.Unit}
	}))
	writeList(out, "added", r.Added())
	writeList(out, "gaps", slices.Values(r.Gaps))
	writeList(out, "notes", slices.Values(r.Notes))
	out.WriteString("\n}\n")
	return cmp.Or(out.err, out.Flush())
}

func (r *Report) jsonRows() iter.Seq[jsonRow] {
	return func(yield func(jsonRow) bool) {
		var m measurer
		for _, t := range r.Tables {
			for _, i := range t.rows {
				if !yield(r.jsonRow(&m, &t, &r.rows[i])) {
					return
				}
			}
		}
	}
}

func (r *Report) jsonGeomeans() iter.Seq[jsonGeomean] {
	return func(yield func(jsonGeomean) bool) {
		for _, t := range r.Tables {
			g := r.geomean(&t)
			if g.n > 0 && !yield(jsonGeomean{t.Pkg, t.Unit, g.n, report.Rounded(g.old), report.Rounded(g.new), report.Rounded(g.change())}) {
				return
			}
		}
	}
}

func (r *Report) jsonRow(m *measurer, t *Table, row *row) jsonRow {
	f := r.measureRow(m, row)
	p, seen := math.NaN(), 0.0
	if !f.exact {
		p, seen = m.p(), m.minDetectable(&f, r.Options.Alpha/float64(r.family))
	}
	if t.Better == 0 {
		seen, f.family = math.NaN(), math.NaN()
	}
	return jsonRow{
		Package: t.Pkg, Benchmark: f.name, Unit: t.Unit,
		Better: [...]string{"lower", "", "higher"}[t.Better+1],
		Old:    f.old.json(), New: f.new.json(),
		Change: report.Known(f.change), Low: report.Known(f.low), High: report.Known(f.high),
		P: report.Known(p), Family: report.Known(f.family), Seen: report.Known(seen),
		Verdict: f.verdict, Why: r.explain(m, &f),
	}
}

// A jsonWriter writes an object field by field, because all of it may not fit
// into memory. It keeps its first error.
type jsonWriter struct {
	*bufio.Writer
	fields int
	err    error
}

// name begins a field.
func (w *jsonWriter) name(name string) {
	start := ",\n  "
	if w.fields == 0 {
		start = "{\n  "
	}
	w.fields++
	w.WriteString(start + strconv.Quote(name) + ": ")
}

func (w *jsonWriter) field(name string, value any) {
	w.name(name)
	w.value(value, "  ")
}

func writeList[T any](w *jsonWriter, name string, items iter.Seq[T]) {
	w.name(name)
	end := "[]"
	start := "[\n    "
	for item := range items {
		w.WriteString(start)
		start, end = ",\n    ", "\n  ]"
		if w.value(item, "    "); w.err != nil {
			return
		}
	}
	w.WriteString(end)
}

func (w *jsonWriter) value(value any, indent string) {
	text, err := json.MarshalIndent(value, indent, "  ")
	if err == nil {
		_, err = w.Write(text)
	}
	w.err = cmp.Or(w.err, err)
}

func (s summary) json() jsonSummary {
	return jsonSummary{s.n, report.Rounded(s.median), report.Known(s.low), report.Known(s.high)}
}
