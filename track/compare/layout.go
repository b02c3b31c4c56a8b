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

// columns are those of every table.
var columns = slices.Concat(table.Words("benchmark"), table.Numbers("old", "new", "delta", "95% interval"), table.Words("verdict"))

// title says what a table is about.
func (t *Table) title() string {
	title := t.Unit + ", " + [...]string{"lower is better", "direction not known", "higher is better"}[t.Better+1]
	if t.Pkg != "" {
		title = t.Pkg + ": " + title
	}
	return title
}

// classes are the style of the verdicts.
var classes = map[Verdict]string{
	Regression:   table.Bad,
	Improvement:  table.Good,
	Inconclusive: table.Odd,
	NotGated:     table.Faint,
}

// layout returns a table as it is written. It lays out a block of rows at a
// time, on all CPUs.
func (r *Report) layout(t *Table) *table.Table {
	const block = 4096
	class := benchunit.ClassOf(t.Unit)
	return &table.Table{Caption: t.title(), Columns: columns, Rows: func(yield func([]table.Cell) bool) {
		cells := make([][]table.Cell, min(block, len(t.rows)))
		for rows := range slices.Chunk(t.rows, block) {
			inParallel(len(rows), func(s *scratch, i int) {
				cells[i] = r.cells(cells[i][:0], s, &r.rows[rows[i]], class)
			})
			for i := range rows {
				if !yield(cells[i]) {
					return
				}
			}
		}
	}}
}

// cells appends the cells of a row.
func (r *Report) cells(cells []table.Cell, s *scratch, of *row, class benchunit.Class) []table.Cell {
	row := r.full(s, of)
	verdict := row.Verdict.String()
	if why := s.why(&row, r.Options, r.family); why != "" {
		verdict += ": " + why
	}
	delta := "?"
	if !math.IsNaN(row.Delta) {
		delta = signed(row.Delta)
	}
	return append(cells, table.Cell{Text: row.Name}, table.Cell{Text: row.Old.text(class)}, table.Cell{Text: row.New.text(class)},
		table.Cell{Text: delta}, table.Cell{Text: row.span()}, table.Cell{Text: verdict, Class: classes[row.Verdict]})
}

// span writes the interval of the change.
func (r *Row) span() string {
	switch {
	case r.Exact:
		return "exact"
	case math.IsInf(r.Lo, 0) || math.IsInf(r.Hi, 0) || math.IsNaN(r.Lo) || math.IsNaN(r.Hi):
		return "-"
	}
	return signed(r.Lo) + " to " + signed(r.Hi)
}

// text writes a median, and how far from it its interval reaches.
func (s Summary) text(class benchunit.Class) string {
	text := benchunit.Scale(s.Median, class)
	reach := math.Max(s.Hi-s.Median, s.Median-s.Lo)
	if s.Median == 0 || math.IsInf(reach, 0) || math.IsNaN(reach) {
		return text
	}
	return text + " ± " + strconv.FormatFloat(100*reach/math.Abs(s.Median), 'f', 0, 64) + "%"
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

// percent writes a size with two digits or more: 0.37%, 3.1%, 240%.
func percent(x float64) string {
	switch x *= 100; {
	case x < 1:
		return fmt.Sprintf("%.2g%%", x)
	case x < 100:
		return fmt.Sprintf("%.3g%%", math.Ceil(x*10-1e-9)/10)
	}
	return fmt.Sprintf("%.0f%%", x)
}

// clean makes a name fit for a message.
func clean(s string) string { return table.Visible(s) }

// Summary says in a line how it went.
func (r *Report) Summary() string {
	var parts []string
	for _, v := range []struct {
		verdict   Verdict
		one, many string
	}{
		{Regression, "regression", "regressions"},
		{Improvement, "improvement", "improvements"},
		{Unchanged, "unchanged", "unchanged"},
		{NoWorse, "not worse", "not worse"},
		{Inconclusive, "inconclusive", "inconclusive"},
		{NotGated, "not gated", "not gated"},
	} {
		parts = count(parts, r.Count(v.verdict), v.one, v.many)
	}
	parts = count(parts, len(r.match.Vanished), "benchmark vanished", "benchmarks vanished")
	parts = count(parts, len(r.Lost), "unit of a benchmark vanished", "units of benchmarks vanished")
	parts = count(parts, len(r.match.New), "new benchmark", "new benchmarks")
	return strings.Join(parts, ", ")
}

func count(parts []string, n int, one, many string) []string {
	if n == 0 {
		return parts
	}
	return append(parts, table.Count(n, one, many))
}

// criteria says what counts as a regression.
func (r *Report) criteria() string {
	return fmt.Sprintf("A regression is worse by more than %s; the chance of a false one among all is at most %s.",
		percent(r.Options.Threshold), percent(r.Options.Alpha))
}

// describe writes what a side is.
func (s Side) describe() string {
	text := s.Name + ", " + table.Count(s.Results, "result", "results")
	if s.CPU != "" {
		text += ", " + s.CPU
	}
	return text
}

// items are what belongs to no row, each after its title.
func (r *Report) items() iter.Seq2[string, string] {
	return func(yield func(title, item string) bool) {
		for _, list := range []struct {
			title string
			items iter.Seq[string]
		}{
			{"vanished", r.Vanished()}, {"vanished", r.lost()}, {"new", r.Added()}, {"note", slices.Values(r.Notes)},
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
