package kernel

import (
	"math"
	"math/bits"

	"mexlab/asm"
)

// lanes does linear algebra across vertices: sixteen rows, each in a lane of its
// own, so that no step depends on another lane's values.
//
// Rows wait in queues until there are sixteen of a kind. Those of a full queue are
// sure to have K >= rank, which elimination solves. Those of a bounded queue may
// have K < rank (bounded_lanes.go). Rows that do not fit in a lane, and a last few
// rows, are done one by one.
type lanes struct {
	rowByRow           // for rows that do not fit
	tier     *asm.Tier // of the lanes
	bounded  byDegree  // of the searches that follow
	minRows  int       // fewest rows of sixteen for which lanes pay
}

const (
	// maxLaneDegree is the largest degree of a row in a lane. Sixteen such rows
	// take 2 KiB, or 4 KiB for wide values.
	maxLaneDegree = 64

	// maxShortDegree is the largest degree of rows that have queues of their own:
	// the longest row of a queue says how much work its rows are.
	maxShortDegree = 17

	// maxLaneRank is the largest rank of values in lanes of 16 bits.
	maxLaneRank = 16
)

// laneScratch is the memory of lanes in a Workspace.
type laneScratch struct {
	queues [4]laneQueue
	first  *RowError // of the rows with an error, the first

	cols  []uint16 // rows as columns, and more columns for their coordinates
	words []uint32 // their coordinates
	v0    [16]uint16
	odd   [16]uint16
	k     [16]uint16
	out   asm.Lanes16

	settled asm.Bounded16

	wide    []uint32 // columns of values of more than 16 bits
	wideOdd [16]uint32
	wideOut asm.Lanes32
}

// A laneQueue is rows that wait, at most sixteen, ascending.
type laneQueue struct {
	rows   [16]uint32
	n      int
	degree int  // the largest
	wide   bool // the last group had values of more than 16 bits
}

// The queues of laneScratch.
const (
	fullQueue    = 0 // K >= rank
	boundedQueue = 1 // K < rank is possible
	longQueues   = 2 // from here on the same two for rows above maxShortDegree
)

func (a *lanes) Mex(ws *Workspace, b *Batch) error {
	if err := b.check(); err != nil {
		return err
	}
	if a.minRows == noLanes || uint64(len(b.K)) > math.MaxUint32 {
		return a.rows(ws, b, 0, len(b.K))
	}
	s := &ws.lanes
	s.first = nil
	for i := range s.queues {
		s.queues[i].clear() // the last batch may have ended in a panic
	}
	for i, k := range b.K {
		if s.first != nil {
			break
		}
		d := int(b.Off[i+1] - b.Off[i])
		switch {
		case d == 0:
			b.Mex[i] = 0
			continue
		case k == 0:
			b.Mex[i] = 1
			continue
		case k == 1:
			b.Mex[i] = mexOfOnePick(ws, b.Row(i))
			continue
		case d > maxLaneDegree:
			a.one(ws, b, i)
			continue
		}
		at := fullQueue
		if k < uint64(min(d-1, maxLaneRank)) {
			at = boundedQueue
		}
		if d > maxShortDegree {
			at += longQueues
		}
		q := &s.queues[at]
		q.rows[q.n] = uint32(i)
		q.degree = max(q.degree, d)
		if q.n++; q.n == len(q.rows) {
			a.solve(ws, b, at)
		}
	}
	return a.finish(ws, b)
}

func (q *laneQueue) clear() { q.n, q.degree = 0, 0 }

// finish does the rows that still wait. The error is about the first row with one.
func (a *lanes) finish(ws *Workspace, b *Batch) error {
	s := &ws.lanes
	for at := 0; at < len(s.queues); at += longQueues {
		full, bounded := &s.queues[at+fullQueue], &s.queues[at+boundedQueue]
		if full.n > 0 && bounded.n > 0 && full.n+bounded.n <= len(bounded.rows) {
			// One pass is less work than two.
			bounded.n += copy(bounded.rows[bounded.n:], full.rows[:full.n])
			bounded.degree = max(bounded.degree, full.degree)
			full.clear()
		}
		a.solve(ws, b, at+fullQueue)
		a.solve(ws, b, at+boundedQueue)
	}
	if s.first != nil {
		return s.first
	}
	return nil
}

