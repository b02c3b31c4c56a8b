package history

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

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

// span says how many commits a section has, and from when to when.
func (s *section) span() string {
	commits := map[string]bool{}
	first, last := s.trends[0].Points[0].Date, s.trends[0].Points[0].Date
	changes := 0
	for _, t := range s.trends {
		changes += len(t.Changes)
		for _, p := range t.Points {
			commits[p.Commit] = true
			if p.Date.Before(first) {
				first = p.Date
			}
			if p.Date.After(last) {
				last = p.Date
			}
		}
	}
	when := "of " + first.Format("2006-01-02")
	if !last.Equal(first) {
		when = "from " + first.Format("2006-01-02") + " to " + last.Format("2006-01-02")
	}
	return fmt.Sprintf("%s %s, %s, %s", table.Count(len(commits), "commit", "commits"), when,
		table.Count(len(s.trends), "trend of a benchmark and unit", "trends of a benchmark and unit"), table.Count(changes, "change", "changes"))
}

// describe writes a change in words: the levels, the delta, what it means.
func (t *Trend) describe(c Change) (before, after, change, meaning string) {
	class := benchunit.ClassOf(t.Unit)
	change = "from zero"
	if !math.IsNaN(c.Delta) {
		change = fmt.Sprintf("%+.1f%%", 100*c.Delta)
	}
	switch {
	case t.Better == 0:
		meaning = "direction not known"
	case t.Worse(c):
		meaning = "worse"
	default:
		meaning = "better"
	}
	return benchunit.Scale(c.Before, class), benchunit.Scale(c.After, class), change, meaning
}

// notes returns the remarks about a commit.
func notes(list []Annotation, commit string) (texts []string) {
	for _, a := range list {
		if strings.HasPrefix(commit, a.Commit) {
			texts = append(texts, a.Text)
		}
	}
	return texts
}

// WriteText lists the changes of level by key.
func WriteText(w io.Writer, trends []*Trend, annotations []Annotation) error {
	out := bufio.NewWriter(w)
	for i, s := range sections(trends) {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s\n%s\n", table.Visible(s.key.String()), s.span())
		var text strings.Builder
		columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		for _, t := range s.trends {
			for _, c := range t.Changes {
				p := t.Points[c.At]
				before, after, change, meaning := t.describe(c)
				fmt.Fprintf(columns, "  %s\t%s\t%s\t%s\t%s -> %s\t%s\t%s\t%s\n", p.Date.Format("2006-01-02"), table.Visible(short(p.Commit)),
					table.Visible(t.Benchmark), table.Visible(t.Unit), before, after, change, meaning,
					table.Visible(strings.Join(notes(annotations, p.Commit), "; ")))
			}
		}
		if err := columns.Flush(); err != nil {
			return err
		}
		for line := range strings.Lines(text.String()) {
			fmt.Fprintln(out, strings.TrimRight(line, " \n"))
		}
	}
	return out.Flush()
}
