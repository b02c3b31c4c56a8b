package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/bench/report/scaling"
	"mexlab/track/table"
)

// Markdown returns the text of BENCHMARKS.md: what to expect on which input,
// why, and how to measure it again. Without predictions for loops, or comparisons
// of intrinsics, that chapter is left out.
func Markdown(machines []*Machine, loops *Loops, intrinsics []*Intrinsics) []byte {
	d := new(document)
	d.say("# Benchmarks", "",
		"`make benchmarks` writes this page from the results in [reports/](reports/index.html).",
		"[docs/numbers.md](docs/numbers.md) explains every column.", "",
		"## In one minute", "",
		"A *vertex* is one question to a kernel: given the values of its successors, what is",
		"the least number that is not the XOR of exactly K of them, each picked as often as",
		"you like? The *floor* is the work that no kernel can avoid: to read K and every value",
		"or, for whole games, to parse the text. Each run measures it, too. `x floor` is a cost",
		"as a multiple of it.", "")
	timed, counted := split(machines)
	for _, m := range timed {
		d.summary(m)
	}
	d.workloads(timed)
	d.say("**Why.** `naive`, `gray` and `lowbit` look at all 2^d subsets of d values: each",
		"further successor doubles their time. `paritysplit` keeps bitsets of the numbers that",
		"were reached: each further bit of the values doubles its time. `affine` does linear",
		"algebra over GF(2). It takes d * rank steps if K is at least the rank, for sixteen",
		"vertices at once in vector registers. If K is below the rank the question is hard, and",
		"the workloads `smallk`, `adversarial` and `wide` show its price. `auto` chooses for each",
		"vertex. `mexlab solve` uses it.", "",
		"**Repeat it.** `make report` times everything on your machine, in ten rounds.",
		"`make report-insns` counts instructions in emulators. Both write this page anew.",
		"`make lab` is the short form. [docs/machines.md](docs/machines.md) says how to add the",
		"results of a machine, also of another one.", "")
	for _, m := range timed {
		d.machine(m)
	}
	d.counts(counted)
	d.loops(loops.Predicted)
	for _, c := range loops.Measured {
		d.against(c, loops.Predicted)
	}
	d.vertexCycles(timed, loops)
	d.intrinsics(intrinsics)
	d.method(machines)
	return d.Bytes()
}

type document struct{ bytes.Buffer }

func (d *document) say(lines ...string) { d.WriteString(strings.Join(lines, "\n") + "\n") }

func (d *document) table(columns []table.Column, rows [][]table.Cell) {
	t := table.Table{Columns: columns, Rows: slices.Values(rows)}
	t.WriteMarkdown(d)
	d.say("")
}

// details writes something that is closed until a reader opens it.
func (d *document) details(title string, content func()) {
	d.say("<details><summary>"+title+"</summary>", "")
	content()
	d.say("</details>", "")
}

func (d *document) summary(m *Machine) {
	d.say(fmt.Sprintf("On %s (%s, tier %s), in nanoseconds per vertex:", m.short(), m.Arch, m.Settings.Get("tier")))
	if rough := m.Rough(); rough != "" {
		d.say("**" + rough + "**")
	}
	d.say("")
	var cells [][]table.Cell
	for _, r := range m.Suite("Mex") {
		best, _ := r.Best()
		over := table.None() // auto's lead over lowbit
		if lowbit, ok := r.Cost("lowbit"); ok {
			if auto, ok := r.Cost("auto"); ok {
				over = table.Number(lowbit / auto)
			}
		}
		cells = append(cells, []table.Cell{{Text: r.Input()}, cost(r, bench.Floor), {Text: best.Kernel}, table.Number(best.Cost),
			ratio(r, best.Kernel), cost(r, "auto"), ratio(r, "auto"), over})
	}
	d.table(slices.Concat(table.Words("workload"), table.Numbers("floor"), table.Words("fastest kernel"),
		table.Numbers("ns", "x floor", "auto ns", "x floor", "lowbit / auto")), cells)
}

// workloads says what the rows of the summaries are.
func (d *document) workloads(machines []*Machine) {
	docs := map[string]string{}
	for _, g := range bench.Groups() {
		docs[g.Suite+"/"+g.Key] = g.Doc
	}
	said := map[string]bool{}
	for _, m := range machines {
		for _, r := range m.Suite("Mex") {
			if !said[r.Input()] {
				said[r.Input()] = true
				d.say("- `" + r.Input() + "`: " + docs[r.Name()] + ".")
			}
		}
	}
	d.say("")
}

// cost and ratio write what a kernel costs in a row, and that divided by the floor.
func cost(r *bench.Row, kernel string) table.Cell { return number(r.Cost(kernel)) }

func ratio(r *bench.Row, kernel string) table.Cell {
	if f, ok := r.Times(kernel, bench.Floor); ok {
		return figure(f)
	}
	return number(r.Ratio(kernel))
}

