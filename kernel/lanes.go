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
// have K < rank (bounded_lanes.go). Rows with wide values, of 2^16 and more, are
// found only when they are laid out, and wait once more (lanes_wide.go). Rows that
// do not fit in a lane, and a last few rows, are done one by one.
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
	queues [5]laneQueue
	first  *RowError // of the rows with an error, the first

	cols    []uint16 // rows as columns, and more columns for their coordinates
	words   []uint32 // their coordinates
	v0      [16]uint16
	odd     [16]uint16
	k       [16]uint16
	out     asm.Lanes16
	settled asm.Bounded16

	mostlyWide bool     // the last rows had wide values
	wide       []uint32 // wide values as columns
	wideOdd    [16]uint32
	wideOut    asm.Lanes32
}

// The queues of laneScratch.
const (
	fullQueue    = 0 // K >= rank
	boundedQueue = 1 // K < rank is possible
	longQueues   = 2 // from here on the same two for rows above maxShortDegree
	wideQueue    = 4
)

// A laneQueue is rows that wait, at most sixteen.
type laneQueue struct {
	rows   [16]uint32
	n      int
	degree int // the largest
}

func (q *laneQueue) clear() { q.n, q.degree = 0, 0 }

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
		case d == 1:
			b.Mex[i] = mexOfOneSum(b.Succ[b.Off[i]] & -(k & 1))
			continue
		case k == 0:
			b.Mex[i] = mexOfOneSum(0)
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
		a.wait(ws, b, at, i, d)
	}
	return a.finish(ws, b)
}

// mexOfOneSum is the mex if only one sum can be reached.
func mexOfOneSum(sum uint64) uint64 {
	if sum == 0 {
		return 1
	}
	return 0
}

// wait puts row i, of degree d, in a queue, and solves it if it has sixteen.
func (a *lanes) wait(ws *Workspace, b *Batch, at, i, d int) {
	q := &ws.lanes.queues[at]
	q.rows[q.n] = uint32(i)
	q.degree = max(q.degree, d)
	if q.n++; q.n == len(q.rows) {
		a.solve(ws, b, at)
	}
}

// finish does the rows that still wait. The error is about the first row with one.
func (a *lanes) finish(ws *Workspace, b *Batch) error {
	s := &ws.lanes
	for at := 0; at < wideQueue; at += longQueues {
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
	a.solve(ws, b, wideQueue)
	if s.first != nil {
		return s.first
	}
	return nil
}

// solve empties a queue.
func (a *lanes) solve(ws *Workspace, b *Batch, at int) {
	s := &ws.lanes
	q := &s.queues[at]
	rows, degree, or := q.rows[:q.n], q.degree, uint64(0)
	q.clear()
	if at != wideQueue {
		if s.mostlyWide {
			rows = a.setWideAside(ws, b, rows)
		}
		if len(rows) >= a.minRows {
			or = a.gather(ws, b, rows, degree)
		}
		if or>>16 != 0 {
			if rows = a.setWideAside(ws, b, rows); len(rows) >= a.minRows {
				or = a.gather(ws, b, rows, degree)
			}
		}
	}
	switch {
	case len(rows) < a.minRows:
		for _, i := range rows {
			a.one(ws, b, int(i))
		}
	case at == wideQueue:
		a.solveWide(ws, b, rows, degree)
	case at&boundedQueue != 0:
		a.solveBounded(ws, b, rows, degree, bits.Len64(or))
	default:
		a.solveFull(ws, b, rows, degree)
	}
}

// gather lays out rows as columns, in s.cols.
func (a *lanes) gather(ws *Workspace, b *Batch, rows []uint32, degree int) (or uint64) {
	cols := grow(&ws.lanes.cols, 16*(maxLaneDegree+1+maxLaneRank))
	return a.tier.Gather16(cols[:16*degree], b.Succ, b.Off, rows)
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

// solveFull does rows with K >= rank.
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
