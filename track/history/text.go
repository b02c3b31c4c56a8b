package history

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"

	"mexlab/track/table"
)

// A section is the trends of one key.
type section struct {
	key    Key
	trends []*Trend
}

// sections divides trends, which are in order, by key.
func sections(trends []*Trend) []section {
	var list []section
	for _, t := range trends {
		if len(list) == 0 || list[len(list)-1].key != t.Key {
			list = append(list, section{key: t.Key})
		}
		s := &list[len(list)-1]
		s.trends = append(s.trends, t)
	}
	return list
}

// commits returns the first point of each commit, in order.
func (s *section) commits() []Point {
	var list []Point
	seen := map[string]bool{}
	for _, t := range s.trends {
		for _, p := range t.Points {
			if !seen[p.Commit] {
				seen[p.Commit] = true
				list = append(list, p)
			}
		}
	}
	slices.SortFunc(list, Point.compare)
	return list
}

// span says how many commits a section has, and of which days.
func (s *section) span() string {
	commits := map[string]bool{}
	var days []string
	changes := 0
	for _, t := range s.trends {
		changes += len(t.Changes)
		for _, p := range t.Points {
			commits[p.Commit] = true
			days = append(days, p.Date.Format(time.DateOnly))
		}
	}
	from, to := slices.Min(days), slices.Max(days)
	when := "of " + from
	if to != from {
		when = "from " + from + " to " + to
	}
	return fmt.Sprintf("%s %s, %s, %s", table.Count(len(commits), "commit", "commits"), when,
		table.Count(len(s.trends), "trend of a benchmark and unit", "trends of a benchmark and unit"), table.Count(changes, "change", "changes"))
}

// describe writes a change in words: both levels, the difference, the verdict.
func (t *Trend) describe(c Change) (before, after, change, verdict string) {
	class := benchunit.ClassOf(t.Unit)
	change = "from zero"
	if !math.IsNaN(c.Delta) {
		change = fmt.Sprintf("%+.1f%%", 100*c.Delta)
	}
	return benchunit.Scale(c.Before, class), benchunit.Scale(c.After, class), change, t.Verdict(c)
}

func notes(list []Annotation, commit string) (texts []string) {
	for _, a := range list {
		if strings.HasPrefix(commit, a.Commit) {
			texts = append(texts, a.Text)
		}
	}
	return texts
}

func (s *section) changes(caption string, annotations []Annotation) *table.Table {
	var rows [][]table.Cell
	for _, t := range s.trends {
		for _, c := range t.Changes {
			p := t.Points[c.At]
			before, after, change, verdict := t.describe(c)
			rows = append(rows, append(table.Row(t.pkg, strings.TrimPrefix(t.Benchmark, t.pkg+"."), p.Date.Format(time.DateOnly), short(p.Commit), t.Unit, before, after, change),
				table.Verdict(verdict), table.Cell{Text: strings.Join(notes(annotations, p.Commit), "\n")}))
		}
	}
	return &table.Table{Caption: caption, Rows: slices.Values(rows), Columns: slices.Concat(
		[]table.Column{table.Above("package")}, table.Words("benchmark", "date", "commit", "unit"), table.Numbers("before", "after", "change"),
		table.Words("verdict"), []table.Column{table.Below("remark")})}
}

// WriteText lists the changes of level by key.
func WriteText(w io.Writer, screen table.Screen, trends []*Trend, annotations []Annotation) error {
	out := bufio.NewWriter(w)
	for i, s := range sections(trends) {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s\n%s\n", screen.Fold(table.Visible(s.key.String())), screen.Fold(s.span()))
		if err := s.changes("", annotations).WriteText(out, screen); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteMarkdown lists the changes of level by key, for a pull request.
func WriteMarkdown(w io.Writer, trends []*Trend, annotations []Annotation) error {
	out := bufio.NewWriter(w)
	for i, s := range sections(trends) {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "### %s\n\n%s\n\n", table.Markdown(s.key.String()), s.span())
		if err := s.changes("", annotations).WriteMarkdown(out); err != nil {
			return err
		}
	}
	return out.Flush()
}
