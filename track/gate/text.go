package gate

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"mexlab/track/table"
)

// results returns the table of results, with instructions if they were asked for.
func (r *Report) results() *table.Table {
	columns := slices.Concat(table.Words("benchmark"), table.Numbers("old", "new", "change", "95% interval", "noise", "pairs"))
	if r.insns {
		columns = append(columns, table.Numbers("instructions/op")...)
	}
	one := !slices.ContainsFunc(r.Results, func(b *Result) bool { return b.Package != r.Results[0].Package })
	var rows [][]table.Cell
	for _, b := range r.Results {
		rows = append(rows, b.row(!one, r.insns))
	}
	return &table.Table{Columns: slices.Concat(columns, table.Words("verdict"), []table.Column{table.Below("why")}), Rows: slices.Values(rows)}
}

func (r *Result) row(packaged, insns bool) []table.Cell {
	name := r.Name
	if packaged {
		name = r.Package + "." + name
	}
	row := table.Row(name, "-", "-", "-", "-", "-", "-")
	if !r.faulty {
		row = table.Row(name,
			benchunit.Scale(r.Seconds[0], benchunit.Decimal)+"s", benchunit.Scale(r.Seconds[1], benchunit.Decimal)+"s",
			percent(r.Change), percent(r.Low)+" to "+percent(r.High), fmt.Sprintf("%.2f%%", 100*r.Noise), strconv.Itoa(r.Pairs))
	}
	if insns {
		row = append(row, table.Cell{Text: r.insns()})
	}
	return append(row, table.Verdict(r.Verdict), table.Cell{Text: strings.Join(r.Reasons, "\n")})
}

func percent(x float64) string { return fmt.Sprintf("%+.2f%%", 100*x) }

// insns writes the counts of instructions and their change.
func (r *Result) insns() string {
	n := r.Insns
	if n == nil {
		return "not exact"
	}
	return fmt.Sprintf("%s to %s, %s", decimal(n[0]), decimal(n[1]), percent(n[1]/n[0]-1))
}

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
	for _, v := range []struct{ verdict, one, many string }{
		{"regression", "regression", "regressions"}, {"inconclusive", "inconclusive", "inconclusive"}, {"improvement", "improvement", "improvements"},
		{"not worse", "not worse", "not worse"}, {"not looked at", "not looked at", "not looked at"}, {"same", "the same", "the same"}, {"not judged", "not judged", "not judged"},
	} {
		if n := count[v.verdict]; n > 0 {
			parts = append(parts, table.Count(n, v.one, v.many))
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
	for _, a := range r.Added {
		lines = append(lines, fmt.Sprintf("New: %s.", clean(a)))
	}
	if n := len(r.NotLooked); n > 0 {
		lines = append(lines, fmt.Sprintf("Not looked at: %s: %s.", table.Count(n, "package", "packages"), clean(strings.Join(r.NotLooked, ", "))))
	}
	for _, n := range r.Notes {
		lines = append(lines, fmt.Sprintf("Note: %s.", clean(strings.TrimSuffix(n, "."))))
	}
	return append(lines, fmt.Sprintf("Verdict: %s.", r.Verdict))
}

func (r *Report) heading() string {
	text := fmt.Sprintf("%s against %s, threshold %s%%", r.Head, r.Base, strconv.FormatFloat(100*r.Threshold, 'g', 4, 64))
	if r.Procs > 1 {
		text += fmt.Sprintf(", GOMAXPROCS %d", r.Procs)
	}
	return text
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer, colors table.Colors) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s\n\n", table.Visible(r.heading()), table.Visible(r.Machine.String()))
	r.results().WriteText(out, colors)
	if len(r.Results) > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out, strings.Join(r.summary(table.Visible), "\n"))
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