func figure(f bench.Figure) table.Cell {
	return table.Cell{Text: f.String(), Sort: table.Number(f.Value).Sort}
}

func number(x float64, ok bool) table.Cell {
	if !ok {
		return table.None()
	}
	return table.Number(x)
}

var suites = []struct{ name, title string }{
	{"Degree", "Cost against the number of successors (values of 8 bits, K in 0..100)"},
	{"K", "Cost against K (17 values of 10 bits)"},
	{"Width", "Cost against the width of the values (17 values, K in 0..100)"},
	{"Or", "Permuting a bitset in the first cache; the floor is a plain OR on vectors"},
	{"Solve", "Add-subtract games from text to text; the floor is the parser alone"},
	{"Election", "Elections from text to text; the floor is the parser alone"},
	{"Text", "The parser; the floor looks at every byte"},
}

// machine writes the pictures and tables of a machine's times.
func (d *document) machine(m *Machine) {
	d.say("## "+m.Title(), "")
	for _, p := range pictures {
		d.say(fmt.Sprintf("![%s](reports/%s/%s)", p.title, m.Folder, p.file), "")
	}
	d.say("### Times the floor", "")
	m.floors().WriteMarkdown(d)
	d.say("")
	for _, s := range suites {
		rows := m.Suite(s.name)
		if len(rows) == 0 {
			continue
		}
		d.details(s.title+", in "+m.Unit(s.name), func() {
			kernels := append([]string{bench.Floor}, bench.Kernels(rows)...)
			var cells [][]table.Cell
			for _, r := range rows {
				line := table.Row(varying(r, rows))
				for _, k := range kernels {
					line = append(line, cost(r, k))
				}
				cells = append(cells, line)
			}
			d.table(append(table.Words("input"), table.Numbers(kernels...)...), cells)
		})
	}
	if len(m.Scaling) > 0 {
		d.details("One large graph, with ten edges per vertex: whole processes, the best of their runs", func() {
			d.say("Process `read` only reads the numbers of the file. `make scaling` measures this again.", "")
			scaling.Table(m.Scaling).WriteMarkdown(d)
			d.say("")
		})
	}
	d.say(fmt.Sprintf("Raw results: %s. Tables by benchstat, with intervals: %s.", m.link(TimesFile), m.link(TablesFile)), "")
}

func (m *Machine) link(file string) string {
	return fmt.Sprintf("[%s](reports/%s/%s)", file, m.Folder, file)
}

// varying names a row by the parts of its key in which the rows differ.
func varying(r *bench.Row, rows []*bench.Row) string {
	if r.Get("load") != "" {
		return r.Input()
	}
	var parts []string
	for part := range strings.SplitSeq(r.Key, "/") {
		name, value, _ := strings.Cut(part, "=")
		if slices.ContainsFunc(rows, func(other *bench.Row) bool { return other.Get(name) != value }) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

// counts puts the instruction counts of the architectures side by side.
func (d *document) counts(machines []*Machine) {
	if len(machines) == 0 {
		return
	}
	d.say("## Instructions, emulated", "",
		"Instructions that a vertex takes, counted exactly by an emulator. They are not times: a",
		"vector instruction counts as one. `-` is a kernel that the architecture does not have.", "")
	var arches []string
	var all []*bench.Row
	for _, m := range machines {
		arches = append(arches, m.Arch)
		all = append(all, m.Suite("Mex")...)
	}
	var lines [][]table.Cell
	for _, r := range machines[0].Suite("Mex") {
		for _, kernel := range bench.Kernels(all) {
			line, found := table.Row(r.Input(), kernel), false
			for _, m := range machines {
				cell := table.None()
				for _, other := range m.Suite("Mex") {
					if x, ok := other.Cost(kernel); ok && other.Name() == r.Name() {
						cell, found = table.Number(x), true
					}
				}
				line = append(line, cell)
			}
			if found {
				lines = append(lines, line)
			}
		}
	}
	d.details("Every kernel on every workload", func() {
		d.table(append(table.Words("workload", "kernel"), table.Numbers(arches...)...), lines)
	})
	for _, m := range machines {
		d.say(fmt.Sprintf("%s: %s, %s.", m.Arch, m.link(InsnsFile), m.link(TablesFile)))
	}
	d.say("")
}

func (d *document) method(machines []*Machine) {
	d.say("## Method", "",
		"- Before anything is timed, all kernels that can do a vertex must agree on it.",
		"- In each round every case has one turn, which lasts at least as long as given below.",
		"  The kernels on one workload follow one another, and each round starts with another",
		"  of them. The figures here are medians over the rounds.",
		"- Kernels that enumerate subsets are timed on a sample of the rows.",
		"- The inputs are drawn from fixed seeds, and are the same on every architecture.", "")
	for _, m := range machines {
		d.say("### "+m.Title(), "")
		for _, s := range m.Settings {
			if s.Key != "goarch" && s.Key != "pkg" {
				d.say("- " + s.Key + ": " + s.Value)
			}
		}
		d.say("")
	}
}
