package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"mexlab/bench"
	"mexlab/internal/plot"
	"mexlab/track/table"
)

// WritePage writes reports as one file that needs no other, no network, and no
// JavaScript to be read. The heat map is a table in it.
func WritePage(w io.Writer, machines []*Machine) error {
	numbers := `<a href="../docs/numbers.md">docs/numbers.md</a>`
	if slices.ContainsFunc(machines, func(m *Machine) bool { return m.Short }) {
		numbers = "docs/numbers.md" // the lab's page may lie anywhere
	}
	return table.Page(w, "mexlab: results", func(out *bufio.Writer) {
		out.WriteString("<h1>mexlab: which kernel, on which input, on which machine</h1>\n" +
			"<p>A vertex is one question to a kernel: given the values of its successors, what is the least number that is not " +
			"the XOR of exactly K of them, each picked as often as you like? The floor is the work that no kernel can avoid, measured in the same run: " +
			"to read K and every value or, for whole games, to parse the text. <code>x floor</code> is a cost as a multiple of it. " +
			numbers + " explains every column.</p>\n<nav><ul>\n")
		for i, m := range machines {
			fmt.Fprintf(out, "<li><a href=\"#machine%d\">%s</a></li>\n", i, table.HTML(m.Title()))
		}
		out.WriteString("</ul></nav>\n")
		for i, m := range machines {
			fmt.Fprintf(out, "<section id=\"machine%d\">\n<h2>%s</h2>\n", i, table.HTML(m.Title()))
			m.writeSection(out)
			out.WriteString("</section>\n")
		}
		out.WriteString(table.Script)
	})
}

func (m *Machine) writeSection(out *bufio.Writer) {
	if rough := m.Rough(); rough != "" {
		fmt.Fprintf(out, "<p>%s</p>\n", table.HTML(rough))
	}
	floors := m.floors()
	floors.Caption = "Times the floor, " + m.Title()
	floors.WriteHTML(out)
	drawn := m.Draw()
	for _, p := range pictures {
		if p.file != mapFile && drawn[p.file] != nil {
			fmt.Fprintf(out, "<figure>\n%s</figure>\n", drawn[p.file])
		}
	}
	out.WriteString("<details open><summary>Every case</summary>\n")
	m.everything().WriteHTML(out)
	out.WriteString("</details>\n<details><summary>Machine and method</summary>\n<dl>\n")
	for _, s := range m.Settings {
		fmt.Fprintf(out, "<dt>%s</dt><dd>%s</dd>\n", table.HTML(s.Key), table.HTML(s.Value))
	}
	out.WriteString("</dl>\n<p>All kernels that can do a vertex agreed on it before they were timed. " +
		"In each round every case had one turn, and the kernels of a workload followed one another. The figures are medians over the rounds. " +
		"Kernels that enumerate subsets did a sample of the rows.</p>\n</details>\n")
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
			lines = append(lines, append(table.Row(r.Suite, r.Key, x.Kernel), table.Number(x.Cost), table.Cell{Text: m.Unit(r.Suite)}, over))
		}
	}
	return &table.Table{Caption: "Everything, " + m.Title(), Rows: slices.Values(lines),
		Columns: slices.Concat(table.Words("suite", "input", "kernel"), table.Numbers("cost"), table.Words("unit"), table.Numbers("x floor"))}
}