// solve empties a queue.
func (a *lanes) solve(ws *Workspace, b *Batch, at int) {
	q := &ws.lanes.queues[at]
	rows, degree := q.rows[:q.n], q.degree
	q.clear()
	if len(rows) < max(1, a.minRows) {
		for _, i := range rows {
			a.one(ws, b, int(i))
		}
		return
	}
	or := a.gather(ws, b, q, rows, degree)
	switch {
	case or>>16 != 0:
		a.solveWide(ws, b, rows, degree, or)
	case at&boundedQueue != 0:
		a.solveBounded(ws, b, rows, degree, bits.Len64(or))
	default:
		a.solveFull(ws, b, rows, degree)
	}
}

// one does a single row, unless there is an error about one before it.
func (a *lanes) one(ws *Workspace, b *Batch, i int) {
	if s := &ws.lanes; s.first == nil || i < s.first.Row {
		a.fail(ws, i, a.rowByRow.one(ws, b, i))
	}
}

// fail keeps the error about row i, if there is one and it is the first.
func (a *lanes) fail(ws *Workspace, i int, err error) {
	if s := &ws.lanes; err != nil && (s.first == nil || i < s.first.Row) {
		s.first = &RowError{Row: i, Err: err}
	}
}

// gather lays out rows as columns, in s.cols, and returns the OR of their values.
// Wide values, those of 2^16 and more, are in s.wide unless some are of 2^32 and
// more. Where one group was wide the next one mostly is, too.
func (a *lanes) gather(ws *Workspace, b *Batch, q *laneQueue, rows []uint32, degree int) (or uint64) {
	s := &ws.lanes
	if q.wide {
		if or = s.fillWide(b, rows, degree); or>>16 != 0 {
			return or
		}
		q.wide = false
	}
	cols := grow(&s.cols, 16*(maxLaneDegree+1+maxLaneRank))[:16*degree]
	if or = a.tier.Gather16(cols, b.Succ, b.Off, rows); or>>16 != 0 {
		q.wide = true
		s.fillWide(b, rows, degree)
	}
	return or
}

// fillWide is Gather16 for values of 32 bits.
func (s *laneScratch) fillWide(b *Batch, rows []uint32, degree int) (or uint64) {
	cols := grow(&s.wide, 16*degree)
	for lane := range 16 {
		row := zeroRow[:]
		if lane < len(rows) {
			row = b.Row(int(rows[lane]))
		}
		at := lane
		for _, v := range row {
			or |= v
			cols[at] = uint32(v)
			at += 16
		}
		for ; at < len(cols); at += 16 {
			cols[at] = uint32(row[0])
		}
	}
	return or
}

// zeroRow is the row of a lane without one.
var zeroRow [1]uint64

// solveFull does rows with K >= rank and narrow values.
func (a *lanes) solveFull(ws *Workspace, b *Batch, rows []uint32, degree int) {
	s := &ws.lanes
	for lane, i := range rows {
		s.odd[lane] = -uint16(b.K[i] & 1)
	}
	a.tier.Eliminate16(s.cols[:16*degree], &s.odd, &s.out)
	for lane, i := range rows {
		mex := uint64(1) << bits.TrailingZeros16(^s.out.Pivots[lane])
		if s.out.C[lane] != 0 {
			mex = 0
		}
		b.Mex[i] = mex
	}
}

// solveWide does rows with wide values. Those with K < rank go one by one.
func (a *lanes) solveWide(ws *Workspace, b *Batch, rows []uint32, degree int, or uint64) {
	s := &ws.lanes
	if or>>32 != 0 {
		for _, i := range rows {
			a.one(ws, b, int(i))
		}
		return
	}
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
