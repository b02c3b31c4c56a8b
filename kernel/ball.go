package kernel

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// A ball is a bounded vertex, K < rank(G): which x have x^c in Ball_K(G), the
// XORs of at most K elements of G? That is the coset-leader weight of a linear
// code, hard in general, so there are several ways, and the one of least cost
// is taken (bounded.go).
//
// The first independent elements of G are the base, so that a number in the
// span is rank coordinate bits, one a base element. The other elements of G
// are the extras. x is reachable iff for some set S of extras
//
//	|S| + popcount(coordinates(x^c) ^ XOR of S's coordinates) <= K.
type ball struct {
	k    int    // picks, below rank
	c    uint64 // what translation adds to every sum; in the span
	rank int    // at most 64
	low  int    // x in [0, 2^low) are in the span, 2^low is not
	all  uint64 // rank low bits set: every coordinate

	rows  basis      // of the span of G
	coord [64]uint64 // coord[h]: coordinates of the row with leading bit h

	base    [64]uint64 // the base elements, by coordinate
	baseAt  [64]int    // and where in the row they stand
	extras  []element  // sorted by coordinates, distinct
	origin  uint64     // coordinates of c
	unitSum [64]uint64 // unitSum[i]: coordinates of 2^i ^ 2^(i-1) ^ ... ^ 1, i < low

	gens []uint64 // base and extras as numbers, filled in by generators
}

// An element of G.
type element struct {
	coord uint64
	value uint64
	at    int // place in the row
}

// load works out base, extras and coordinates of a row whose translation is v0.
// Arrays keep what earlier rows left beyond the new rank.
func (b *ball) load(succ []uint64, v0 uint64, k int) {
	b.k, b.c, b.rank, b.rows.pivots = k, 0, 0, 0
	b.extras, b.gens = b.extras[:0], b.gens[:0]
	if k&1 == 1 {
		b.c = v0
	}
	for i, v := range succ {
		x, at := b.reduce(v ^ v0)
		if x != 0 {
			h := bits.Len64(x) - 1
			b.rows.row[h], b.coord[h] = x, at|1<<b.rank
			b.rows.pivots |= 1 << h
			b.base[b.rank], b.baseAt[b.rank] = v^v0, i
			b.rank++
		} else if at&(at-1) != 0 { // neither 0 nor a base element again
			b.extras = append(b.extras, element{at, v ^ v0, i})
		}
	}
	if len(b.extras) > 1 {
		slices.SortFunc(b.extras, func(x, y element) int { return cmp.Compare(x.coord, y.coord) })
		b.extras = slices.CompactFunc(b.extras, func(x, y element) bool { return x.coord == y.coord })
	}
	b.all = math.MaxUint64 >> (64 - b.rank)
	b.low = b.rows.low()
	_, b.origin = b.reduce(b.c)
	var sum uint64
	for i := range b.low {
		_, at := b.reduce(1 << i)
		sum ^= at
		b.unitSum[i] = sum
	}
}

// reduce returns what is left of x after the rows, 0 for a member of the span,
// and the coordinates of what was taken away.
func (b *ball) reduce(x uint64) (rest, coord uint64) {
	for x != 0 {
		h := bits.Len64(x) - 1
		if b.rows.pivots>>h&1 == 0 {
			break
		}
		x ^= b.rows.row[h]
		coord ^= b.coord[h]
	}
	return x, coord
}

// size returns |G|.
func (b *ball) size() int { return b.rank + len(b.extras) }

// generators returns G as numbers, base first.
func (b *ball) generators() []uint64 {
	if len(b.gens) == 0 {
		b.gens = append(b.gens, b.base[:b.rank]...)
		for _, x := range b.extras {
			b.gens = append(b.gens, x.value)
		}
	}
	return b.gens
}

// end returns 2^low, which the mex cannot exceed. For low = 64 it is the
// largest number there is, which no search reaches.
func (b *ball) end() uint64 {
	if b.low == 64 {
		return math.MaxUint64
	}
	return 1 << b.low
}

// value returns the number that has the given coordinates.
func (b *ball) value(coord uint64) (x uint64) {
	for ; coord != 0; coord &= coord - 1 {
		x ^= b.base[bits.TrailingZeros64(coord)]
	}
	return x
}
