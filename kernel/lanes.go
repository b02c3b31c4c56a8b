package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// lanes does linear algebra across vertices: sixteen rows of a batch at a time,
// each in a lane of its own, so that no step depends on another lane's values.
//
// Elimination solves a vertex unless K < rank. Such bounded vertices wait until
// there are sixteen, which then get their coordinates together
// (bounded_lanes.go). Rows that do not fit in a lane are done one by one.
type lanes struct {
	rowByRow           // for rows that do not fit
	tier     *asm.Tier // of the lanes
	bounded  byDegree  // of the searches that follow
	minRows  int       // fewest rows of sixteen for which lanes pay
}

// maxLaneDegree is the largest degree of a row in a lane. Sixteen such rows take
// 2 KiB, or 4 KiB for wide values.
const maxLaneDegree = 64

// laneScratch is the memory of lanes in a Workspace.
type laneScratch struct {
	narrow  columns[uint16]
	narrows asm.Lanes16
	wide    columns[uint32]
	wides   asm.Lanes32

	bounded []boundedLane // rows that wait, ascending
	numbers []uint16      // columns for their coordinates
	words   []uint32      // their coordinates
}

func (a *lanes) Mex(ws *Workspace, b *Batch) error {
	if err := b.check(); err != nil {
		return err
	}
	s := &ws.lanes
	s.bounded = s.bounded[:0]
	for first := 0; first < len(b.K); first += 16 {
		err := a.sixteen(ws, b, first, min(first+16, len(b.K)))
		if err != nil || len(s.bounded) >= 16 {
			// The rows that wait are before the one that err is about.
			if before := a.solveBounded(ws, b); before != nil {
				return before
			}
		}
		if err != nil {
			return err
		}
	}
	return a.solveBounded(ws, b)
}

// fitsLane tells whether row i goes into a lane.
func fitsLane(b *Batch, i int) bool {
	d := b.Off[i+1] - b.Off[i]
	return d > 0 && d <= maxLaneDegree
}

// sixteen does rows [first, end), at most sixteen.
func (a *lanes) sixteen(ws *Workspace, b *Batch, first, end int) error {
	degree, rows := 0, 0
	for i := first; i < end; i++ {
		if fitsLane(b, i) {
			degree = max(degree, len(b.Row(i)))
			rows++
		}
	}
	if rows < a.minRows {
		return a.rows(ws, b, first, end)
	}
	s := &ws.lanes
	switch or := s.narrow.fill(b, first, end, degree); {
	case or>>16 == 0:
		a.tier.Eliminate16(s.narrow.cols, &s.narrow.odd, &s.narrows)
		return fromLanes(a, ws, b, first, end, &s.narrows)
	case or>>32 == 0:
		s.wide.fill(b, first, end, degree)
		a.tier.Eliminate32(s.wide.cols, &s.wide.odd, &s.wides)
		return fromLanes(a, ws, b, first, end, &s.wides)
	}
	return a.rows(ws, b, first, end)
}

// columns is the input of elimination: rows as columns, one in each lane.
type columns[T uint16 | uint32] struct {
	cols []T
	odd  [16]T
}

// fill lays out those of rows [first, end) that fit in lanes of the given
// degree. A shorter row repeats its first value, which changes nothing. fill
// returns the OR of the values; T may be too narrow to keep all their bits.
func (c *columns[T]) fill(b *Batch, first, end, degree int) (or uint64) {
	cols := grow(&c.cols, 16*degree)
	for lane := range 16 {
		row := zeroRow[:]
		if i := first + lane; i < end {
			c.odd[lane] = -T(b.K[i] & 1)
			if fitsLane(b, i) {
				row = b.Row(i)
			}
		}
		at := lane
		for _, v := range row {
			or |= v
			cols[at] = T(v)
			at += 16
		}
		for ; at < len(cols); at += 16 {
			cols[at] = T(row[0])
		}
	}
	return or
}

// zeroRow takes the place of a row that does not fit in a lane.
var zeroRow [1]uint64

// fromLanes turns the lanes' results into those of rows [first, end). Bounded
// rows are left to wait.
func fromLanes[T uint16 | uint32](a *lanes, ws *Workspace, b *Batch, first, end int, out *asm.Lanes[T]) error {
	for i := first; i < end; i++ {
		lane, k, pivots := i-first, b.K[i], uint64(out.Pivots[i-first])
		switch {
		case !fitsLane(b, i):
			if err := a.rows(ws, b, i, i+1); err != nil {
				return err
			}
		case out.C[lane] != 0:
			b.Mex[i] = 0
		case k >= uint64(bits.OnesCount64(pivots)):
			b.Mex[i] = 1 << bits.TrailingZeros64(^pivots)
		case k == 1:
			b.Mex[i] = mexOfOnePick(ws, b.Row(i))
		case out.Rest[lane] == 0:
			b.Mex[i], _ = unitMex(uint64(out.Or[lane]), out.V0[lane] == 0, k)
		case uint64(out.Or[lane])>>16 == 0:
			ws.lanes.bounded = append(ws.lanes.bounded, boundedLane{i, uint32(out.V0[lane]), uint32(out.Or[lane])})
		default:
			if err := a.rows(ws, b, i, i+1); err != nil {
				return err
			}
		}
	}
	return nil
}
