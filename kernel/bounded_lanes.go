package kernel

import "math/bits"

// A boundedLane is a row with K < rank, values below 2^16 and c in the span. v0
// is its translation, or the OR of its values.
type boundedLane struct {
	row    int
	v0, or uint32
}

// solveBounded does the rows that were put off.
func (a *lanes) solveBounded(ws *Workspace, b *Batch) error {
	rows := ws.lanes.bounded
	for ; len(rows) >= a.minRows; rows = rows[min(16, len(rows)):] {
		if err := a.boundedSixteen(ws, b, rows[:min(16, len(rows))]); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if err := a.rows(ws, b, r.row, r.row+1); err != nil {
			return err
		}
	}
	ws.lanes.bounded = ws.lanes.bounded[:0]
	return nil
}

// boundedSixteen does at most sixteen such rows. A lane's columns are the elements
// of G, then c, then the powers of two: their words give the steps of a search.
func (a *lanes) boundedSixteen(ws *Workspace, b *Batch, rows []boundedLane) error {
	degree, or := 0, uint32(0)
	for _, r := range rows {
		degree = max(degree, len(b.Row(r.row)))
		or |= r.or
	}
	width := bits.Len32(or)
	cols := zeroed(&ws.lanes.numbers, 16*(degree+1+width))
	words := grow(&ws.lanes.words, len(cols))
	for lane, r := range rows {
		at := lane
		for _, v := range b.Row(r.row) {
			cols[at] = uint16(v) ^ uint16(r.v0)
			at += 16
		}
		cols[16*degree+lane] = uint16(r.v0) & -uint16(b.K[r.row]&1)
	}
	for i, at := 0, 16*(degree+1); i < width; i++ {
		for range 16 {
			cols[at] = 1 << i
			at++
		}
	}
	a.tier.Coordinates(words, cols, degree)
	for lane, r := range rows {
		row := b.Row(r.row)
		ws.row.loadCoordinates(a.bounded.at(len(row)), words[lane:], degree, row, int(b.K[r.row]), uint64(r.v0))
		g, err := ws.row.mex(ws)
		if err != nil {
			return &RowError{Row: r.row, Err: err}
		}
		b.Mex[r.row] = g
	}
	return nil
}
