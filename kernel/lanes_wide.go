package kernel

import "math/bits"

// setWideAside takes those rows with wide values out, and lets them wait by
// themselves. A row with values of 2^32 and more is done at once. The others are
// returned, in place.
func (a *lanes) setWideAside(ws *Workspace, b *Batch, rows []uint32) []uint32 {
	narrow := rows[:0]
	for _, i := range rows {
		var or uint64
		for _, v := range b.Row(int(i)) {
			or |= v
		}
		switch {
		case or>>16 == 0:
			narrow = append(narrow, i)
		case or>>32 == 0:
			a.wait(ws, b, wideQueue, int(i), len(b.Row(int(i))))
		default:
			a.one(ws, b, int(i))
		}
	}
	ws.lanes.mostlyWide = 2*len(narrow) < len(rows)
	return narrow
}

// solveWide does rows with values below 2^32. Those with K < rank go one by one.
func (a *lanes) solveWide(ws *Workspace, b *Batch, rows []uint32, degree int) {
	s := &ws.lanes
	s.gatherWide(b, rows, degree)
	for lane, i := range rows {
		s.wideOdd[lane] = -uint32(b.K[i] & 1)
	}
	out := &s.wideOut
	a.tier.Eliminate32(s.wide[:16*degree], &s.wideOdd, out)
	for lane, i := range rows {
		k, pivots := b.K[i], out.Pivots[lane]
		switch {
		case out.C[lane] != 0:
			b.Mex[i] = 0
		case k >= uint64(bits.OnesCount32(pivots)):
			b.Mex[i] = 1 << bits.TrailingZeros64(^uint64(pivots))
		case out.Rest[lane] == 0:
			b.Mex[i] = MexOfUnits(uint64(out.Or[lane]), out.V0[lane] == 0, k)
		default:
			a.one(ws, b, int(i))
		}
	}
}

// gatherWide is Gather16 for values of 32 bits.
func (s *laneScratch) gatherWide(b *Batch, rows []uint32, degree int) {
	cols := grow(&s.wide, 16*degree)
	for lane := range 16 {
		row := zeroRow[:]
		if lane < len(rows) {
			row = b.Row(int(rows[lane]))
		}
		at := lane
		for _, v := range row {
			cols[at] = uint32(v)
			at += 16
		}
		for ; at < len(cols); at += 16 {
			cols[at] = uint32(row[0])
		}
	}
}

// zeroRow is the row of a lane without one.
var zeroRow [1]uint64
