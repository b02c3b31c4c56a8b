package gate

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchunit"

	"mexlab/track/table"
)

// columns are those of the table of results. The instructions are shown when
// they were to be counted.
func (r *Report) columns() []string {
	heads := []string{"benchmark", "old", "new", "change", "95% interval", "noise", "pairs", "instructions/op", "verdict"}
	if !r.insns {
		heads = slices.Delete(heads, 7, 8)
	}
	return heads
}

func (r *Report) rows() [][]string {
	var rows [][]string
	one := !slices.ContainsFunc(r.Results, func(b *Result) bool { return b.Package != r.Results[0].Package })
	for _, b := range r.Results {
		name := b.Package + "." + b.Name
		if one {
			name = b.Name
		}
		row := []string{name,
			benchunit.Scale(b.Seconds[0], benchunit.Decimal) + "s", benchunit.Scale(b.Seconds[1], benchunit.Decimal) + "s",
			percent(b.Change), percent(b.Low) + " to " + percent(b.High), fmt.Sprintf("%.2f%%", 100*b.Noise),
			strconv.Itoa(b.Pairs)}
		if r.insns {
			row = append(row, b.insns())
		}
		verdict := b.Verdict
		if len(b.Reasons) > 0 {
			verdict += ": " + strings.Join(b.Reasons, "; ")
		}
		rows = append(rows, append(row, verdict))
	}
	return rows
}

func percent(x float64) string { return fmt.Sprintf("%+.2f%%", 100*x) }

// insns writes the counts of instructions, and the change.
func (b *Result) insns() string {
	n := b.Insns
	if n == nil {
		return "not exact"
	}
	return fmt.Sprintf("%s to %s, %s", decimal(n[0]), decimal(n[1]), percent(n[1]/n[0]-1))
}

// decimal writes a count with one digit after the point, where that is not zero.
func decimal(x float64) string { return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0") }

// summary is the verdict in words, a line each; names go through clean.
func (r *Report) summary(clean func(string) string) []string {
	var lines []string
	count := map[string]int{}
	for _, b := range r.Results {
		count[b.Verdict]++
	}
	var parts []string
	for _, v := range []struct{ verdict, one, many string }{
		{"regression", "regression", "regressions"}, {"inconclusive", "inconclusive", "inconclusive"}, {"faster", "faster", "faster"},
		{"not slower", "not slower", "not slower"}, {"same", "the same", "the same"},
	} {
		if n := count[v.verdict]; n > 0 {
			parts = append(parts, table.Count(n, v.one, v.many))
		}
	}
	if len(parts) > 0 {
		lines = append(lines, fmt.Sprintf("%s: %s.", table.Count(len(r.Results), "benchmark", "benchmarks"), strings.Join(parts, ", ")))
	}
	for _, p := range r.Identical {
		lines = append(lines, fmt.Sprintf("Unchanged: both versions of %s give the same test binary.", clean(p)))
	}
	for _, v := range r.Vanished {
		lines = append(lines, fmt.Sprintf("Vanished: %s is in %s and not in %s.", clean(v), clean(r.Base), clean(r.Head)))
	}
	for _, a := range r.Added {
		lines = append(lines, fmt.Sprintf("New: %s.", clean(a)))
	}
	return append(lines, fmt.Sprintf("Verdict: %s.", r.Verdict))
}

func (r *Report) heading() string {
	return fmt.Sprintf("%s against %s, threshold %s%%", r.Head, r.Base, strconv.FormatFloat(100*r.Threshold, 'g', 4, 64))
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\n%s\n\n", table.Visible(r.heading()), table.Visible(r.Machine.String()))
	if len(r.Results) > 0 {
		fmt.Fprintln(t, strings.ToUpper(strings.Join(r.columns(), "\t")))
		for _, row := range r.rows() {
			for i := range row {
				row[i] = table.Visible(row[i])
			}
			fmt.Fprintln(t, strings.Join(row, "\t"))
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t, strings.Join(r.summary(table.Visible), "\n"))
	return t.Flush()
}

// WriteMarkdown writes the report for a pull request.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Benchmarks: %s\n\n%s\n\n", r.Verdict, table.Markdown(r.heading()))
	if len(r.Results) > 0 {
		heads := r.columns()
		fmt.Fprintf(&b, "| %s |\n|:---|%s:---|\n", strings.Join(heads, " | "), strings.Repeat("---:|", len(heads)-2))
		for _, row := range r.rows() {
			for i := range row {
				row[i] = table.Markdown(row[i])
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
		b.WriteString("\n")
	}
	for _, line := range r.summary(table.Markdown) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	fmt.Fprintf(&b, "\n%s\n", table.Markdown(r.Machine.String()))
	_, err := io.WriteString(w, b.String())
	return err
}
