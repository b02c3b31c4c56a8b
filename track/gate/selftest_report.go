package gate

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"mexlab/track/report"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// A SelfTestReport is what a self-test measured. Its JSON is a stable interface.
type SelfTestReport struct {
	Schema  report.Schema  `json:"schema"`
	Machine Machine        `json:"machine"`
	Load    string         `json:"load"` // of the machine, before and after
	Date    string         `json:"date"`
	Seconds float64        `json:"seconds"`
	Rows    []*SelfTestRow `json:"rows"`
	Suites  int            `json:"suites"`         // of suiteSize verdicts on identical code
	Alarms  int            `json:"suites_alarmed"` // those with a false alarm
}

// A SelfTestRow is one kind of trial.
type SelfTestRow struct {
	Benchmark    string  `json:"benchmark"`
	Injected     float64 `json:"injected"` // slowdown
	Threshold    float64 `json:"threshold"`
	MaxSeconds   float64 `json:"max_seconds"` // of each sequence
	Trials       int     `json:"trials"`
	Slower       int     `json:"slower"`
	SlowerLow    float64 `json:"slower_low"`  // bounds of the share of slower, each with
	SlowerHigh   float64 `json:"slower_high"` // a confidence of 95%
	WithinMax    int     `json:"within_max"`  // verdicts of slower within MaxSeconds in all
	Faster       int     `json:"faster"`
	Passed       int     `json:"passed"` // same or not slower
	Inconclusive int     `json:"inconclusive"`
	Suspected    int     `json:"suspected"`      // slower or faster in the first sequence
	MeanChange   float64 `json:"mean_change"`    // as measured
	Median       float64 `json:"median_seconds"` // of a verdict, both sequences
	Slowest      float64 `json:"p95_seconds"`
	seconds      []float64
}

// Err returns nil: a self-test measures and does not judge.
func (r *SelfTestReport) Err() error { return nil }

func (r *SelfTestReport) results() *table.Table {
	columns := append(table.Words("benchmark"), table.Numbers("injected", "threshold", "limit", "trials", "slower", "bound", "in time", "faster",
		"passed", "inconclusive", "suspected", "measured", "median", "95%")...)
	var rows [][]table.Cell
	for _, row := range r.Rows {
		rows = append(rows, table.Row(strings.TrimPrefix(row.Benchmark, "Benchmark"), percent(row.Injected),
			fmt.Sprintf("%.0f%%", 100*row.Threshold), fmt.Sprintf("%.0f s", row.MaxSeconds), fmt.Sprint(row.Trials),
			fmt.Sprint(row.Slower), row.bound(), fmt.Sprint(row.WithinMax), fmt.Sprint(row.Faster), fmt.Sprint(row.Passed),
			fmt.Sprint(row.Inconclusive), fmt.Sprint(row.Suspected), percent(row.MeanChange),
			fmt.Sprintf("%.2f s", row.Median), fmt.Sprintf("%.2f s", row.Slowest)))
	}
	return &table.Table{Columns: columns, Rows: slices.Values(rows)}
}

// bound returns the bound that matters for the share of slower: how many false
// alarms there may be, or how few slowdowns are found.
func (row *SelfTestRow) bound() string {
	if row.Injected == 0 {
		return fmt.Sprintf("<= %.1f%%", 100*row.SlowerHigh)
	}
	return fmt.Sprintf(">= %.1f%%", 100*row.SlowerLow)
}

func (r *SelfTestReport) summary() string {
	var same, slower struct{ trials, slower, faster int }
	for _, row := range r.Rows {
		sum := &slower
		if row.Injected == 0 {
			sum = &same
		}
		sum.trials += row.Trials
		sum.slower += row.Slower
		sum.faster += row.Faster
	}
	bound := func(seen, n int) string {
		return fmt.Sprintf("at most %.2f%%", 100*stat.AtMost(seen, n, selfTestConfidence))
	}
	return fmt.Sprintf("Identical code: %d of %d called slower (%s), %d faster;\n%d of %d suites of %d with a false alarm (%s).\n"+
		"Slower code: %d of %d called faster (%s).\n"+
		"Bounds are those of Clopper and Pearson, with a confidence of %.0f%%.\n%s, %s, load %s, %.0f s.",
		same.slower, same.trials, bound(same.slower, same.trials), same.faster, r.Alarms, r.Suites, suiteSize, bound(r.Alarms, r.Suites),
		slower.faster, slower.trials, bound(slower.faster, slower.trials),
		100*selfTestConfidence, r.Date, r.Machine, r.Load, r.Seconds)
}

// WriteText writes the table for a terminal.
func (r *SelfTestReport) WriteText(w io.Writer, colors table.Colors) error {
	return r.write(w, func(t *table.Table, w io.Writer) error { return t.WriteText(w, colors) })
}

// WriteMarkdown writes the table for a page.
func (r *SelfTestReport) WriteMarkdown(w io.Writer) error {
	return r.write(w, (*table.Table).WriteMarkdown)
}

func (r *SelfTestReport) write(w io.Writer, form func(*table.Table, io.Writer) error) error {
	if err := form(r.results(), w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", r.summary())
	return err
}

// WriteHTML writes the table as a page.
func (r *SelfTestReport) WriteHTML(w io.Writer) error {
	return table.Page(w, "Self-test of the gate", func(out *bufio.Writer) {
		out.WriteString("<h1>Self-test of the gate</h1>\n")
		results := r.results()
		results.Caption = "Trials"
		results.WriteHTML(out)
		fmt.Fprintf(out, "<pre>%s</pre>\n%s", table.HTML(r.summary()), table.Script)
	})
}
