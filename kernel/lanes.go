package kernel

import (
	"math"
	"math/bits"

	"mexlab/asm"
)

// lanes does linear algebra across vertices: sixteen rows, each in a lane of its
// own, so that no step depends on another lane's values.
//
// Rows wait in queues until there are sixteen of a kind: full ones, with K >= rank,
// which elimination solves, and bounded ones, which may have K < rank
// (bounded_lanes.go). The rank is at most the number of bits of the values, which is
// known when rows are laid out. So the kind is a guess until then. Rows with wide
// values, of 2^16 and more, are found at that time, too, and wait once more
// (lanes_wide.go). Rows that do not fit in a lane, and a last few rows, are done one
// by one.
type lanes struct {
	rowByRow           // for rows that do not fit
	tier     *asm.Tier // of the lanes
	search   *asm.Tier // of the searches of single rows
	minRows  int       // fewest rows of sixteen for which lanes pay
	tiny     int       // up to this degree single rows with K < rank are done by a table
}

const (
	// LaneDegree is the largest degree of a row in a lane. Sixteen such rows take
	// 2 KiB, or 4 KiB for wide values.
	LaneDegree = 64

	// ShortDegree is the largest degree of rows that are searched in lanes, if their
	// values are below 2^16: v0 and sixteen elements of G. They have their own queues:
	// the longest row of a queue says how much work its rows are.
	ShortDegree = 17

	// tinyRows is the least number of tiny rows that are faster in lanes.
	tinyRows = 8

	// maxLaneRank is the largest rank of values in lanes of 16 bits.
	maxLaneRank = 16
)

// laneScratch is the memory of lanes in a Workspace.
type laneScratch struct {
	queues  [5]laneQueue
	waiting bool      // a queue may have rows
	first   *RowError // of the rows with an error, the first

	widest     int  // the most bits of values in this batch so far, up to 16
	mostlyWide bool // the last rows had wide values

	cols    []uint16 // rows as columns, and more columns for their coordinates
	words   []uint32 // their coordinates
	v0      [16]uint16
	k       [16]uint16
	out     asm.Lanes16
	settled asm.Bounded16

	wide    []uint32 // wide values as columns
	wideOdd [16]uint32
	wideOut asm.Lanes32
}

// The queues of laneScratch.
const (
	fullQueue    = 0 // K >= rank is expected
	boundedQueue = 1 // K < rank is expected, or possible
	longQueues   = 2 // from here on the same two for rows above ShortDegree
	wideQueue    = 4
	noQueue      = -1
)

// A laneQueue is rows that wait, at most sixteen.
type laneQueue struct {
	rows   [16]uint32
	odd    [16]uint16 // all ones where K is odd
	n      int
	degree int // the largest
	short  int // every K is at least the rank if values have this many bits less than maxLaneRank
}

func (q *laneQueue) clear() { q.n, q.degree, q.short = 0, 0, 0 }

func (a *lanes) Mex(ws *Workspace, b *Batch) error {
	if err := b.check(); err != nil {
		return err
	}
	if a.minRows == noLanes || uint64(len(b.K)) > math.MaxUint32 {
		return a.rows(ws, b, 0, len(b.K))
	}
	s := &ws.lanes
	s.first, s.widest = nil, 0
	if s.waiting { // the last batch ended in a panic
		for i := range s.queues {
			s.queues[i].clear()
		}
		s.waiting = false
	}
	width := maxLaneRank // of values, as far as seen
	for i := 0; i < len(b.K) && s.first == nil; {
		var at int
		switch i, at = s.enqueue(b, i, width); {
		case at != noQueue:
			a.solve(ws, b, at)
			width = s.widest
		case i < len(b.K):
			a.withoutLane(ws, b, i)
			i++
		}
	}
	return a.finish(ws, b)
}

// enqueue puts rows in queues, from row i on, or does the simplest of them. It stops
// behind a row that fills a queue, before one for withoutLane, and at the end. Values
// are expected to have width bits.
func (s *laneScratch) enqueue(b *Batch, i, width int) (next, at int) {
	ks := b.K
	off := b.Off[:len(ks)+1]
	start := off[i]
	for ; i < len(ks); i++ {
		k, end := ks[i], off[i+1]
		d := int(end - start)
		start = end
		if d <= 2 || d > LaneDegree || k <= 1 {
			if d != 0 && k > 0 {
				break
			}
			b.Mex[i] = uint64(min(len(b.Row(i)), 1)) // no move, or only the empty sum
			continue
		}
		at := fullQueue
		if d > ShortDegree {
			at = longQueues
		}
		q := &s.queues[at]
		if k < uint64(min(d-1, maxLaneRank)) { // the rank is less than d
			if k < uint64(width) {
				at += boundedQueue
				q = &s.queues[at]
			}
			q.short = max(q.short, maxLaneRank-int(k))
		}
		n := q.n & 15
		q.rows[n], q.odd[n] = uint32(i), -uint16(k&1)
		q.n, q.degree, s.waiting = n+1, max(q.degree, d), true
		if n == 15 {
			return i + 1, at
		}
	}
	return i, noQueue
}

