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
	Planned int            `json:"trials_planned"` // more than there are if it was ended early
	Rows    []*SelfTestRow `json:"rows"`
	Suites  int            `json:"suites"`         // of suiteSize verdicts on identical code
	Alarms  int            `json:"suites_alarmed"` // those with a false alarm
}

// A SelfTestRow is one kind of trial.
type SelfTestRow struct {
	Benchmark    string  `json:"benchmark"`
	Injected     float64 `json:"injected"` // slowdown
	Moved        bool    `json:"moved"`    // whether functions have other places in the head
	Threshold    float64 `json:"threshold"`
	MaxSeconds   float64 `json:"max_seconds"` // for a verdict
	Trials       int     `json:"trials"`
	Slower       int     `json:"slower"`
	SlowerLow    float64 `json:"slower_low"`   // bounds of the share of slower, each with
	SlowerHigh   float64 `json:"slower_high"`  // a confidence of 95%
	ChangedHigh  float64 `json:"changed_high"` // the upper bound of the share of slower and faster
	WithinMax    int     `json:"within_max"`   // verdicts of slower within MaxSeconds
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
	columns := append(table.Words("benchmark", "functions"), table.Numbers("injected", "threshold", "limit", "trials", "slower", "faster", "bound",
		"in time", "passed", "inconclusive", "suspected", "measured", "median", "95%")...)
	var rows [][]table.Cell
	for _, row := range r.Rows {
		functions := "same"
		if row.Moved {
			functions = "moved"
		}
		rows = append(rows, table.Row(strings.TrimPrefix(row.Benchmark, "Benchmark"), functions, percent(row.Injected),
			fmt.Sprintf("%.0f%%", 100*row.Threshold), fmt.Sprintf("%.0f s", row.MaxSeconds), fmt.Sprint(row.Trials),
			fmt.Sprint(row.Slower), fmt.Sprint(row.Faster), row.bound(), fmt.Sprint(row.WithinMax), fmt.Sprint(row.Passed),
			fmt.Sprint(row.Inconclusive), fmt.Sprint(row.Suspected), percent(row.MeanChange),
			fmt.Sprintf("%.2f s", row.Median), fmt.Sprintf("%.2f s", row.Slowest)))
	}
	return &table.Table{Columns: columns, Rows: slices.Values(rows)}
}

// bound returns the bound that matters: how many false alarms there may be, or
// how few slowdowns are found.
func (row *SelfTestRow) bound() string {
	if row.Injected == 0 {
		return fmt.Sprintf("<= %.1f%%", 100*row.ChangedHigh)
	}
	return fmt.Sprintf(">= %.1f%%", 100*row.SlowerLow)
}

// A tally is the sum of some rows.
type tally struct{ trials, slower, faster int }

// sum adds up the rows that are chosen.
func (r *SelfTestReport) sum(chosen func(*SelfTestRow) bool) (sum tally) {
	for _, row := range r.Rows {
		if chosen(row) {
			sum.trials += row.Trials
			sum.slower += row.Slower
			sum.faster += row.Faster
		}
	}
	return sum
}

func atMost(seen, n int) string {
	return fmt.Sprintf("%d of %d (at most %.2f%%)", seen, n, 100*stat.AtMost(seen, n, selfTestConfidence))
}

func (r *SelfTestReport) summary() string {
	var text strings.Builder
	all := r.sum(func(*SelfTestRow) bool { return true })
	if all.trials < r.Planned {
		fmt.Fprintf(&text, "Ended early, after %d of %d trials.\n", all.trials, r.Planned)
	}
	for _, code := range []struct {
		name  string
		moved bool
	}{{"Identical code", false}, {"Identical code, functions moved", true}} {
		t := r.sum(func(row *SelfTestRow) bool { return row.Injected == 0 && row.Moved == code.moved })
		fmt.Fprintf(&text, "%s: called slower in %s, slower or faster in %s.\n", code.name, atMost(t.slower, t.trials), atMost(t.slower+t.faster, t.trials))
	}
	fmt.Fprintf(&text, "Both: a false alarm in %s suites of %d.\n", atMost(r.Alarms, r.Suites), suiteSize)
	for _, injected := range []float64{0.02, 0.05} {
		t := r.sum(func(row *SelfTestRow) bool { return row.Injected == injected && row.Moved })
		fmt.Fprintf(&text, "Slower by %.0f%%, functions moved: found in %d of %d (at least %.1f%%).\n",
			100*injected, t.slower, t.trials, 100*stat.AtLeast(t.slower, t.trials, selfTestConfidence))
	}
	slower := r.sum(func(row *SelfTestRow) bool { return row.Injected > 0 })
	fmt.Fprintf(&text, "Slower code: called faster in %s.\n", atMost(slower.faster, slower.trials))
	fmt.Fprintf(&text, "Bounds are those of Clopper and Pearson, with a confidence of %.0f%%.\n%s, %s, load %s, %.0f s.",
		100*selfTestConfidence, r.Date, r.Machine, r.Load, r.Seconds)
	return text.String()
}

// WriteText writes the table for a terminal.
func (r *SelfTestReport) WriteText(w io.Writer, screen table.Screen) error {
	return r.write(w, func(t *table.Table, w io.Writer) error { return t.WriteText(w, screen) })
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
