package kernel

import (
	"math"
	"math/bits"
	"slices"

	"mexlab/asm"
)

// A boundedRow is a row whose K may be below the rank of G, in coordinates. Its
// mex is the least x with x^c outside Ball_K(G), the XORs of at most K elements
// of G (see newAffine). Whether a number is in the ball is the weight of a coset
// leader of a linear code, hard in general. So there are several ways, and the
// cheapest is taken (bounded.go).
//
// The basis is the first independent elements of G, in some order. A number in the
// span is then a word of rank bits, its coordinates, one for each basis element.
// The other elements of G are the extras. x is reachable iff for some set S of
// extras
//
//	|S| + popcount(word(x^c) ^ XOR of S's words) <= K.
type boundedRow struct {
	tier *asm.Tier // whose primitives to use

	k    int    // picks
	v0   uint64 // the translation
	c    uint64 // what translation adds to every sum
	rank int    // at most 64

	span  span       // of G
	words [64]uint64 // words[h]: word of the row with leading bit h

	basis    [64]uint64 // the basis elements, by coordinate
	basisAt  [64]int    // their places in the row, set by load
	extras   []uint64   // words of the extras: of two bits or more, in the order of the row
	extrasAt []int      // their places in the row, set by load

	// Set by locate or loadLane, for c in the span.
	low    int        // every x < 2^low is in the span, 2^low is not
	origin uint64     // word of c
	rest   uint64     // c without it: not 0 outside the span
	steps  [64]uint64 // steps[i]: word of 2^i ^ 2^(i-1) ^ ... ^ 1, i < known
	known  int        // at most low

	gens []uint64 // basis and extras as numbers, set by generators

	spent   uint64 // work on the row before the search
	found   search // set by mex: how it was found
	without int    // coordinates left out, if it was by fills

	narrow narrowRow // set by load
}

// load works out basis, extras and words of a row. succ[at] is its translation.
func (b *boundedRow) load(t *asm.Tier, succ []uint64, k, at int) {
	b.reset(t, k, succ[at])
	if b.narrow.ok = b.loadNarrow(succ); !b.narrow.ok {
		b.loadAny(succ)
	}
}

// loadAny is load for any row, after reset.
func (b *boundedRow) loadAny(succ []uint64) {
	b.span.reset()
	or := uint64(0)
	for _, v := range succ {
		or |= v
	}
	if or>>32 == 0 {
		b.loadHalves(succ)
	} else {
		for i, v := range succ {
			rest, word := b.reduce(v ^ b.v0)
			b.add(v^b.v0, i, rest, word)
		}
	}
	b.rest, b.origin = b.reduce(b.c)
}

// add adds an element of G, given what reduce returns for it.
func (b *boundedRow) add(x uint64, at int, rest, word uint64) {
	if rest != 0 {
		h := bits.Len64(rest) - 1
		b.span.pivots |= 1 << h
		b.span.rows[h], b.words[h] = rest, word|1<<b.rank
		b.basis[b.rank], b.basisAt[b.rank] = x, at
		b.rank++
	} else if word&(word-1) != 0 { // neither 0 nor a basis element
		b.addExtra(word, at)
	}
}

// loadHalves adds the elements of a row with values below 2^32. Number and word
// share a register, and no branch depends on the numbers: of x and x^p, the lesser
// is the one without p's leading bit.
func (b *boundedRow) loadHalves(succ []uint64) {
	var rows [32]uint64 // of the basis elements
	for i, v := range succ {
		x := (v ^ b.v0) << 32
		for _, p := range rows[:b.rank] {
			x = min(x, x^p)
		}
		if x>>32 != 0 {
			rows[b.rank] = x | 1<<b.rank
		}
		b.add(v^b.v0, i, x>>32, x&math.MaxUint32)
	}
}

func (b *boundedRow) reset(t *asm.Tier, k int, v0 uint64) {
	b.tier, b.k, b.v0, b.c, b.rank = t, k, v0, 0, 0
	b.narrow.ok, b.spent = false, 0
	b.extras, b.extrasAt, b.gens = b.extras[:0], b.extrasAt[:0], b.gens[:0]
	if k&1 == 1 {
		b.c = v0
	}
}

