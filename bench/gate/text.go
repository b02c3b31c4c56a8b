package gate

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchunit"
)

// columns are those of the table of results.
var columns = []string{"benchmark", "old", "new", "change", "95% interval", "noise", "pairs", "verdict"}

func (r *Report) rows() [][]string {
	var rows [][]string
	short := len(r.Results) > 0 && func() bool {
		for _, b := range r.Results {
			if b.Package != r.Results[0].Package {
				return false
			}
		}
		return true
	}()
	for _, b := range r.Results {
		name := b.Package + "." + b.Name
		if short {
			name = b.Name
		}
		verdict := b.Verdict
		if len(b.Reasons) > 0 {
			verdict += ": " + strings.Join(b.Reasons, "; ")
		}
		rows = append(rows, []string{name,
			benchunit.Scale(b.Seconds[0], benchunit.Decimal) + "s", benchunit.Scale(b.Seconds[1], benchunit.Decimal) + "s",
			percent(b.Change), percent(b.Low) + " to " + percent(b.High), fmt.Sprintf("%.2f%%", 100*b.Noise),
			fmt.Sprint(b.Pairs), verdict})
	}
	return rows
}

func percent(x float64) string { return fmt.Sprintf("%+.2f%%", 100*x) }

// summary is the verdict in words, a line each.
func (r *Report) summary() []string {
	var lines []string
	count := map[string]int{}
	for _, b := range r.Results {
		count[b.Verdict]++
	}
	var parts []string
	for _, v := range []string{"regression", "inconclusive", "faster", "not slower", "same"} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	if len(parts) > 0 {
		lines = append(lines, fmt.Sprintf("%d benchmarks: %s.", len(r.Results), strings.Join(parts, ", ")))
	}
	for _, p := range r.Identical {
		lines = append(lines, fmt.Sprintf("Unchanged: both versions of %s give the same test binary.", p))
	}
	for _, v := range r.Vanished {
		lines = append(lines, fmt.Sprintf("Vanished: %s is in %s and not in %s.", v, r.Base, r.Head))
	}
	for _, a := range r.Added {
		lines = append(lines, fmt.Sprintf("New: %s.", a))
	}
	return append(lines, fmt.Sprintf("Verdict: %s.", r.Verdict))
}

func (r *Report) heading() string {
	return fmt.Sprintf("%s against %s, threshold %.1f%%", r.Head, r.Base, 100*r.Threshold)
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\n%s\n\n", r.heading(), r.Machine)
	if len(r.Results) > 0 {
		fmt.Fprintln(t, strings.ToUpper(strings.Join(columns, "\t")))
		for _, row := range r.rows() {
			fmt.Fprintln(t, strings.Join(row, "\t"))
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t, strings.Join(r.summary(), "\n"))
	return t.Flush()
}

// WriteMarkdown writes the report for a pull request.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Benchmarks: %s\n\n%s\n\n", r.Verdict, r.heading())
	if len(r.Results) > 0 {
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
		for _, row := range r.rows() {
			for i := range row {
				row[i] = strings.ReplaceAll(row[i], "|", `\|`)
			}
			row[0] = "`" + row[0] + "`"
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
		b.WriteString("\n")
	}
	for _, line := range r.summary() {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	fmt.Fprintf(&b, "\n%s\n", r.Machine)
	_, err := io.WriteString(w, b.String())
	return err
}