// withoutLane does a row that is not worth a lane, or too long for one. It has
// successors, and K > 0.
func (a *lanes) withoutLane(ws *Workspace, b *Batch, i int) {
	row, k := b.Row(i), b.K[i]
	switch {
	case k == 1:
		b.Mex[i] = mexOfOnePick(ws, row)
	case len(row) <= 2:
		b.Mex[i] = mexOfPair(row[0], row[len(row)-1], k)
	default:
		a.one(ws, b, i)
	}
}

// mexOfPair is the mex for the values v and w, perhaps the same, and K > 0. The
// span has 0 and v^w, so that K is at least the rank.
func mexOfPair(v, w, k uint64) uint64 {
	g, c := v^w, v&-(k&1)
	switch {
	case c != 0 && c != g:
		return 0
	case g == 1:
		return 2
	}
	return 1
}

// finish does the rows that still wait. The error is about the first row with one.
func (a *lanes) finish(ws *Workspace, b *Batch) error {
	s := &ws.lanes
	for at := 0; s.waiting && at < wideQueue; at += longQueues {
		full, bounded := &s.queues[at+fullQueue], &s.queues[at+boundedQueue]
		if bounded.n > 0 && full.n+bounded.n <= len(bounded.rows) {
			bounded.absorb(full) // one pass is less work than two
		}
		a.solve(ws, b, at+fullQueue)
		a.solve(ws, b, at+boundedQueue)
	}
	a.solve(ws, b, wideQueue)
	s.waiting = false
	if s.first != nil {
		return s.first
	}
	return nil
}

// absorb takes over all rows of another queue.
func (q *laneQueue) absorb(other *laneQueue) {
	copy(q.odd[q.n:], other.odd[:other.n])
	q.n += copy(q.rows[q.n:], other.rows[:other.n])
	q.degree, q.short = max(q.degree, other.degree), max(q.short, other.short)
	other.clear()
}

// solve empties a queue.
func (a *lanes) solve(ws *Workspace, b *Batch, at int) {
	s := &ws.lanes
	q := &s.queues[at]
	if q.n == 0 {
		return
	}
	if s.mostlyWide && at != wideQueue {
		a.setWideAside(ws, b, q)
	}
	least := a.minRows
	if at == boundedQueue && q.degree <= a.tiny {
		least = max(least, tinyRows)
	}
	switch {
	case q.n < least:
		a.solveRows(ws, b, q)
	case at == wideQueue:
		a.solveWide(ws, b, q)
	default:
		a.solveNarrow(ws, b, q)
	}
	q.clear()
}

// solveNarrow does rows with values that are expected to be narrow.
func (a *lanes) solveNarrow(ws *Workspace, b *Batch, q *laneQueue) {
	s := &ws.lanes
	width := a.gather(s, b, q)
	if width > maxLaneRank {
		if a.setWideAside(ws, b, q); q.n < a.minRows {
			a.solveRows(ws, b, q)
			return
		}
		width = a.gather(s, b, q)
	}
	s.widest = max(s.widest, width)
	if width <= maxLaneRank-q.short {
		a.solveFull(s, b, q)
	} else {
		a.solveBounded(ws, b, q, width)
	}
}

// gather lays out rows as columns, in s.cols. It returns the number of bits of the
// values.
func (a *lanes) gather(s *laneScratch, b *Batch, q *laneQueue) (width int) {
	cols := grow(&s.cols, 16*(LaneDegree+1+maxLaneRank))
	return bits.Len64(a.tier.Gather16(cols[:16*q.degree], b.Succ, b.Off, q.rows[:q.n]))
}

// solveRows does the rows of a queue one by one.
func (a *lanes) solveRows(ws *Workspace, b *Batch, q *laneQueue) {
	for _, i := range q.rows[:q.n] {
		a.one(ws, b, int(i))
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

// solveFull does rows with K >= rank, which are laid out.
func (a *lanes) solveFull(s *laneScratch, b *Batch, q *laneQueue) {
	a.tier.Eliminate16(s.cols[:16*q.degree], &q.odd, &s.out)
	for lane, i := range q.rows[:q.n] {
		mex := noPivot(uint64(s.out.Pivots[lane]))
		if s.out.C[lane] != 0 {
			mex = 0
		}
		b.Mex[i] = mex
	}
}

// noPivot returns the lowest power of two that is no pivot.
func noPivot(pivots uint64) uint64 { return (pivots + 1) &^ pivots }
