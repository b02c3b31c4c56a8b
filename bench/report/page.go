package report

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/bench/model"
	"mexlab/bench/report/scaling"
	"mexlab/internal/plot"
	"mexlab/track/table"
)

//go:embed page.css
var style string

//go:embed ranges.css
var rangesStyle string

//go:embed page.js
var script string

// A page is the sections of a page, and the list of them.
type page struct {
	bytes.Buffer
	contents strings.Builder
	colors   palette
}

// section begins a section that answers a question. Attributes may be "".
func (p *page) section(id, question, note, attributes string) {
	fmt.Fprintf(&p.contents, "<li><a href=\"#%s\">%s</a></li>\n", id, table.HTML(question))
	fmt.Fprintf(p, "<section id=\"%s\"%s>\n<h2>%s</h2>\n<p>%s</p>\n", id, attributes, table.HTML(question), table.HTML(note))
}

// WritePage writes reports as one file that needs no other, no network, and no
// JavaScript to be read. It opens with what was found. Then each section answers
// a question, with all machines side by side. Without predictions for loops there is
// no section on them.
func WritePage(w io.Writer, machines []*Machine, loops []model.Result) error {
	numbers := `<a href="../docs/numbers.md">docs/numbers.md</a>`
	if slices.ContainsFunc(machines, func(m *Machine) bool { return m.Short }) {
		numbers = "docs/numbers.md" // the lab's page may lie anywhere
	}
	timed, counted := split(machines)
	p := &page{colors: newPalette(machines)}
	fmt.Fprintf(p, "<div data-switch>\n<div class=\"idea\"><h2>The kernels</h2>\n<dl>\n%s</dl>\nHere d is the number of successors.</div>\n%s", p.colors.ideas(), p.colors.buttons("Kernels in the charts"))
	p.workloads(&workloads{
		id: "workloads", question: "Which kernel is the fastest on which vertices?", machines: timed, digits: duration, tick: tick,
		best: "Fastest", note: "Time per vertex, the least first, and how many times the floor that is. The name of a kernel with /vector stands for its fastest tier with vector registers.",
	})
	p.curves(timed)
	p.workloads(&workloads{
		id: "instructions", question: "How many instructions does a vertex take?", machines: counted, digits: table.Digits,
		tick: func(x float64) string { return strings.TrimSuffix(table.Digits(x), ".0") },
		best: "Fewest", note: "The fewest come first. Counted exactly by an emulator. They are not times: a vector instruction counts as one.",
	})
	p.WriteString("</div>\n")
	p.graphs(timed)
	p.tables(machines)
	p.loops(loops)
	return table.Page(w, "mexlab: results", func(out *bufio.Writer) {
		out.WriteString("<h1>mexlab: which kernel, on which input, on which machine</h1>\n" +
			"<p class=\"lead\">A vertex is one question to a kernel: given the values of its successors, what is the least number that is not " +
			"the XOR of exactly K of them, each picked as often as you like? Solving a game asks this once for each vertex of a graph. " +
			numbers + " explains every word and column.</p>\n<h2>What was found</h2>\n<ul class=\"findings\">\n")
		for _, f := range findings(machines) {
			claim := ""
			if f.claim != "" {
				claim = "<b>" + table.HTML(f.claim) + "</b> "
			}
			fmt.Fprintf(out, "<li>%s%s</li>\n", claim, table.HTML(f.figures))
		}
		fmt.Fprintf(out, "</ul>\n<p class=\"faint\">%s</p>\n", strings.Join(origins(machines), "<br>\n"))
		fmt.Fprintf(out, "<nav><h2>The questions</h2>\n<ul>\n%s</ul></nav>\n", p.contents.String())
		out.Write(p.Bytes())
		out.WriteString(table.Script + "<script>\n" + script + "</script>\n")
	}, style+rangesStyle+colorStyle())
}

// origins says where and when the times were measured, and what is wrong with
// that, in lines of HTML.
func origins(machines []*Machine) []string {
	var lines, commits []string
	for _, m := range machines {
		if m.Counted {
			continue
		}
		line := "Measured on " + m.short() + " (" + m.Arch + ", tier " + m.Settings.Get("tier") + ")"
		if date, _, ok := strings.Cut(m.Settings.Get("date"), " "); ok {
			line += " on " + date
		}
		if commit := m.Settings.Get("commit"); commit != "" {
			commit = commit[:min(12, len(commit))]
			line += " at commit " + commit
			if !slices.Contains(commits, commit) {
				commits = append(commits, commit)
			}
		}
		lines = append(lines, table.HTML(strings.TrimSpace(line+". "+m.Rough())))
	}
	if len(commits) > 1 {
		lines = append(lines, "The machines ran different commits. A difference between two of them may come from the program.")
	}
	return lines
}

// tables writes the numbers of all machines, closed until a reader opens them.
func (p *page) tables(machines []*Machine) {
	p.section("numbers", "What are all the numbers?", "All kernels that can do a vertex agreed on it before they were timed. "+
		"In each round every case had one turn, and the kernels of a workload followed one another. The figures are medians over the rounds. "+
		"Kernels that enumerate subsets did a sample of the rows.", "")
	for _, m := range machines {
		fmt.Fprintf(p, "<h3>%s</h3>\n", table.HTML(m.Title()))
		p.details("Times the floor", m.Title(), m.floors())
		p.details("Every case", m.Title(), m.everything())
		p.details("Large graphs", m.Title(), scaling.Table(m.Scaling))
		p.WriteString("<details><summary>Machine</summary>\n<dl>\n")
		for _, s := range m.Settings {
			fmt.Fprintf(p, "<dt>%s</dt><dd>%s</dd>\n", table.HTML(s.Key), table.HTML(s.Value))
		}
		p.WriteString("</dl>\n</details>\n")
	}
	p.WriteString("</section>\n")
}

// details writes a table, closed until a reader opens it, if it has rows.
func (p *page) details(title, of string, t *table.Table) {
	var content bytes.Buffer
	t.Caption = title + ", " + of
	if t.WriteHTML(&content); content.Len() > 0 {
		fmt.Fprintf(p, "<details><summary>%s</summary>\n%s</details>\n", title, content.Bytes())
	}
}

// floors says how many times its floor each kernel takes on each workload.
func (m *Machine) floors() *table.Table {
	rows := m.Suite("Mex")
	columns := table.Words("kernel")
	for _, r := range rows {
		columns = append(columns, table.Numbers(r.Input())...)
	}
	var lines [][]table.Cell
	for _, kernel := range bench.Kernels(rows) {
		line := table.Row(kernel)
		for _, r := range rows {
			cell := ratio(r, kernel)
			if x, ok := r.Ratio(kernel); ok {
				cell.Class = table.Heat(plot.Heat(x))
			}
			line = append(line, cell)
		}
		lines = append(lines, line)
	}
	return &table.Table{Columns: columns, Rows: slices.Values(lines)}
}

// everything has a row for each case.
func (m *Machine) everything() *table.Table {
	var lines [][]table.Cell
	for _, r := range m.Rows {
		for _, x := range r.Results {
			if x.Limit != "" {
				continue
			}
			over := table.None()
			if x.Kernel != bench.Floor {
				over = ratio(r, x.Kernel)
			}
			lines = append(lines, append(table.Row(r.Suite, r.Key, x.Kernel), figure(x.Figure()), table.Cell{Text: m.Unit(r.Suite)}, over))
		}
	}
	return &table.Table{Rows: slices.Values(lines), Columns: slices.Concat(table.Words("suite", "input", "kernel"), table.Numbers("cost"), table.Words("unit"), table.Numbers("x floor"))}
}
