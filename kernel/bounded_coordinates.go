package kernel

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"mexlab/asm"
)

// A ball is a vertex whose K may be below the rank of G: which x have x^c in
// Ball_K(G), the XORs of at most K elements of G? That is the coset-leader
// weight of a linear code, hard in general, so there are several ways, and the
// one of least cost is taken (bounded.go).
//
// The first independent elements of G are the base, so that a number in the
// span is a word of rank coordinate bits, one a base element. The other
// elements of G are the extras. x is reachable iff for some set S of extras
//
//	|S| + popcount(word(x^c) ^ XOR of S's words) <= K.
type ball struct {
	tier *asm.Tier // whose primitives to use

	k    int    // picks
	v0   uint64 // the translation
	c    uint64 // what translation adds to every sum
	rank int    // at most 64

	rows  span       // of G
	words [64]uint64 // words[h]: word of the row with leading bit h

	base   [64]uint64 // the base elements, by coordinate
	baseAt [64]int    // and where in the row of successors they stand
	extras []element  // each word once, and none of a base element

	// Filled in by aim, for c in the span.
	low    int        // x in [0, 2^low) are in the span, 2^low is not
	origin uint64     // word of c
	carry  [64]uint64 // carry[i]: word of 2^i ^ 2^(i-1) ^ ... ^ 1, i < known
	known  int        // at most low

	gens []uint64 // base and extras as numbers, filled in by generators
}

// An element of G.
type element struct {
	word  uint64
	value uint64
	at    int // place in the row of successors
}

// load works out base, extras and words of a row whose translation is succ[at].
func (b *ball) load(t *asm.Tier, succ []uint64, k, at int) {
	b.begin(t, k, succ[at])
	b.rows.reset()
	for i, v := range succ {
		rest, word := b.reduce(v ^ b.v0)
		if rest != 0 {
			h := bits.Len64(rest) - 1
			b.rows.pivots |= 1 << h
			b.rows.rows[h], b.words[h] = rest, word|1<<b.rank
			b.base[b.rank], b.baseAt[b.rank] = v^b.v0, i
			b.rank++
		} else if word&(word-1) != 0 { // neither 0 nor a base element again
			b.addExtra(element{word, v ^ b.v0, i})
		}
	}
	b.sortExtras()
}

// begin sets what a row starts from.
func (b *ball) begin(t *asm.Tier, k int, v0 uint64) {
	b.tier, b.k, b.v0, b.c, b.rank = t, k, v0, 0, 0
	b.extras, b.gens = b.extras[:0], b.gens[:0]
	if k&1 == 1 {
		b.c = v0
	}
}

// sortExtras leaves each extra once.
func (b *ball) sortExtras() {
	if len(b.extras) > fewExtras {
		slices.SortFunc(b.extras, func(x, y element) int { return cmp.Compare(x.word, y.word) })
		b.extras = slices.CompactFunc(b.extras, func(x, y element) bool { return x.word == y.word })
	}
}

// addExtra appends an element unless it is easily seen to be there.
func (b *ball) addExtra(x element) {
	if len(b.extras) <= fewExtras {
		for i := range b.extras {
			if b.extras[i].word == x.word {
				return
			}
		}
	}
	b.extras = append(b.extras, x)
}

// fewExtras are cheaper to look through than to sort.
const fewExtras = 8

// reduce is span.reduce, and returns the word of what was taken away as well.
func (b *ball) reduce(x uint64) (rest, word uint64) {
	for x != 0 {
		h := bits.Len64(x) - 1
		if b.rows.pivots>>h&1 == 0 {
			break
		}
		x ^= b.rows.rows[h]
		word ^= b.words[h]
	}
	return x, word
}

// aim works out what the search for the mex starts from, and returns false when
// c, and so every number that is looked for, is outside the span.
func (b *ball) aim() bool {
	rest, word := b.reduce(b.c)
	b.origin, b.low, b.known = word, b.rows.low(), 0
	return rest == 0
}

// flip returns the word of x ^ (x-1), where 2^i is the lowest bit of x, i < low.
func (b *ball) flip(i int) uint64 {
	if i >= b.known {
		b.know(i)
	}
	return b.carry[i]
}

// know extends carry. Most searches end early, so that words are worked out
// when they are first asked for.
func (b *ball) know(i int) {
	var below uint64
	if b.known > 0 {
		below = b.carry[b.known-1]
	}
	for ; b.known <= i; b.known++ {
		_, word := b.reduce(1 << b.known)
		below ^= word
		b.carry[b.known] = below
	}
}

// unit returns the word of 2^i, i < low.
func (b *ball) unit(i int) uint64 {
	if i == 0 {
		return b.flip(0)
	}
	return b.flip(i) ^ b.flip(i-1)
}

// A count goes through the words of x^c for x = 0, 1, 2, ..., eight at a time.
type count struct {
	x     uint64    // the first of the eight
	word  uint64    // its word
	block [8]uint64 // words of 0 to 7; from end on those of smaller numbers again
}

// start returns a count that begins at 0.
func (b *ball) start() count {
	c := count{word: b.origin}
	for i := range min(3, b.low) {
		unit := b.unit(i)
		for j := 1 << i; j < 8; j++ {
			c.block[j] ^= unit * uint64(j>>i&1)
		}
	}
	return c
}

// next moves to the next eight. Call it only when they are below end.
func (b *ball) next(c *count) {
	c.x += 8
	c.word ^= b.flip(bits.TrailingZeros64(c.x)) ^ c.block[7]
}

// size returns |G|.
func (b *ball) size() int { return b.rank + len(b.extras) }

// extraWords returns the words of the extras.
func (b *ball) extraWords(ws *Workspace) []uint64 {
	words := grow(&ws.values, len(b.extras))
	for i, x := range b.extras {
		words[i] = x.word
	}
	return words
}

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

// value returns the number that has the given word.
func (b *ball) value(word uint64) (x uint64) {
	for ; word != 0; word &= word - 1 {
		x ^= b.base[bits.TrailingZeros64(word)]
	}
	return x
}
