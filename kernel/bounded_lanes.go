package kernel

import "math/bits"

// solveBounded does rows with narrow values whose K may be below the rank, sixteen
// at once. A lane's columns become the elements of G, then c, then the powers of
// two: their words give the steps of a search.
func (a *lanes) solveBounded(ws *Workspace, b *Batch, rows []uint32, degree, width int) {
	s := &ws.lanes
	d := degree - 1 // the last column that Sort16 leaves is 0, and gives way to c
	cols := s.cols[:16*(degree+width)]
	words := grow(&s.words, cap(s.cols))[:len(cols)]
	a.tier.Sort16(cols[:16*degree], &s.v0)
	for lane, i := range rows {
		s.k[lane] = laneK(b.K[i])
		cols[16*d+lane] = s.v0[lane] & -(s.k[lane] & 1)
	}
	copy(cols[16*degree:], powers[:])
	a.tier.Coordinates(words, cols, d)
	if degree > maxShortDegree {
		for lane, i := range rows {
			a.solveLane(ws, b, int(i), cols[lane:], words[lane:], d, lane)
		}
		return
	}
	settled := &s.settled
	a.tier.Settle16(cols, words, d, &s.k, settled)
	if settled.Few|settled.Some|settled.Wide|settled.Many != 0 {
		ws.row.found = chunked
	}
	left := settled.Left | a.tier.Search16(settled)
	for lane, i := range rows {
		b.Mex[i] = uint64(settled.Mex[lane])
	}
	for left &= 1<<len(rows) - 1; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros16(left)
		a.solveLane(ws, b, int(rows[lane]), cols[lane:], words[lane:], d, lane)
	}
}

// solveLane does the row of a lane by itself, from its coordinates.
func (a *lanes) solveLane(ws *Workspace, b *Batch, i int, cols []uint16, words []uint32, d, lane int) {
	s, row := &ws.lanes, &ws.row
	row.tier = a.bounded.at(len(b.Row(i)))
	var err error
	switch {
	case !row.loadLane(cols, words, d, int(s.k[lane]), uint64(s.v0[lane])):
		b.Mex[i] = 0
	case row.k >= row.rank:
		b.Mex[i] = 1 << row.low
	case s.first == nil || i < s.first.Row:
		b.Mex[i], err = row.mex(ws)
		a.fail(ws, i, err)
	}
}

// laneK returns K for 16 bits. K of the largest rank and more have the same mex as
// others of their parity.
func laneK(k uint64) uint16 { return uint16(min(k, 1<<14) | k&1) }

// powers are columns of the powers of two.
var powers = func() (t [16 * maxLaneRank]uint16) {
	for i := range t {
		t[i] = 1 << (i / 16)
	}
	return t
}()

// loadLane does what load and locate do, for a row with known words. Every
// sixteenth of cols and words is about it: first the elements of G, or zeros, d of
// them; then c, then 2^0, 2^1, ..., as far as values go.
func (b *boundedRow) loadLane(cols []uint16, words []uint32, d, k int, v0 uint64) bool {
	b.reset(b.tier, k, v0)
	for at := 0; at < 16*d; at += 16 {
		word := uint64(words[at])
		if word&(word-1) != 0 {
			b.extras = append(b.extras, word)
		} else if word != 0 {
			b.basis[b.rank] = uint64(cols[at])
			b.rank++
		}
	}
	at := 16 * d
	b.origin = uint64(words[at] & 0xffff)
	inSpan := words[at]>>16 == 0
	b.low = 0
	step := uint64(0)
	for at += 16; at < len(words) && words[at]>>16 == 0; at += 16 {
		step ^= uint64(words[at])
		b.steps[b.low] = step
		b.low++
	}
	b.known = b.low
	return inSpan
}
