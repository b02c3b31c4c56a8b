package gate

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"mexlab/track/report"
	"mexlab/track/table"
)

// results returns the table of results, with instructions if they were asked for.
func (r *Report) results() *table.Table {
	t := &table.Table{Folds: true}
	one := r.onePackage() != ""
	if !one {
		t.Columns = append(t.Columns, table.Above("package"))
	}
	t.Columns = slices.Concat(t.Columns, table.Words("benchmark"), table.Numbers("old", "new", "change", "±", "noise"))
	if r.insns {
		t.Columns = append(t.Columns, table.Numbers("instructions")...)
	}
	t.Columns = append(slices.Concat(t.Columns, table.Words("verdict")), table.Below("why"))
	t.Rows = func(yield func([]table.Cell) bool) {
		for _, b := range r.Results {
			var row []table.Cell
			if !one {
				row = table.Row(b.Package)
			}
			row = slices.Concat(row, table.Row(strings.TrimPrefix(b.Name, "Benchmark")), b.figures())
			if r.insns {
				row = append(row, b.insns())
			}
			if !yield(append(row, table.Verdict(b.Verdict), table.Cell{Text: b.why(r.Threshold)})) {
				return
			}
		}
	}
	return t
}

// why has a line for each reason, and for a threshold that is not that of the others.
func (r *Result) why(threshold float64) string {
	lines := slices.Clip(r.Reasons)
	if r.Threshold != threshold {
		lines = append(lines, "the threshold is "+asGiven(r.Threshold))
	}
	for _, f := range r.Functions {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

// onePackage returns the package of all results, or "" if there are several.
func (r *Report) onePackage() string {
	if len(r.Results) == 0 || slices.ContainsFunc(r.Results, func(b *Result) bool { return b.Package != r.Results[0].Package }) {
		return ""
	}
	return r.Results[0].Package
}

// figures are the cells of what was measured. They are the same if nothing was.
func (r *Result) figures() []table.Cell {
	if r.Pairs == 0 {
		return slices.Repeat([]table.Cell{table.None()}, 5)
	}
	cells := []table.Cell{duration(r.Seconds[0]), duration(r.Seconds[1]), number(percent(r.Change), r.Change), table.None(), table.None()}
	if !math.IsNaN(r.Low) {
		reach := max(r.High-r.Change, r.Change-r.Low)
		cells[3] = number(size(reach), reach)
	}
	if !math.IsNaN(r.Noise) {
		cells[4] = number(size(r.Noise), r.Noise)
	}
	return cells
}

// insns is the cell of the change of instructions.
func (r *Result) insns() table.Cell {
	n := r.Insns
	if n == nil {
		return table.None()
	}
	change := n[1]/n[0] - 1
	return number(percent(change), change)
}

func number(text string, x float64) table.Cell {
	return table.Cell{Text: text, Sort: strconv.FormatFloat(x, 'g', 6, 64)}
}

func duration(sec float64) table.Cell {
	return number(benchunit.Scale(sec, benchunit.Decimal)+"s", sec)
}

// percent writes a change with its sign.
func percent(x float64) string {
	if s := size(math.Abs(x)); x < 0 && strings.Trim(s, "0.%") != "" {
		return "-" + s
	} else {
		return "+" + s
	}
}

// size writes a share, if it is small with two digits after the point.
func size(x float64) string {
	digits := 2
	switch {
	case x >= 0.9995:
		digits = 0
	case x >= 0.09995:
		digits = 1
	}
	return strconv.FormatFloat(100*x, 'f', digits, 64) + "%"
}

// asGiven writes a threshold as it was given.
func asGiven(x float64) string { return strconv.FormatFloat(100*x, 'g', 4, 64) + "%" }

// decimal writes a count with one digit after the point, unless that is zero.
func decimal(x float64) string { return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0") }

// summary returns the verdict in words, line by line. Names go through clean.
func (r *Report) summary(clean func(string) string) []string {
	var lines []string
	count := map[string]int{}
	for _, b := range r.Results {
		count[b.Verdict]++
	}
	var parts []string
	for _, verdict := range []string{report.Regression, report.Inconclusive, report.Improvement, report.Accepted,
		report.NotWorse, report.NotLooked, report.Same, report.NotJudged, report.NotGated} {
		many := verdict
		if verdict == report.Regression || verdict == report.Improvement {
			many += "s"
		}
		if n := count[verdict]; n > 0 {
			parts = append(parts, table.Count(n, verdict, many))
		}
	}
	if len(parts) > 0 {
		lines = append(lines, fmt.Sprintf("%s: %s.", table.Count(len(r.Results), "benchmark", "benchmarks"), strings.Join(parts, ", ")))
	}
	for _, p := range r.Identical {
		lines = append(lines, fmt.Sprintf("Same: both versions of %s give the same test binary.", clean(p)))
	}
	for _, v := range r.Vanished {
		lines = append(lines, fmt.Sprintf("Vanished: %s is in %s and not in %s.", clean(v), clean(r.Base), clean(r.Head)))
	}
	for _, e := range r.Expired {
		lines = append(lines, fmt.Sprintf("Expired: %s. Remove the line, or give it another date.", clean(e)))
	}
	for _, a := range r.Added {
		lines = append(lines, fmt.Sprintf("New: %s.", clean(a)))
	}
	if n := len(r.NotLooked); n > 0 {
		lines = append(lines, fmt.Sprintf("Not looked at: %s: %s.", table.Count(n, "package", "packages"), clean(strings.Join(r.NotLooked, ", "))))
	}
	for _, n := range r.Notes {
		lines = append(lines, fmt.Sprintf("Note: %s.", clean(strings.TrimSuffix(n, "."))))
	}
	return lines
}

func (r *Report) heading() string {
	text := fmt.Sprintf("%s against %s, threshold %s", r.Head, r.Base, asGiven(r.Threshold))
	if p := r.onePackage(); p != "" {
		text = p + ": " + text
	}
	if r.Procs > 1 {
		text += fmt.Sprintf(", GOMAXPROCS %d", r.Procs)
	}
	return text
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer, screen table.Screen) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s\n\n", screen.Fold(table.Visible(r.heading())), screen.Fold(table.Visible(r.Machine.String())))
	r.results().WriteText(out, screen)
	if len(r.Results) > 0 {
		fmt.Fprintln(out)
	}
	for _, line := range r.summary(table.Visible) {
		fmt.Fprintln(out, screen.Fold(line))
	}
	verdict := table.Verdict(string(r.Verdict))
	fmt.Fprintf(out, "Verdict: %s.\n", screen.Paint(verdict.Class, verdict.Text))
	return out.Flush() // a bufio.Writer keeps its first error
}

// WriteMarkdown writes the report for a pull request.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### Benchmarks: %s\n\n%s\n\n", r.Verdict, table.Markdown(r.heading()))
	r.results().WriteMarkdown(out)
	if len(r.Results) > 0 {
		fmt.Fprintln(out)
	}
	for _, line := range r.summary(table.Markdown) {
		fmt.Fprintf(out, "- %s\n", line)
	}
	fmt.Fprintf(out, "\n%s\n", table.Markdown(r.Machine.String()))
	return out.Flush()
}

// WriteHTML writes the report as a page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error {
	return table.Page(w, fmt.Sprintf("Benchmarks: %s", r.Verdict), func(out *bufio.Writer) {
		fmt.Fprintf(out, "<h1>Benchmarks: %s</h1>\n<p>%s<br>\n%s</p>\n",
			table.HTML(string(r.Verdict)), table.HTML(r.heading()), table.HTML(r.Machine.String()))
		results := r.results()
		results.Caption = "Results"
		results.WriteHTML(out)
		out.WriteString("<ul>\n")
		for _, line := range r.summary(func(s string) string { return s }) {
			fmt.Fprintf(out, "<li>%s</li>\n", table.HTML(line))
		}
		out.WriteString("</ul>\n" + table.Script)
	})
}
