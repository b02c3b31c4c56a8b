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
)

// The JSON of a report. What is not known or not finite is left out.
type (
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
	jsonLoss struct {
		Package   string `json:"package,omitempty"`
		Benchmark string `json:"benchmark"`
		Unit      string `json:"unit"`
	}
)

// WriteJSON writes the report as one JSON object: fractions, and base units.
func (r *Report) WriteJSON(w io.Writer) error {
	out := &jsonWriter{Writer: bufio.NewWriter(w)}
	out.field("outcome", r.Outcome())
	out.field("threshold", r.Options.Threshold)
	out.field("alpha", r.Options.Alpha)
	out.field("old", jsonSide(r.Old))
	out.field("new", jsonSide(r.New))
	out.list("rows", r.jsonRows())
	out.list("vanished", anything(r.Vanished()))
	out.list("lost", r.jsonLost())
	out.list("added", anything(r.Added()))
	out.list("notes", anything(slices.Values(r.Notes)))
	out.WriteString("\n}\n")
	if out.err != nil {
		return out.err
	}
	return out.Flush()
}

func (r *Report) jsonRows() iter.Seq[any] {
	return func(yield func(any) bool) {
		var s scratch
		for i := range r.places() {
			t := &r.Tables[r.rows[i].table]
			row := r.full(&s, &r.rows[i])
			p, seen := math.NaN(), 0.0
			if !row.Exact {
				p, seen = s.p(), s.seen(&row, r.Options.Alpha/float64(r.family))
			}
			if t.Better == 0 {
				seen, row.Family = math.NaN(), math.NaN()
			}
			if !yield(jsonRow{
				Package: t.Pkg, Benchmark: row.Name, Unit: t.Unit,
				Better: [...]string{"lower", "", "higher"}[t.Better+1],
				Old:    row.Old.json(), New: row.New.json(),
				Delta: known(row.Delta), Low: known(row.Lo), High: known(row.Hi),
				P: known(p), Family: known(row.Family), Seen: known(seen),
				Verdict: row.Verdict, Why: s.why(&row, r.Options, r.family),
			}) {
				return
			}
		}
	}
}

// places are the numbers of the rows, table by table.
func (r *Report) places() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := range r.Tables {
			for _, n := range r.Tables[i].rows {
				if !yield(n) {
					return
				}
			}
		}
	}
}

func (r *Report) jsonLost() iter.Seq[any] {
	return each(r.Lost, func(l Loss) any {
		return jsonLoss{r.match.Package(l.Benchmark), r.match.OldName(l.Benchmark), l.Unit}
	})
}

// anything forgets the type of what a sequence has.
func anything[T any](items iter.Seq[T]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for item := range items {
			if !yield(item) {
				return
			}
		}
	}
}

// A jsonWriter writes an object field by field, as it may not fit into memory.
// It keeps its first error.
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

func (w *jsonWriter) list(name string, items iter.Seq[any]) {
	w.name(name)
	n := 0
	for item := range items {
		if n++; n == 1 {
			w.WriteString("[\n    ")
		} else {
			w.WriteString(",\n    ")
		}
		if w.value(item, "    "); w.err != nil {
			return
		}
	}
	if n == 0 {
		w.WriteString("[]")
	} else {
		w.WriteString("\n  ]")
	}
}

func (w *jsonWriter) value(value any, indent string) {
	text, err := json.MarshalIndent(value, indent, "  ")
	if err == nil {
		_, err = w.Write(text)
	}
	w.err = cmp.Or(w.err, err)
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
