package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/track/table"
)

// WritePage writes reports as a page that needs no network and can be read
// without JavaScript. Pictures, as named in Pictures, are looked for in the
// machines' folders, beside the page; pictures tells which there are. The map is
// a table here.
func WritePage(w io.Writer, machines []*Machine, pictures func(folder, file string) bool) error {
	return table.Page(w, "mexlab: results", func(out *bufio.Writer) { writeBody(out, machines, pictures) })
}

func writeBody(out *bufio.Writer, machines []*Machine, pictures func(folder, file string) bool) {
	out.WriteString("<h1>mexlab: which kernel, on which input, on which machine</h1>\n" +
		"<p>A vertex is one answer of a kernel: the mex of the XORs of exactly K of its successors' values. " +
		"The floor is what no kernel gets around, measured in the same run: reading K and every value, or for whole games the parser alone. " +
		"<code>x floor</code> is the cost as a multiple of it.</p>\n<nav><ul>\n")
	for i, m := range machines {
		fmt.Fprintf(out, "<li><a href=\"#machine%d\">%s</a></li>\n", i, table.HTML(m.Title()))
	}
	out.WriteString("</ul></nav>\n")
	for i, m := range machines {
		fmt.Fprintf(out, "<section id=\"machine%d\">\n<h2>%s</h2>\n", i, table.HTML(m.Title()))
		if rough := m.Rough(); rough != "" {
			fmt.Fprintf(out, "<p>%s</p>\n", table.HTML(strings.Trim(rough, "*")))
		}
		m.writeMap(out)
		for _, p := range Pictures {
			if p.File != mapFile && pictures(m.Folder, p.File) {
				fmt.Fprintf(out, "<figure><img src=\"%s/%s\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n",
					table.HTML(m.Folder), p.File, p.Doc, p.Doc)
			}
		}
		m.writeAll(out)
		out.WriteString("<details><summary>Machine and method</summary>\n<dl>\n")
		for _, s := range m.Settings {
			fmt.Fprintf(out, "<dt>%s</dt><dd>%s</dd>\n", table.HTML(s.Key), table.HTML(s.Value))
		}
		out.WriteString("</dl>\n<p>All kernels that can do a vertex agreed on it before they were timed. " +
			"Each case was timed once a round, the kernels in turns; numbers are medians over the rounds. " +
			"Kernels that enumerate subsets did a sample of the rows.</p>\n</details>\n</section>\n")
	}
	out.WriteString(table.Script)
}

// writeMap writes how many times its floor each kernel takes on each workload.
func (m *Machine) writeMap(out *bufio.Writer) {
	rows := m.Suite("Mex")
	columns := table.Words("kernel")
	for _, r := range rows {
		columns = append(columns, table.Numbers(r.Input())...)
	}
	var lines [][]table.Cell
	for _, kernel := range bench.Kernels(rows) {
		cells := []table.Cell{{Text: kernel}}
		for _, r := range rows {
			cell := table.None()
			if x, ok := r.Ratio(kernel); ok {
				cell = table.Number(x)
				cell.Class = heat(x)
			}
			cells = append(cells, cell)
		}
		lines = append(lines, cells)
	}
	t := table.Table{Caption: "Times the floor, " + m.Title(), Columns: columns, Rows: slices.Values(lines)}
	t.WriteHTML(out)
}

// heat returns the color of a multiple of the floor: one for a power of ten.
func heat(ratio float64) string {
	return table.Heat(1 + min(6, int(math.Round(math.Log10(max(ratio, 1))))))
}

// writeAll writes every case.
func (m *Machine) writeAll(out *bufio.Writer) {
	var lines [][]table.Cell
	for _, r := range m.Rows {
		for _, c := range r.Results {
			if c.Limit != "" {
				continue
			}
			line := append(table.Row(r.Suite, r.Key, c.Kernel),
				table.Number(c.Cost), table.Cell{Text: m.Unit(r.Suite)}, table.None())
			if x, ok := r.Ratio(c.Kernel); ok && c.Kernel != bench.Floor {
				line[5] = table.Number(x)
			}
			lines = append(lines, line)
		}
	}
	t := table.Table{Caption: "Everything, " + m.Title(), Rows: slices.Values(lines),
		Columns: slices.Concat(table.Words("question", "input", "kernel"), table.Numbers("cost"), table.Words("unit"), table.Numbers("x floor"))}
	out.WriteString("<details open><summary>Every case</summary>\n")
	t.WriteHTML(out)
	out.WriteString("</details>\n")
}
