package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"mexlab/bench"
	"mexlab/track/table"
)

// WritePage writes reports as a page that needs no network and can be read
// without JavaScript. Pictures, as named in Pictures, are looked for in the
// machines' folders, beside the page; pictures tells which there are. The map is
// a table here.
func WritePage(w io.Writer, machines []*Machine, pictures func(folder, file string) bool) error {
	var out strings.Builder
	out.WriteString("<h1>mexlab: which kernel, on which input, on which machine</h1>\n" +
		"<p>A vertex is one answer of a kernel: the mex of the XORs of exactly K of its successors' values. " +
		"The floor is what no kernel gets around, measured in the same run: reading K and every value, or for whole games the parser alone. " +
		"<code>x floor</code> is the cost as a multiple of it.</p>\n<nav><ul>\n")
	for i, m := range machines {
		fmt.Fprintf(&out, "<li><a href=\"#machine%d\">%s</a></li>\n", i, table.Text(m.Title()))
	}
	out.WriteString("</ul></nav>\n")
	for i, m := range machines {
		fmt.Fprintf(&out, "<section id=\"machine%d\">\n<h2>%s</h2>\n", i, table.Text(m.Title()))
		if rough := m.Rough(); rough != "" {
			fmt.Fprintf(&out, "<p>%s</p>\n", table.Text(strings.Trim(rough, "*")))
		}
		m.writeMap(&out)
		for _, p := range Pictures {
			if p.File != mapFile && pictures(m.Folder, p.File) {
				fmt.Fprintf(&out, "<figure><img src=\"%s/%s\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n",
					table.Text(m.Folder), p.File, p.Doc, p.Doc)
			}
		}
		m.writeAll(&out)
		out.WriteString("<details><summary>Machine and method</summary>\n<dl>\n")
		for _, s := range m.Settings {
			fmt.Fprintf(&out, "<dt>%s</dt><dd>%s</dd>\n", table.Text(s.Key), table.Text(s.Value))
		}
		out.WriteString("</dl>\n<p>All kernels that can do a vertex agreed on it before they were timed. " +
			"Each case was timed once a round, the kernels in turns; numbers are medians over the rounds. " +
			"Kernels that enumerate subsets did a sample of the rows.</p>\n</details>\n</section>\n")
	}
	out.WriteString(table.Script)
	return table.Write(w, "mexlab: results", out.String())
}

// writeMap writes how many times its floor each kernel takes on each workload.
func (m *Machine) writeMap(out *strings.Builder) {
	rows := m.Suite("Mex")
	t := table.Table{Caption: "Times the floor, " + m.Title(), Heads: []string{"kernel"}}
	for _, r := range rows {
		t.Heads = append(t.Heads, r.Input())
	}
	for _, kernel := range Kernels(rows) {
		cells := []table.Cell{{Text: kernel}}
		for _, r := range rows {
			cell := table.Cell{Text: "-", Number: math.Inf(1), Sorts: true}
			if x, ok := r.Ratio(kernel); ok {
				cell = table.Cell{Text: Number(x), Number: x, Sorts: true, Heat: heat(x)}
			}
			cells = append(cells, cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	out.WriteString(t.HTML())
}

// heat returns the color of a multiple of the floor: one for a power of ten.
func heat(ratio float64) int {
	return 1 + min(6, int(math.Round(math.Log10(max(ratio, 1)))))
}

// writeAll writes every case.
func (m *Machine) writeAll(out *strings.Builder) {
	t := table.Table{Caption: "Everything, " + m.Title(),
		Heads: []string{"question", "input", "kernel", "cost", "unit", "x floor"}}
	for _, r := range m.Rows {
		for _, c := range r.Cells {
			row := []table.Cell{{Text: r.Suite}, {Text: strings.TrimPrefix(r.name(), r.Suite+"/")}, {Text: c.Kernel},
				{Text: Number(c.Cost), Number: c.Cost, Sorts: true}, {Text: m.Unit(r.Suite)}, {Text: "-", Number: math.Inf(1), Sorts: true}}
			if x, ok := r.Ratio(c.Kernel); ok && c.Kernel != bench.Floor {
				row[5] = table.Cell{Text: Number(x), Number: x, Sorts: true}
			}
			t.Rows = append(t.Rows, row)
		}
	}
	out.WriteString("<details open><summary>Every case</summary>\n" + t.HTML() + "</details>\n")
}
