package asm

import "math/bits"

// A Bounded is a row with K < rank in coordinates, laid out for Search16. Its
// numbers have 16 bits. x^c must be the XOR of at most K elements of G, with c
// and G as in Settle16.
type Bounded struct {
	Masks  [16]uint16 // coordinate j of a number x in the span is the parity of x & Masks[j]
	Extras [16]uint8  // the elements of G that are not in the basis: descending, then 0s
	K      uint16     // picks; at most 15 less the number of extras
	Origin uint16     // coordinates of c
	Last   uint16     // 2^t-1: 2^t is the lowest power of two outside the span
	_      [5]uint16  // a row takes a cache line
}

// Bounded16 is the result of Settle16 and Search16 for 16 rows, by lane.
type Bounded16 struct {
	Rows [16]Bounded
	Mex  [16]uint32 // of lanes in no mask below

	// Lanes whose mex is still open, a bit for each. They are sorted by what a search
	// has to look at. Few and Some promise that numbers below 256 have no
	// coordinate 0 to 7, and that K is at least the weight of those of c.
	Few  uint16 // at most 2 extras, below 16
	Some uint16 // at most 4 extras, below 32
	Wide uint16 // at most 4 extras, below 32, and no promise
	Many uint16 // extras below 256
	Left uint16 // all others: not for Search16
}

// Classify puts a lane into the first of Few, Some, Wide and Many that fits. Its row
// must be set, with all extras in Extras. If Few or Some fits apart from the weight of
// c, the mex is 0: Classify sets it, and the lane goes into no class.
func (b *Bounded16) Classify(lane int) {
	row, bit := &b.Rows[lane], uint16(1)<<lane
	var low uint16
	for _, m := range row.Masks[:8] {
		low |= m
	}
	switch x := &row.Extras; {
	case x[4] != 0 || x[0] >= 32:
		b.Many |= bit
	case low&0xff != 0:
		b.Wide |= bit
	case int(row.K) < bits.OnesCount8(uint8(row.Origin)):
		b.Mex[lane] = 0 // numbers below 256 have the coordinates 0 to 7 of c, and those are too many
	case x[2] != 0 || x[0] >= 16:
		b.Some |= bit
	default:
		b.Few |= bit
	}
}
