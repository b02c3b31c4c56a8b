package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// A boundedLane is a row whose K is below the rank, of values below 2^16, with c
// in the span; v0 is its translation, or the OR of its values.
type boundedLane struct {
	row    int
	v0, or uint32
}

// settle does the rows that were put off.
func (a *lanes) settle(ws *Workspace, b *Batch) error {
	rows := ws.lanes.bounded
	for ; len(rows) >= a.least; rows = rows[min(16, len(rows)):] {
		if err := a.balls(ws, b, rows[:min(16, len(rows))]); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if err := a.oneByOne(ws, b, r.row, r.row+1); err != nil {
			return err
		}
	}
	ws.lanes.bounded = ws.lanes.bounded[:0]
	return nil
}

// balls does at most sixteen such rows. The columns of a lane are the elements
// of G, then c, then the powers of two, whose words a count needs.
func (a *lanes) balls(ws *Workspace, b *Batch, rows []boundedLane) error {
	degree, or := 0, uint32(0)
	for _, r := range rows {
		degree = max(degree, len(b.Row(r.row)))
		or |= r.or
	}
	width := bits.Len32(or)
	cols := zeroed(&ws.lanes.numbers, 16*(degree+1+width))
	for lane, r := range rows {
		at := lane
		for _, v := range b.Row(r.row) {
			cols[at] = (uint32(v) ^ r.v0) << 16
			at += 16
		}
		cols[16*degree+lane] = r.v0 << 16 & -uint32(b.K[r.row]&1)
	}
	for i, at := 0, 16*(degree+1); i < width; i++ {
		for range 16 {
			cols[at] = 1 << (16 + i)
			at++
		}
	}
	a.tier.Coordinates(cols, degree)
	for lane, r := range rows {
		row := b.Row(r.row)
		ws.ball.take(a.bounded.at(len(row)), cols[lane:], degree, row, int(b.K[r.row]), uint64(r.v0))
		g, err := ws.ball.mex(ws)
		if err != nil {
			return &RowError{Row: r.row, Err: err}
		}
		b.Mex[r.row] = g
	}
	return nil
}

// take is load and aim for a row whose words are known: every sixteenth of cols
// is that of an element of the row, or of none up to the degree; then comes
// that of c, in the span; then those of 2^0, 2^1, ..., of which some are in the
// span.
func (b *ball) take(t *asm.Tier, cols []uint32, degree int, row []uint64, k int, v0 uint64) {
	b.begin(t, k, v0)
	at := 0
	for j, v := range row {
		word := uint64(cols[at])
		at += 16
		if word&(word-1) != 0 {
			b.addExtra(element{word, v ^ b.v0, j})
		} else if word != 0 {
			i := bits.TrailingZeros64(word)
			b.base[i], b.baseAt[i] = v^b.v0, j
			b.rank = max(b.rank, i+1)
		}
	}
	b.sortExtras()
	b.origin = uint64(cols[16*degree])
	b.low, b.known = 0, 0
	below := uint64(0)
	for i := 16 * (degree + 1); i < len(cols) && cols[i]>>16 == 0; i += 16 {
		below ^= uint64(cols[i])
		b.carry[b.low] = below
		b.low++
	}
	b.known = b.low
}
