package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mexlab/bench"
	"mexlab/bench/scaling"
	"mexlab/track/table"
)

// Markdown writes BENCHMARKS.md: what to expect, on which input, why, and how
// to repeat it.
func Markdown(machines []*Machine) []byte {
	d := &document{docs: docs()}
	d.say("# Benchmarks", "")
	d.say("Written by `make benchmarks` from what is in [reports/](reports/index.html); not edited by hand.", "")
	d.say("## In one minute", "")
	d.say("A *vertex* is one answer of a kernel: the mex of the XORs of exactly K of its",
		"successors' values. The *floor* is what no kernel gets around: reading K and",
		"every value, or for whole games the parser alone. It is measured in the same",
		"run, and costs are given as multiples of it, `x floor`.", "")
	for _, m := range machines {
		if !m.Counted {
			d.summary(m)
		}
	}
	d.say("**Why.** `naive`, `gray` and `lowbit` look at all 2^d subsets of d values, so that",
		"each successor more doubles their time. `paritysplit` keeps bitsets of the",
		"numbers reached: its time grows with 2^bits of the values instead. `affine` does",
		"linear algebra over GF(2), d * rank steps when K is at least the rank, and on",
		"vector registers sixteen vertices at once; where K is below the rank the question",
		"is a hard one, and workloads `smallk`, `adversarial` and `wide` show its price.",
		"`auto` picks for each vertex, and is what `mexlab solve` uses.", "")
	d.say("**Repeat it.** `make report` times everything on this machine, ten rounds in turns",
		"(`make report-insns` counts instructions in emulators), and `make benchmarks`",
		"writes this file and the page anew. `make lab` is the short form.", "")
	for _, m := range machines {
		d.machine(m)
	}
	d.counts(machines)
	d.method(machines)
	return []byte(d.out.String())
}

// docs returns the sentence of each group by its name.
func docs() map[string]string {
	docs := map[string]string{}
	for _, g := range bench.Groups() {
		docs[g.Suite+"/"+g.Key] = g.Doc
	}
	return docs
}

type document struct {
	out  strings.Builder
	docs map[string]string
}

func (d *document) say(lines ...string) {
	d.out.WriteString(strings.Join(lines, "\n") + "\n")
}

// table writes a table whose first column is words and the others numbers.
func (d *document) table(heads []string, rows [][]string) {
	d.say("| "+strings.Join(heads, " | ")+" |", "|---|"+strings.Repeat("--:|", len(heads)-1))
	for _, row := range rows {
		d.say("| " + strings.Join(row, " | ") + " |")
	}
	d.say("")
}

// summary tells the main results of one machine.
func (d *document) summary(m *Machine) {
	d.say("On " + m.Settings.Get("cpu") + " (" + m.Arch + ", tier " + m.Settings.Get("tier") + "), nanoseconds per vertex:")
	if rough := m.Rough(); rough != "" {
		d.say(rough)
	}
	d.say("")
	var rows [][]string
	for _, r := range m.Suite("Mex") {
		best, _ := r.Best()
		ratio, _ := r.Ratio(best.Kernel)
		row := []string{r.Input(), cost(r, bench.Floor), best.Kernel, table.Digits(best.Cost), table.Digits(ratio), cost(r, "auto"), "-", "-"}
		if x, ok := r.Ratio("auto"); ok {
			row[6] = table.Digits(x)
		}
		if lowbit, ok := r.Cost("lowbit"); ok {
			auto, _ := r.Cost("auto")
			row[7] = table.Digits(lowbit / auto)
		}
		rows = append(rows, row)
	}
	d.table([]string{"input", "floor", "fastest kernel", "ns", "x floor", "auto ns", "x floor", "lowbit / auto"}, rows)
	for _, r := range m.Suite("Mex") {
		d.say("- `" + r.Input() + "`: " + d.docs[r.Name()] + ".")
	}
	d.say("")
}

// Rough tells whether a report is too short to be relied on, and why.
func (m *Machine) Rough() string {
	if m.Short {
		return "**A run of the lab: short turns, so rough numbers.**"
	}
	rounds, _ := strconv.Atoi(m.Settings.Get("rounds"))
	if m.Counted || rounds >= 10 {
		return ""
	}
	return fmt.Sprintf("**A short run, of %d rounds of %s: rough numbers.**", rounds, m.Settings.Get("turn"))
}

// suites are the tables of a machine.
var suites = []struct{ name, title string }{
	{"Degree", "Cost against the number of successors (values of 8 bits, K in 0..100)"},
	{"K", "Cost against K (17 values of 10 bits)"},
	{"Width", "Cost against the width of the values (17 of them, K in 0..100)"},
	{"Or", "Permuting a bitset in the first cache; the floor is a plain OR on vectors"},
	{"Solve", "Add-subtract games from text to text; the floor is the parser alone"},
	{"Election", "Elections from text to text; the floor is the parser alone"},
	{"Text", "The parser; the floor looks at every byte"},
}

