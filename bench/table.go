package bench

import (
	"fmt"
	"io"
	"slices"

	"mexlab/track/table"
)

// write writes the table of a workload: the floor and each kernel with nanoseconds
// per vertex, how many times as fast as lowbit it is, and the multiple of the floor.
func (r *Row) write(w io.Writer, load Workload) error {
	title := fmt.Sprintf("%s: %s; %s", load.Name, load.Doc, table.Count(r.Results[0].Vertices, "vertex", "vertices"))
	var rows [][]table.Cell
	for _, x := range r.Results {
		if x.Limit != "" {
			rows = append(rows, table.Row(x.Kernel, "-", "-", "-", x.Limit))
			continue
		}
		name := x.Kernel
		if x.stride > 1 {
			name += " *"
		}
		rows = append(rows, table.Row(name, x.Figure().String(), times(r.Times("lowbit", x.Kernel)), times(r.Times(x.Kernel, Floor)), ""))
	}
	if i := slices.IndexFunc(r.Results, func(x Result) bool { return x.stride > 1 }); i >= 0 {
		title += fmt.Sprintf("; * timed on 1 in %d", r.Results[i].stride)
	}
	return writeTable(w, title, rows, "kernel", "ns/vertex", "x lowbit", "x floor", "")
}

// times writes a ratio, if there is one.
func times(f Figure, ok bool) string {
	if !ok {
		return "-"
	}
	return f.String()
}

// writeTable writes a table after an empty line and a title. The last column is
// for words, those between it and the first for numbers.
func writeTable(w io.Writer, title string, rows [][]table.Cell, heads ...string) error {
	if _, err := fmt.Fprintf(w, "\n%s\n", table.Wrap(title, 80)); err != nil {
		return err
	}
	last := len(heads) - 1
	columns := slices.Concat(table.Words(heads[0]), table.Numbers(heads[1:last]...), table.Words(heads[last]))
	t := table.Table{Columns: columns, Rows: slices.Values(rows)}
	return t.WriteText(w, table.Plain)
}
