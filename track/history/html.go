package history

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"mexlab/internal/plot"
	"mexlab/track/table"
)

// WriteHTML writes a page that needs no other file: for each key its changes, the
// latest first, then every trend with its last value and charts, and the commits,
// which link leads to.
func WriteHTML(w io.Writer, trends []*Trend, annotations []Annotation, link Link) error {
	return table.Page(w, "Benchmark history", func(out *bufio.Writer) {
		out.WriteString("<h1>Benchmark history</h1>\n" +
			"<details><summary>How to read it</summary>\n<p>A dot is the median of a commit's results, and the line through it is the middle half of them. " +
			"Commits go from left to right, at even distances. A dashed line is a level, and the band around it is noise: about 19 of 20 commits that change nothing lie in it. " +
			"The figure after ± is half the band. A dotted line is a remark. An axis reaches over at least a tenth of the value and twelve times the noise, so that noise looks small. " +
			"Point at a dot, or choose it with the arrow keys, to see its commit.</p></details>\n" +
			"<main class=\"filtered\">\n")
		list := sections(trends)
		if len(list) > 1 {
			out.WriteString("<nav><ul>\n")
			for i, s := range list {
				fmt.Fprintf(out, "<li><a href=\"#key%d\">%s</a></li>\n", i, table.HTML(s.key.String()))
			}
			out.WriteString("</ul></nav>\n")
		}
		for i, s := range list {
			p := page{out, &s, s.commits(), fmt.Sprintf("key%d", i), annotations, link}
			fmt.Fprintf(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p class=\"faint\">%s</p>\n", p.id, table.HTML(s.key.String()), table.HTML(s.span()))
			p.writeChanges()
			p.writeTrends()
			p.writeCommits()
			out.WriteString("</section>\n")
		}
		out.WriteString("</main>\n" + plot.Script + table.Script)
	}, style)
}

// A page is where a section is written.
type page struct {
	*bufio.Writer
	*section
	commits     []Point
	id          string // of the section, with which all of its ids begin
	annotations []Annotation
	link        Link
}

// writeChanges lists changes by commit, the latest first.
func (p *page) writeChanges() {
	var items strings.Builder
	for _, commit := range slices.Backward(p.commits) {
		var changes strings.Builder
		for j, t := range p.trends {
			for _, c := range t.Changes {
				if t.Points[c.At].Commit == commit.Commit {
					s := t.scale()
					_, _, size, verdict := t.describe(c)
					fmt.Fprintf(&changes, "<li data-name=\"%s\"><span class=\"%s\">%s %s %s</span> <a href=\"#%s-%d\">%s</a> <span class=\"faint\">%s → %s</span></li>\n",
						table.HTML(t.name()), table.Verdict(verdict).Class, arrow(c), size, verdict, p.id, j, table.HTMLName(t.name()), table.HTML(s.text(c.Before)), table.HTML(s.text(c.After)))
				}
			}
		}
		if changes.Len() > 0 {
			fmt.Fprintf(&items, "<li>%s\n<ul>\n%s</ul></li>\n", p.commit(commit), changes.String())
		}
	}
	if items.Len() > 0 {
		fmt.Fprintf(p, "<h3>Changes, the latest first</h3>\n<ul class=\"commits\">\n%s</ul>\n", items.String())
	}
}

// writeTrends lists the trends, those that changed last first. These are open.
func (p *page) writeTrends() {
	place := map[string]int{} // of a commit
	for i, c := range p.commits {
		place[c.Commit] = i
	}
	order := make([]int, len(p.trends))
	for i := range order {
		order[i] = i
	}
	last := func(i int) (changed Point) {
		t := p.trends[i]
		if n := len(t.Changes); n > 0 {
			changed = t.Points[t.Changes[n-1].At]
		}
		return changed
	}
	slices.SortStableFunc(order, func(a, b int) int { return last(b).compare(last(a)) })
	p.WriteString("<h3>Benchmarks, those that changed last first</h3>\n")
	for _, i := range order {
		t := p.trends[i]
		line := t.timeline(p.annotations, func(commit string) string { return fmt.Sprintf("%s-c%d", p.id, place[commit]) })
		s, latest, level := t.scale(), t.Points[len(t.Points)-1], line.Levels[len(line.Levels)-1]
		rest, pkg := strings.TrimPrefix(t.name(), t.pkg+"."), ""
		if len(rest) < len(t.name()) {
			pkg = t.pkg + "."
		}
		noise, since, open := "", "no change", ""
		if level.Reach > 0 && level.Value != 0 {
			noise = fmt.Sprintf(" ± %s", table.Percent(level.Reach/math.Abs(level.Value)))
		}
		if level.Label != "" {
			since, open = level.Label+" on "+t.Points[level.From].Date.Format(time.DateOnly), " open"
		}
		fmt.Fprintf(p, "<details class=\"trend\" id=\"%s-%d\" data-name=\"%s\"%s>\n<summary><span class=\"name\"><span class=\"faint\">%s</span>%s</span>%s"+
			"<span class=\"value\"><strong>%s</strong>%s</span><span class=\"since %s\">%s</span></summary>\n%s</details>\n",
			p.id, i, table.HTML(t.name()), open, table.HTMLName(pkg), table.HTMLName(rest), line.Spark(),
			table.HTML(s.text(latest.Median)), noise, cmp.Or(level.Class, table.Faint), since, line.SVG())
	}
}

// writeCommits lists all commits, the latest first.
func (p *page) writeCommits() {
	fmt.Fprintf(p, "<details><summary>%s</summary>\n<ul class=\"commits\">\n", table.Count(len(p.commits), "commit", "commits"))
	for i, c := range slices.Backward(p.commits) {
		fmt.Fprintf(p, "<li id=\"%s-c%d\">%s</li>\n", p.id, i, p.commit(c))
	}
	p.WriteString("</ul></details>\n")
}

// commit writes a commit: its day, hash, subject and remarks.
func (p *page) commit(c Point) string {
	hash := "<code>" + table.HTML(short(c.Commit)) + "</code>"
	if to := p.link.to(c.Commit); to != "" {
		hash = fmt.Sprintf("<a href=\"%s\">%s</a>", table.HTML(to), hash)
	}
	text := fmt.Sprintf("<time>%s</time> %s %s", c.Date.Format(time.DateOnly), hash, table.HTML(c.Subject))
	for _, note := range notes(p.annotations, c.Commit) {
		text += fmt.Sprintf(" <span class=\"odd\">%s</span>", table.HTML(note))
	}
	return text
}

const style = `.commits { list-style: none; padding: 0; } .commits > li { margin: .4rem 0; } .commits ul { list-style: none; padding-left: 1rem; }
.commits > li:has(> ul):not(:has(> ul > li:not([hidden]))) { display: none; }
li, summary { overflow-wrap: anywhere; } time { color: var(--faint); font-variant-numeric: tabular-nums; }
.trend { border-top: 1px solid var(--line); padding: .5rem 0; } .trend output { display: block; min-height: 3em; color: var(--faint); }
.trend summary { display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: center; cursor: pointer; }
.trend .name::before { content: "\25b8  "; } .trend[open] .name::before { content: "\25be  "; }
.trend .name { flex: 1 1 20rem; } .trend .value { flex: 0 0 12rem; font-variant-numeric: tabular-nums; } .trend .since { flex: 0 0 13rem; white-space: nowrap; }
`