// fewExtras are compared with one another as they come. With more of them the
// mex is mostly found before it matters that some are the same.
const fewExtras = 8

// addExtra appends an element, unless the extras are few and have the same word.
func (b *boundedRow) addExtra(word uint64, at int) {
	if len(b.extras) <= fewExtras && slices.Contains(b.extras, word) {
		return
	}
	b.extras = append(b.extras, word)
	b.extrasAt = append(b.extrasAt, at)
}

// distinctExtras leaves each word once.
func (b *boundedRow) distinctExtras(ws *Workspace) {
	if len(b.extras) <= fewExtras {
		return
	}
	seen := ws.newHashSet(len(b.extras))
	n := 0
	for i, word := range b.extras {
		if slot := seen.find(word); *slot == 0 {
			*slot = word
			b.extras[n] = word
			if i < len(b.extrasAt) {
				b.extrasAt[n] = b.extrasAt[i]
			}
			n++
		}
	}
	b.extras, b.extrasAt = b.extras[:n], b.extrasAt[:min(n, len(b.extrasAt))]
}

// reduce is span.reduce, and also returns the word of what was taken away.
func (b *boundedRow) reduce(x uint64) (rest, word uint64) {
	for x != 0 {
		h := bits.Len64(x) - 1
		if b.span.pivots>>h&1 == 0 {
			break
		}
		x ^= b.span.rows[h]
		word ^= b.words[h]
	}
	return x, word
}

// locate finds where the search for the mex starts. It returns false if c is
// outside the span, and so is every number that is looked for.
func (b *boundedRow) locate() bool {
	b.low, b.known = b.span.low(), 0
	return b.rest == 0
}

// step returns the word that leads from x-1 to x: that of x^(x-1). 2^i is the
// lowest bit of x, i < low.
func (b *boundedRow) step(i int) uint64 {
	if i >= b.known {
		b.extend(i)
	}
	return b.steps[i]
}

// extend works out steps[:i+1]. Most searches end early and ask for few.
func (b *boundedRow) extend(i int) {
	var step uint64
	if b.known > 0 {
		step = b.steps[b.known-1]
	}
	for ; b.known <= i; b.known++ {
		_, word := b.reduce(1 << b.known)
		step ^= word
		b.steps[b.known] = step
	}
}

// unit returns the word of 2^i, i < low.
func (b *boundedRow) unit(i int) uint64 {
	if i == 0 {
		return b.step(0)
	}
	return b.step(i) ^ b.step(i-1)
}

// A counter goes through the words of x^c for x = 0, 1, 2, ..., eight at a time.
type counter struct {
	x     uint64    // the first of the eight
	word  uint64    // its word
	block [8]uint64 // words of 0 to 7; from end on, those of smaller numbers again
}

// counter returns a counter that starts at 0.
func (b *boundedRow) counter() counter {
	c := counter{word: b.origin}
	for i := range min(3, b.low) {
		unit := b.unit(i)
		for j := 1 << i; j < 8; j++ {
			c.block[j] ^= unit * uint64(j>>i&1)
		}
	}
	return c
}

// advance moves to the next eight numbers. The first of them must be below end.
func (b *boundedRow) advance(c *counter) {
	c.x += 8
	c.word ^= b.step(bits.TrailingZeros64(c.x)) ^ c.block[7]
}

// size returns |G|.
func (b *boundedRow) size() int { return b.rank + len(b.extras) }

// generators returns G as numbers, the basis first.
func (b *boundedRow) generators() []uint64 {
	if len(b.gens) == 0 {
		b.gens = append(b.gens, b.basis[:b.rank]...)
		for _, word := range b.extras {
			b.gens = append(b.gens, b.number(word))
		}
	}
	return b.gens
}

// end returns 2^low, which the mex cannot exceed. For low = 64 it is the
// largest number there is, which no search reaches.
func (b *boundedRow) end() uint64 {
	if b.low == 64 {
		return math.MaxUint64
	}
	return 1 << b.low
}

// number returns the number that has the given word.
func (b *boundedRow) number(word uint64) (x uint64) {
	for ; word != 0; word &= word - 1 {
		x ^= b.basis[bits.TrailingZeros64(word)]
	}
	return x
}
