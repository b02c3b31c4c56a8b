package kernel

import "math/bits"

// solveBounded does rows whose K may be below the rank, and which are laid out. A
// lane's columns become the elements of G, then c, then the powers of two: their
// words give the steps of a search.
func (a *lanes) solveBounded(ws *Workspace, b *Batch, q *laneQueue, width int) {
	s := &ws.lanes
	degree := q.degree
	d, cols := degree-1, s.cols
	if degree <= ShortDegree {
		a.tier.Sort16(cols[:16*degree], &s.v0) // leaves 0 in the last column
	} else {
		s.v0 = translate(cols[:16*degree])
		cols = cols[16:] // the first column is 0 now
	}
	cols = cols[:16*(d+1+width)]
	words := grow(&s.words, cap(s.cols))[:len(cols)]
	c := (*[16]uint16)(cols[16*d:])
	for lane, odd := range &q.odd {
		c[lane] = s.v0[lane] & odd
	}
	for lane, i := range q.rows[:q.n] {
		// K of the largest rank and more have the same mex as others of their parity.
		s.k[lane] = uint16(min(b.K[i], 1<<14) | b.K[i]&1)
	}
	copy(cols[16*(d+1):], powers[:])
	a.tier.Coordinates(words, cols, d)
	if degree > ShortDegree {
		for lane := range q.n {
			a.solveLane(ws, b, q, lane, cols, words, d)
		}
		return
	}
	settled := &s.settled
	a.tier.Settle16(cols, words, d, &s.k, settled)
	if settled.Few|settled.Some|settled.Wide|settled.Many != 0 {
		ws.row.found = byChunks
	}
	left := settled.Left | a.tier.Search16(settled)
	for lane, i := range q.rows[:q.n] {
		b.Mex[i] = uint64(settled.Mex[lane])
	}
	for left &= 1<<q.n - 1; left != 0; left &= left - 1 {
		a.solveLane(ws, b, q, bits.TrailingZeros16(left), cols, words, d)
	}
}

// translate is Sort16 without sorting: it adds the first number of each lane to all
// of them.
func translate(cols []uint16) (v0 [16]uint16) {
	v0 = [16]uint16(cols)
	for ; len(cols) > 0; cols = cols[16:] {
		col := (*[16]uint16)(cols)
		for lane, v := range &v0 {
			col[lane] ^= v
		}
	}
	return v0
}

// solveLane does the row of a lane by itself, from its coordinates.
func (a *lanes) solveLane(ws *Workspace, b *Batch, q *laneQueue, lane int, cols []uint16, words []uint32, d int) {
	s, row, i := &ws.lanes, &ws.row, int(q.rows[lane])
	row.reset(a.search, int(s.k[lane]), uint64(s.v0[lane]))
	if !row.locateLane(words[16*d+lane:]) {
		b.Mex[i] = 0
		return
	}
	if row.low == 0 && bits.OnesCount64(row.origin) <= row.k {
		row.found = byScan
		b.Mex[i] = 1 // the basis reaches 0, and nothing reaches 1
		return
	}
	row.loadLane(cols[lane:], words[lane:], d)
	var err error
	switch {
	case row.k >= row.rank:
		b.Mex[i] = 1 << row.low
	case s.first == nil || i < s.first.Row:
		b.Mex[i], err = row.mex(ws)
		a.fail(ws, i, err)
	}
}

// powers are columns of the powers of two.
var powers = func() (t [16 * maxLaneRank]uint16) {
	for i := range t {
		t[i] = 1 << (i / 16)
	}
	return t
}()

// locateLane does what locate does, for a row with known words. Every sixteenth of
// words is one: that of c, then those of 2^0, 2^1, ..., as far as values go.
func (b *boundedRow) locateLane(words []uint32) bool {
	b.origin = uint64(words[0] & 0xffff)
	b.low = 0
	step := uint64(0)
	for at := 16; at < len(words) && words[at]>>16 == 0; at += 16 {
		step ^= uint64(words[at])
		b.steps[b.low] = step
		b.low++
	}
	b.known = b.low
	return words[0]>>16 == 0
}

// loadLane does what load does, for a row with known words. Every sixteenth of cols
// and words is about it: the elements of G, or zeros, d of them. Extras have no
// places, and some may be the same.
func (b *boundedRow) loadLane(cols []uint16, words []uint32, d int) {
	extras := grow(&b.extras, d)
	n := 0
	for at := 0; at < 16*d; at += 16 {
		word := words[at]
		if word&(word-1) != 0 {
			extras[n] = uint64(word)
			n++
		} else if word != 0 {
			i := bits.TrailingZeros32(word) & 63
			b.basis[i] = uint64(cols[at])
			b.rank = max(b.rank, i+1)
		}
	}
	b.extras = extras[:n]
}
