package asm

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A boundedCase is a row in coordinates, and what they stand for.
type boundedCase struct {
	row Bounded
	g   []uint16 // G, descending
	c   uint16
	n   int // all numbers are below n, a power of two
}

// randomBounded draws a row. Its numbers are of mixed shapes, so that there are
// large mexes, low subspaces, and extras of all sizes.
func randomBounded(rng *rand.Rand) boundedCase {
	for {
		width := 1 + min(rng.IntN(16), rng.IntN(20))
		shape := rng.IntN(6) // of the row; 5 is mixed
		var g []uint16
		if rng.IntN(2) == 0 { // so that mexes are large
			for i := range rng.IntN(width + 1) {
				g = append(g, 1<<i)
			}
		}
		for range rng.IntN(17 - len(g)) {
			if x := randomOfShape(rng, width, shape, g); x != 0 {
				g = append(g, x)
			}
		}
		slices.Sort(g)
		g = slices.Compact(g)
		slices.Reverse(g)
		if c, ok := caseOf(rng, g, 1<<width); ok {
			return c
		}
	}
}

// randomOfShape draws a number of less than width bits, 5 meaning any shape.
func randomOfShape(rng *rand.Rand, width, shape int, before []uint16) uint16 {
	if shape == 5 {
		shape = rng.IntN(5)
	}
	uniform := func(width int) uint16 { return uint16(rng.Uint32N(1 << width)) }
	switch {
	case shape == 1:
		return 1 << rng.IntN(width)
	case shape == 2:
		x := uniform(width)
		return x & uniform(width)
	case shape == 3 && len(before) > 1 && rng.IntN(3) > 0:
		x := before[rng.IntN(len(before))]
		return x ^ before[rng.IntN(len(before))]
	case shape == 4:
		return uniform(1 + rng.IntN(width))
	}
	return uniform(width)
}

// caseOf gives G the basis that takes the greatest elements first, and draws c and
// K. It returns false if the rank allows no K.
func caseOf(rng *rand.Rand, g []uint16, n int) (boundedCase, bool) {
	c := boundedCase{g: g, n: n}
	r := &c.row
	type pivot struct{ number, word uint16 } // in order: none has the leading bit of an earlier one
	var pivots []pivot
	reduce := func(x uint16) (p pivot) {
		p.number = x
		for _, q := range pivots {
			if p.number^q.number < p.number {
				p.number, p.word = p.number^q.number, p.word^q.word
			}
		}
		return p
	}
	extras := 0
	for _, x := range g {
		if p := reduce(x); p.number != 0 {
			pivots = append(pivots, pivot{p.number, p.word | 1<<len(pivots)})
		} else if x < 256 {
			r.Extras[extras] = uint8(x)
			extras++
		} else {
			return c, false
		}
		if rng.IntN(3) == 0 {
			c.c ^= x
		}
	}
	rank := len(pivots)
	if rank < 1 {
		return c, false
	}
	shift := 16 - rank
	if rng.IntN(4) == 0 {
		shift = rng.IntN(shift + 1)
	}
	for i := range bits.Len(uint(n - 1)) {
		p := reduce(1 << i)
		if p.number != 0 && 1<<i <= r.Last+1 {
			r.Last = 1<<i - 1
		}
		for j := range r.Masks {
			r.Masks[j] |= p.word << shift >> j & 1 << i
		}
		if p.number == 0 && r.Last == 1<<i-1 {
			r.Last = 2<<i - 1
		}
	}
	r.Origin = reduce(c.c).word << shift
	r.K = uint16(rng.IntN(rank))
	if rng.IntN(2) == 0 {
		r.K = uint16(max(0, rank-1-rng.IntN(3)))
	}
	return c, true
}

// weights returns, for each number, how many elements of G it takes at least to sum up
// to it; 100 if no sum does. It takes one element after the other.
func (c *boundedCase) weights() []uint8 {
	w := slices.Repeat([]uint8{100}, c.n)
	w[0] = 0
	for _, g := range c.g {
		for x := range uint16(c.n - 1) {
			x++ // so that the range fits
			if y := x ^ g; y < x {
				w[x], w[y] = min(w[x], w[y]+1), min(w[y], w[x]+1)
			}
		}
	}
	return w
}

