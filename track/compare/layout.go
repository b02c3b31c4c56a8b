package compare

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"mexlab/track/table"
)

var columns = slices.Concat(table.Words("benchmark"), table.Numbers("old", "new", "change", "95% interval"),
	table.Words("verdict"), []table.Column{table.Below("why")})

// title says what a table is about.
func (t *Table) title() string {
	title := t.Unit + ", " + [...]string{"lower is better", "direction not known", "higher is better"}[t.Better+1]
	if t.Pkg != "" {
		title = t.Pkg + ": " + title
	}
	return title
}

// layouts yields the tables. They share the memory of a block of rows.
func (r *Report) layouts() iter.Seq[*table.Table] {
	return func(yield func(*table.Table) bool) {
		var cells [][]table.Cell
		for i := range r.Tables {
			if missing := min(block, len(r.Tables[i].rows)) - len(cells); missing > 0 {
				cells = append(cells, make([][]table.Cell, missing)...)
			}
			if !yield(r.layout(&r.Tables[i], cells)) {
				return
			}
		}
	}
}

// layout returns a table whose rows are computed a block at a time, on all CPUs. The
// last is the geometric mean of the others.
func (r *Report) layout(t *Table, cells [][]table.Cell) *table.Table {
	class := benchunit.ClassOf(t.Unit)
	return &table.Table{Caption: t.title(), Columns: columns, Folds: true, Rows: func(yield func([]table.Cell) bool) {
		for rows := range slices.Chunk(t.rows, block) {
			measureAll(len(rows), func(m *measurer, i int) {
				cells[i] = r.cells(cells[i][:0], m, &r.rows[rows[i]], class)
			})
			for i := range rows {
				if !yield(cells[i]) {
					return
				}
			}
		}
		if g := r.geomean(t); g.n > 0 {
			name := "geomean"
			if g.n < len(t.rows) {
				name += fmt.Sprintf(" of %d", g.n)
			}
			yield(table.Row(name, benchunit.Scale(g.old, class), benchunit.Scale(g.new, class), signed(g.change())))
		}
	}}
}

func (r *Report) cells(cells []table.Cell, m *measurer, row *row, class benchunit.Class) []table.Cell {
	f := r.measureRow(m, row)
	change := "?"
	if !math.IsNaN(f.change) {
		change = signed(f.change)
	}
	return append(cells, table.Cell{Text: f.name}, table.Cell{Text: f.old.text(class)}, table.Cell{Text: f.new.text(class)},
		table.Cell{Text: change}, table.Cell{Text: f.interval()}, table.Verdict(f.verdict.String()),
		table.Cell{Text: r.explain(m, &f)})
}

func (f *figures) interval() string {
	switch {
	case f.exact:
		return "exact"
	case math.IsInf(f.high-f.low, 0) || math.IsNaN(f.high-f.low):
		return "-"
	}
	return signed(f.low) + " to " + signed(f.high)
}

// text writes a median, and how far its interval reaches.
func (s summary) text(class benchunit.Class) string {
	text := benchunit.Scale(s.median, class)
	reach := max(s.high-s.median, s.median-s.low)
	if s.median == 0 || math.IsInf(reach, 0) || math.IsNaN(reach) {
		return text
	}
	return text + " ± " + strconv.FormatFloat(100*reach/math.Abs(s.median), 'f', 0, 64) + "%"
}

// signed writes a change: +1.2%.
func signed(x float64) string {
	text := strconv.FormatFloat(100*x, 'f', 1, 64)
	switch {
	case text == "-0.0":
		return "+0.0%"
	case text[0] == '-':
		return text + "%"
	}
	return "+" + text + "%"
}

// Summary counts the verdicts, in a line.
func (r *Report) Summary() string {
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{
		{r.Count(Regression), "regression", "regressions"},
		{r.Count(Improvement), "improvement", "improvements"},
		{r.Count(Same), "same", "same"},
		{r.Count(NotWorse), "not worse", "not worse"},
		{r.Count(Inconclusive), "inconclusive", "inconclusive"},
		{r.Count(NotGated), "not gated", "not gated"},
		{len(r.match.Vanished), "benchmark vanished", "benchmarks vanished"},
		{len(r.Lost), "unit of a benchmark vanished", "units of benchmarks vanished"},
		{len(r.match.New), "new benchmark", "new benchmarks"},
		{len(r.Gaps), "lost or failed", "lost or failed"},
	} {
		if c.n > 0 {
			parts = append(parts, table.Count(c.n, c.one, c.many))
		}
	}
	return strings.Join(parts, ", ")
}

func (r *Report) criteria() string {
	return fmt.Sprintf("A regression is worse by more than %s; the chance of a false one among all is at most %s.",
		table.Percent(r.Options.Threshold), table.Percent(r.Options.Alpha))
}

func (s Side) describe() string {
	text := s.Name + ", " + table.Count(s.Results, "result", "results")
	if s.CPU != "" {
		text += ", " + s.CPU
	}
	return text
}

// items are the remarks that belong to no row, each after its title.
func (r *Report) items() iter.Seq2[string, string] {
	return func(yield func(title, item string) bool) {
		for _, list := range []struct {
			title string
			items iter.Seq[string]
		}{
			{"vanished", r.Vanished()}, {"vanished", r.lost()}, {"inconclusive", each(r.Gaps, Gap.String)}, {"new", r.Added()}, {"note", slices.Values(r.Notes)},
		} {
			for item := range list.items {
				if !yield(list.title, item) {
					return
				}
			}
		}
	}
}

// lost names the units that have vanished.
func (r *Report) lost() iter.Seq[string] {
	return each(r.Lost, func(l Loss) string { return r.match.OldLabel(l.Benchmark) + " in " + l.Unit })
}
