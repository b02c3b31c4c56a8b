package kernel

import "math/bits"

// setWideAside takes those rows with wide values out of a queue, and lets them wait
// by themselves. A row with values of 2^32 and more is done at once.
func (a *lanes) setWideAside(ws *Workspace, b *Batch, q *laneQueue) {
	s := &ws.lanes
	wide, narrow := &s.queues[wideQueue], 0
	for lane, i := range q.rows[:q.n] {
		row, or := b.Row(int(i)), uint64(0)
		for _, v := range row {
			or |= v
		}
		switch {
		case or>>maxLaneRank == 0:
			q.rows[narrow], q.odd[narrow] = i, q.odd[lane]
			narrow++
		case or>>32 == 0:
			wide.rows[wide.n], wide.odd[wide.n] = i, q.odd[lane]
			wide.degree = max(wide.degree, len(row))
			if wide.n++; wide.n == len(wide.rows) {
				a.solve(ws, b, wideQueue)
			}
		default:
			a.one(ws, b, int(i))
		}
	}
	s.mostlyWide = 2*narrow < q.n
	q.n = narrow
}

// solveWide does rows with values below 2^32. Those with K < rank go one by one.
func (a *lanes) solveWide(ws *Workspace, b *Batch, q *laneQueue) {
	s, rows := &ws.lanes, q.rows[:q.n]
	s.gatherWide(b, rows, q.degree)
	for lane, odd := range &q.odd {
		s.wideOdd[lane] = uint32(int16(odd))
	}
	out := &s.wideOut
	a.tier.Eliminate32(s.wide[:16*q.degree], &s.wideOdd, out)
	for lane, i := range rows {
		k, pivots := b.K[i], uint64(out.Pivots[lane])
		switch {
		case out.C[lane] != 0:
			b.Mex[i] = 0
		case k >= uint64(bits.OnesCount64(pivots)):
			b.Mex[i] = noPivot(pivots)
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