// mex returns what Search16 has to find.
func (c *boundedCase) mex() uint32 {
	w := c.weights()
	x := uint16(0)
	for x < c.row.Last && w[x^c.c] <= uint8(c.row.K) {
		x++
	}
	if w[x^c.c] <= uint8(c.row.K) {
		return uint32(x) + 1
	}
	return uint32(x)
}

// open makes the case an open lane, of the narrowest class that it belongs to or, with
// some chance, of a wider one.
func (c *boundedCase) open(rng *rand.Rand, b *Bounded16, lane int) {
	r := &c.row
	b.Rows[lane] = *r
	extras, promise, low := 0, true, 0
	for _, x := range r.Extras {
		if x > 0 {
			extras++
		}
	}
	for j, m := range r.Masks[:8] {
		promise = promise && m&0xff == 0
		low += int(r.Origin >> j & 1)
	}
	promise = promise && low <= int(r.K)
	wider := func() bool { return rng.IntN(8) == 0 }
	bit := uint16(1) << lane
	switch {
	case promise && extras <= 2 && r.Extras[0] < 16 && !wider():
		b.Few |= bit
	case promise && extras <= 4 && r.Extras[0] < 32 && !wider():
		b.Some |= bit
	case extras <= 4 && r.Extras[0] < 32 && !wider():
		b.Wide |= bit
	default:
		b.Many |= bit
	}
}

// TestSearch16Generic compares the generic form with the definition, row by row.
func TestSearch16Generic(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	seen := map[string]int{}
	for range 30_000 {
		c := randomBounded(rng)
		b := &Bounded16{Mex: [16]uint32{3: 1 << 20}}
		c.open(rng, b, 3)
		left, mex := search16(b), c.mex()
		if mex >= searchEnd && c.row.Last >= searchEnd {
			seen["left"]++
			if left != 1<<3 || b.Mex[3] != searchEnd {
				t.Fatalf("G %d, c %d, K %d: left %b, mex %d; want it left, as its mex is %d", c.g, c.c, c.row.K, left, b.Mex[3], mex)
			}
			continue
		}
		if left != 0 || b.Mex[3] != mex {
			t.Fatalf("G %d, c %d, K %d: left %b, mex %d; want %d", c.g, c.c, c.row.K, left, b.Mex[3], mex)
		}
		switch {
		case mex == 0:
			seen["mex 0"]++
		case mex > uint32(c.row.Last):
			seen["all reachable"]++
		case mex >= 256:
			seen["mex of 256 or more"]++
		}
		for class, mask := range map[string]uint16{"few": b.Few, "some": b.Some, "wide": b.Wide, "many": b.Many} {
			if mask != 0 {
				seen[class]++
			}
		}
		switch x := c.row.Extras[0]; {
		case x >= 128:
			seen["extras of 128 or more"]++
		case x >= 64:
			seen["extras of 64 or more"]++
		}
	}
	t.Log(seen)
	for _, what := range []string{"few", "some", "wide", "many", "left", "mex 0", "all reachable", "mex of 256 or more",
		"extras of 64 or more", "extras of 128 or more"} {
		if seen[what] < 100 {
			t.Errorf("%s: only %d rows, want 100", what, seen[what])
		}
	}
}

// TestSearch16 compares the tiers with the generic form. It takes each place in a
// cache line, and lanes that are not open. Their rows may have anything.
func TestSearch16(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(43, 44))
		m := newMemory(t, rng)
		all := places(4)
		for i := range rounds(12_000) {
			m.save()
			lanes := put[Bounded16](m, all[i%len(all)], 1)
			got := &lanes[0]
			got.Few, got.Some, got.Wide, got.Many = 0, 0, 0, 0
			open := rng.Uint32N(1 << 16)
			for lane := range 16 {
				if open>>lane&1 != 0 {
					c := randomBounded(rng)
					c.open(rng, got, lane)
				}
			}
			want := *got
			if left, wantLeft := tier.Search16(got), search16(&want); left != wantLeft || *got != want {
				t.Fatalf("left %b, mex %d; want %b, %d, of %+v", left, got.Mex, wantLeft, want.Mex, want)
			}
			accept(m, lanes)
			check[byte](t, m, nil, nil)
		}
	})
}
