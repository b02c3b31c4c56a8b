package main

import (
	"io"
	"strconv"

	"mexlab/kernel"
	"mexlab/track/table"
)

// explain writes a table of all vertices up to the first with an error, and that one.
func (v *vertexReader) explain(w io.Writer, k kernel.Explainer, ws *kernel.Workspace) error {
	var failed error // in reading or answering
	t := table.Table{Columns: append(table.Numbers("line"), explainedColumns()...)}
	t.Rows = func(yield func([]table.Cell) bool) {
		failed = v.read(func() error {
			for i := range v.batch.Len() {
				x, err := k.Explain(ws, v.batch.Row(i), v.batch.K[i])
				if err != nil {
					err = v.about(i, err)
				}
				if !yield(append(table.Row(strconv.Itoa(v.lines[i])), explainedCells(&x, err)...)) {
					return io.ErrClosedPipe // WriteText has the reason
				}
				if err != nil {
					return err
				}
			}
			v.forget()
			return nil
		})
	}
	if err := t.WriteText(w, screenOf(w)); err != nil {
		return err
	}
	return failed
}

// explainedColumns are the columns of an explained vertex.
func explainedColumns() []table.Column {
	columns := append(table.Numbers("degree", "rank", "extras", "K"), table.Words("class", "way")...)
	return append(columns, table.Numbers("tried", "mex")...)
}

// explainedCells are the cells of these columns. If there is an error there is no mex.
func explainedCells(x *kernel.Explanation, err error) []table.Cell {
	rank, extras, tried, mex := "-", "-", "-", "-"
	if x.Degree > 0 {
		rank, extras = strconv.Itoa(x.Rank), strconv.Itoa(x.Extras)
	}
	if x.Tried > 0 {
		tried = strconv.FormatUint(x.Tried, 10)
	}
	if err == nil {
		mex = strconv.FormatUint(x.Mex, 10)
	}
	return table.Row(strconv.Itoa(x.Degree), rank, extras, strconv.FormatUint(x.K, 10), x.Class, x.Way, tried, mex)
}
