package asm

import "fmt"

// Gather16 lays out 1 to 16 rows of a ragged array as columns, for the primitives
// that do one row in each lane. Row r is succ[off[r]:off[r+1]], with 1 to
// len(cols)/16 values. Value j of row rows[l] goes to cols[16*j+l]. A shorter row
// repeats its first value. Lanes without a row are 0.
//
// It returns the OR of all values of these rows. If that is 2^16 or more, cols are
// overwritten with no particular values.
func (t *Tier) Gather16(cols []uint16, succ []uint64, off, rows []uint32) (or uint64) {
	checkColumns(len(cols))
	checkRows(len(cols)/16, succ, off, rows)
	if t.gather16 == nil || len(cols) > 16*maxColumns {
		return gather(cols, succ, off, rows)
	}
	return t.gather16(&cols[0], len(cols)/16, &succ[0], &off[0], &rows[0], len(rows))
}

// checkRows panics if rows are not 1 to 16 rows of at most n values.
func checkRows(n int, succ []uint64, off, rows []uint32) {
	if len(rows) == 0 || len(rows) > 16 {
		panic(fmt.Sprintf("asm: %d rows for 16 lanes: want 1 to 16", len(rows)))
	}
	ends := off[min(1, len(off)):]
	for _, r := range rows {
		// Without values, one less is more than n.
		if uint(r) >= uint(len(ends)) || uint(ends[r]) > uint(len(succ)) || uint(ends[r])-uint(off[r])-1 >= uint(n) {
			badRow(n, len(succ), off, r)
			return // so that the loop's variables stay in registers
		}
	}
}

// badRow panics about row r.
func badRow(n, values int, off []uint32, r uint32) {
	if uint64(r)+1 >= uint64(len(off)) {
		panic(fmt.Sprintf("asm: row %d of %d offsets", r, len(off)))
	}
	panic(fmt.Sprintf("asm: row %d is [%d:%d] of %d values: want 1 to %d", r, off[r], off[r+1], values, n))
}

// gather is the generic form of Gather16.
func gather(cols []uint16, succ []uint64, off, rows []uint32) (or uint64) {
	for lane := range 16 {
		row := zeroRow[:]
		if lane < len(rows) {
			r := rows[lane]
			row = succ[off[r]:off[r+1]]
		}
		at := lane
		for _, v := range row {
			or |= v
			cols[at] = uint16(v)
			at += 16
		}
		for ; at < len(cols); at += 16 {
			cols[at] = uint16(row[0])
		}
	}
	return or
}

// zeroRow is the row of a lane without one.
var zeroRow [1]uint64