// machine writes the pictures and tables of one machine's times.
func (d *document) machine(m *Machine) {
	if m.Counted {
		return
	}
	d.say("## "+m.Title(), "")
	for _, p := range Pictures {
		d.say(fmt.Sprintf("![%s](reports/%s/%s)", p.Doc, m.Folder, p.File), "")
	}
	rows := m.Suite("Mex")
	d.say("### Times its floor", "")
	heads, cells := matrix(rows, func(r *bench.Row, kernel string) string {
		if x, ok := r.Ratio(kernel); ok {
			return table.Digits(x)
		}
		return "-"
	})
	d.table(heads, cells)
	for _, s := range suites {
		rows := m.Suite(s.name)
		if len(rows) == 0 {
			continue
		}
		d.say("<details><summary>"+s.title+", in "+m.Unit(s.name)+"</summary>", "")
		heads, cells := matrix(rows, cost)
		heads = append([]string{heads[0], "floor"}, heads[1:]...)
		for i, r := range rows {
			cells[i] = append([]string{cells[i][0], cost(r, bench.Floor)}, cells[i][1:]...)
		}
		d.table(heads, cells)
		d.say("</details>", "")
	}
	d.scaling(m)
	d.say(fmt.Sprintf("Raw results: [%s](reports/%s/%s); benchstat's tables, with intervals: [%s](reports/%s/%s).",
		TimesFile, m.Folder, TimesFile, TablesFile, m.Folder, TablesFile), "")
}

// scaling writes the table of large graphs.
func (d *document) scaling(m *Machine) {
	if len(m.Scaling) == 0 {
		return
	}
	d.say("<details><summary>One large graph, ten edges a vertex: whole processes, best of the runs</summary>", "",
		"The other process only reads the numbers of the same file. The exponent is that of",
		"the time's growth from 10^5 edges on. `make scaling` repeats it.", "",
		scaling.Table(m.Scaling), "</details>", "")
}

// matrix makes a table of rows and kernels.
func matrix(rows []*bench.Row, cell func(r *bench.Row, kernel string) string) (heads []string, cells [][]string) {
	kernels := bench.Kernels(rows)
	heads = append([]string{"input"}, kernels...)
	for _, r := range rows {
		row := []string{varying(r, rows)}
		for _, k := range kernels {
			row = append(row, cell(r, k))
		}
		cells = append(cells, row)
	}
	return heads, cells
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

// cost writes what a kernel costs in a row.
func cost(r *bench.Row, kernel string) string {
	if x, ok := r.Cost(kernel); ok {
		return table.Digits(x)
	}
	return "-"
}

// counts puts the instruction counts of the architectures side by side.
func (d *document) counts(machines []*Machine) {
	var heads []string
	var counted []*Machine
	for _, m := range machines {
		if m.Counted {
			counted = append(counted, m)
			heads = append(heads, m.Arch)
		}
	}
	if len(counted) == 0 {
		return
	}
	d.say("## Instructions, emulated", "",
		"Executed instructions per vertex, counted exactly by an emulator; not times. A",
		"vector instruction counts as one, and `-` is a kernel that the architecture lacks.", "")
	var rows [][]string
	for _, r := range counted[0].Suite("Mex") {
		for _, kernel := range bench.Kernels(allRows(counted)) {
			row, found := []string{r.Input() + ", " + kernel}, false
			for _, m := range counted {
				cell := "-"
				for _, other := range m.Suite("Mex") {
					if x, ok := other.Cost(kernel); ok && other.Name() == r.Name() {
						cell, found = table.Digits(x), true
					}
				}
				row = append(row, cell)
			}
			if found {
				rows = append(rows, row)
			}
		}
	}
	d.say("<details><summary>Every kernel on every workload</summary>", "")
	d.table(append([]string{"workload, kernel"}, heads...), rows)
	d.say("</details>", "")
	for _, m := range counted {
		d.say(fmt.Sprintf("%s: [%s](reports/%s/%s), [%s](reports/%s/%s).",
			m.Arch, InsnsFile, m.Folder, InsnsFile, TablesFile, m.Folder, TablesFile))
	}
	d.say("")
}

func allRows(machines []*Machine) (rows []*bench.Row) {
	for _, m := range machines {
		rows = append(rows, m.Suite("Mex")...)
	}
	return rows
}

// method tells how the numbers came about.
func (d *document) method(machines []*Machine) {
	d.say("## Method", "",
		"- Before anything is timed, all kernels that can do a vertex must agree on it.",
		"- Every case is timed once a round, for at least the turn given below. The kernels",
		"  on one workload follow one another, and each round begins with another of them.",
		"  Numbers here are medians over the rounds.",
		"- Kernels that enumerate subsets are timed on a sample of the rows.",
		"- Inputs are drawn from fixed seeds, the same on every architecture.", "")
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
