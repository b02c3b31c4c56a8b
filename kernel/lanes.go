package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// lanes does elimination across vertices: sixteen rows of a batch at a time,
// each in a lane of its own, so that no step depends on another lane's values.
// Elimination settles a vertex unless K < rank; such vertices, and those that
// do not fit in a lane, go on one by one.
type lanes struct {
	info  Info
	vec   *asm.Primitives
	row   rowFunc // for what elimination does not settle
	least int     // fewest rows of sixteen for which lanes pay
}

// maxLaneDegree is the degree up to which rows go into lanes; sixteen of them
// take 2 KiB, or 4 KiB for wide values.
const maxLaneDegree = 64

func (a *lanes) Info() Info { return a.info }

func (a *lanes) Mex(ws *Workspace, b *Batch) error {
	b.check()
	for first := 0; first < len(b.K); first += 16 {
		if err := a.group(ws, b, first, min(first+16, len(b.K))); err != nil {
			return err
		}
	}
	return nil
}

// group does rows [first, end), at most sixteen.
func (a *lanes) group(ws *Workspace, b *Batch, first, end int) error {
	degree, rows := 0, 0
	for i := first; i < end; i++ {
		if d := int(b.Off[i+1] - b.Off[i]); d > 0 && d <= maxLaneDegree {
			degree = max(degree, d)
			rows++
		}
	}
	if rows < max(1, a.least) {
		return a.oneByOne(ws, b, first, end)
	}
	in, out := &ws.lanes16, &ws.out16
	if or := in.fill(b, first, end, degree); or>>16 == 0 {
		a.vec.Eliminate16(in.cols, &in.odd, out)
		return finish(a, ws, b, first, end, out)
	} else if or>>32 != 0 {
		return a.oneByOne(ws, b, first, end)
	}
	wide := &ws.lanes32
	wide.fill(b, first, end, degree)
	a.vec.Eliminate32(wide.cols, &wide.odd, &ws.out32)
	return finish(a, ws, b, first, end, &ws.out32)
}

// oneByOne does rows [first, end) without lanes.
func (a *lanes) oneByOne(ws *Workspace, b *Batch, first, end int) error {
	one := lifted{a.info, a.row}
	return one.rows(ws, b, first, end)
}

// laneInput is what elimination takes: rows as columns, one a lane.
type laneInput[T uint16 | uint32] struct {
	cols []T
	odd  [16]T
}

// fill lays out rows [first, end) that fit in lanes of the given degree and
// returns the OR of their values, of which T may keep the low bits only. A row
// that is shorter repeats its first value, which changes nothing.
func (in *laneInput[T]) fill(b *Batch, first, end, degree int) (or uint64) {
	cols := grow(&in.cols, 16*degree)
	for lane := range 16 {
		row := zeroRow[:]
		if i := first + lane; i < end {
			in.odd[lane] = -T(b.K[i] & 1)
			if d := int(b.Off[i+1] - b.Off[i]); d > 0 && d <= maxLaneDegree {
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

// zeroRow takes the lanes of rows that do not fit.
var zeroRow [1]uint64

// finish turns the lanes' results into those of rows [first, end).
func finish[T uint16 | uint32](a *lanes, ws *Workspace, b *Batch, first, end int, out *asm.Lanes[T]) error {
	for i := first; i < end; i++ {
		lane := i - first
		d, k := int(b.Off[i+1]-b.Off[i]), b.K[i]
		pivots := uint64(out.Pivots[lane])
		switch {
		case d == 0:
			b.Mex[i] = 0
		case d <= maxLaneDegree && out.C[lane] != 0:
			b.Mex[i] = 0
		case d <= maxLaneDegree && k >= uint64(bits.OnesCount64(pivots)):
			b.Mex[i] = 1 << bits.TrailingZeros64(^pivots)
		default:
			g, err := a.row(ws, b.Row(i), k)
			if err != nil {
				return &RowError{Row: i, Err: err}
			}
			b.Mex[i] = g
		}
	}
	return nil
}
