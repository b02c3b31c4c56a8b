package kernel

import "math/bits"

// settle does the rows that were put off: bounded, of values below 2^16, with c
// in the span.
func (a *lanes) settle(ws *Workspace, b *Batch) error {
	rows := ws.lanes.bounded
	for ; len(rows) >= a.least; rows = rows[min(16, len(rows)):] {
		if err := a.balls(ws, b, rows[:min(16, len(rows))]); err != nil {
			return err
		}
	}
	for _, i := range rows {
		if err := a.oneByOne(ws, b, i, i+1); err != nil {
			return err
		}
	}
	ws.lanes.bounded = ws.lanes.bounded[:0]
	return nil
}

// balls does at most sixteen such rows. The columns of a lane are the elements
// of G, then c, then the powers of two, whose words a count needs.
func (a *lanes) balls(ws *Workspace, b *Batch, rows []int) error {
	degree := 0
	for _, i := range rows {
		degree = max(degree, len(b.Row(i)))
	}
	cols := zeroed(&ws.lanes.numbers, 16*(degree+1+16))
	or, at := uint64(0), [16]int{}
	for lane, i := range rows {
		row := b.Row(i)
		where, wide := translation(row)
		v0 := row[where]
		for j, v := range row {
			cols[16*j+lane] = uint32(v^v0) << 16
		}
		if b.K[i]&1 == 1 {
			cols[16*degree+lane] = uint32(v0) << 16
		}
		or |= wide
		at[lane] = where
	}
	width := bits.Len64(or)
	for i := range width {
		for lane := range rows {
			cols[16*(degree+1+i)+lane] = 1 << (16 + i)
		}
	}
	cols = cols[:16*(degree+1+width)]
	a.tier.vec.Coordinates(cols, degree)
	for lane, i := range rows {
		row := b.Row(i)
		ws.ball.take(a.tier, cols[lane:], degree, row, int(b.K[i]), at[lane])
		g, err := ws.ball.mex(ws)
		if err != nil {
			return &RowError{Row: i, Err: err}
		}
		b.Mex[i] = g
	}
	return nil
}

// take is load and aim for a row whose words are known: every sixteenth of cols
// is that of an element of the row, or of none up to the degree; then comes
// that of c, in the span; then those of 2^0, 2^1, ..., of which some are in the
// span.
func (b *ball) take(t *tier, cols []uint32, degree int, row []uint64, k, at int) {
	b.begin(t, k, row[at])
	for j, v := range row {
		word := uint64(cols[16*j])
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
