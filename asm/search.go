package asm

import "math/bits"

// searchEnd bounds what Search16 looks at: sixteen chunks of 256 numbers.
const searchEnd = 4096

// Search16 finds the mex of the lanes that are in Few, Some, Wide or Many. It is
// the least x with x^c outside the ball, the XORs of at most K elements of G, or
// Last+1 if every x up to Last is in the ball. It is set in Mex.
//
// It returns the lanes for which every x below 4096 is in the ball, if Last is 4096 or
// more. Their Mex becomes 4096.
//
// Only Rows and the masks of the four classes are read. The tiers rely on what the
// classes and Bounded promise.
func (t *Tier) Search16(b *Bounded16) (left uint16) {
	if t.searchFirst == nil {
		return search16(b)
	}
	left = t.searchFirst(b)
	if b.Many != 0 {
		left |= t.searchMore(b, b.Many, 0, 256)
	}
	// Most mexes that are not found yet are below 1024. The last calls take ten
	// microseconds at most.
	for start, end := 256, 1024; left != 0 && start < searchEnd; start, end = end, 2*end {
		left = t.searchMore(b, left, start, end)
	}
	return left
}

// search16 is the generic form of Search16. It takes chunks of 64 numbers, a bit of
// a word each, and works on all 64 at once.
//
// An extra below 64 leads from one number to another of its chunk: permuteWord.
// So a chunk can be judged by itself: layer i starts with the numbers too heavy to
// be the sum of K-i basis elements. Then, for each extra, a number stays in layer i
// only if the extra leads to one of layer i+1. A layer holds all of the one before
// it, so it does no harm that an extra may be used more than once. At the end layer 0
// has what is outside the ball. With larger extras two or four chunks are judged
// together.
func search16(b *Bounded16) (left uint16) {
	for open := b.Few | b.Some | b.Wide | b.Many; open != 0; open &= open - 1 {
		lane := bits.TrailingZeros16(open)
		mex, ok := b.Rows[lane].search()
		if !ok {
			left |= 1 << lane
			mex = searchEnd
		}
		b.Mex[lane] = mex
	}
	return left
}

// A chunk has the layers of 64 numbers.
type chunk [16]uint64

// A counting goes through the chunks of a row, and weighs their numbers.
type counting struct {
	row       *Bounded
	functions [16]uint64 // coordinates of the first 64 numbers, by coordinate
	narrow    bool       // coordinates 0 to 7 are constant in a chunk, or in those judged together
	extras    int
	layers    int       // after layer 0
	signs     uint16    // word of x^c for the first x of the next chunk
	steps     [6]uint16 // words that lead from one chunk to the next, 0 if not yet known
}

// search returns the mex of a row, or false if it is not found below searchEnd.
func (r *Bounded) search() (mex uint32, ok bool) {
	c := counting{row: r, signs: r.Origin}
	low := uint16(0)
	for j, m := range r.Masks[:8] {
		c.functions[j] = walsh[m%64]
		c.functions[j+8] = walsh[r.Masks[j+8]%64]
		low |= m
	}
	for c.extras < len(r.Extras) && r.Extras[c.extras] != 0 {
		c.extras++
	}
	c.layers = min(c.extras, int(r.K))
	end := uint32(r.Last) + 1
	if greatest := r.Extras[0]; greatest >= 64 {
		size := uint32(64) << (bits.Len8(greatest) - 6)
		c.narrow = uint32(low)&(size-1) == 0
		return c.searchFar(end, size)
	}
	c.narrow = low%64 == 0
	var n chunk
	for x := uint32(0); x < min(end, searchEnd); x += 64 {
		c.weigh(&n, x)
		for i, s := range r.Extras[:c.extras] {
			if n[0] == 0 {
				break
			}
			n.exclude(&n, s, min(c.layers, c.extras-i))
		}
		if n[0] != 0 {
			return min(end, x+uint32(bits.TrailingZeros64(n[0]))), true
		}
	}
	return end, end <= searchEnd
}

// searchFar is search for extras that lead from a chunk to others, all in a group
// of the given size.
func (c *counting) searchFar(end, size uint32) (mex uint32, ok bool) {
	var all [4]chunk
	chunks := all[:size/64]
	for x := uint32(0); x < min(end, searchEnd); x += size {
		for i := range chunks {
			c.weigh(&chunks[i], x+uint32(64*i))
		}
		for i, s := range c.row.Extras[:c.extras] {
			for j := range chunks {
				chunks[j].exclude(&chunks[j^int(s/64)], s%64, min(c.layers, c.extras-i))
			}
		}
		for i := range chunks {
			if outside := chunks[i][0]; outside != 0 {
				return min(end, x+uint32(64*i+bits.TrailingZeros64(outside))), true
			}
		}
	}
	return end, end <= searchEnd
}

// walsh[m] has, for each x below 64, the parity of x&m.
var walsh = func() (t [64]uint64) {
	for m := range uint64(64) {
		for x := range uint64(64) {
			t[m] |= uint64(bits.OnesCount64(x&m)&1) << x
		}
	}
	return t
}()

// weigh fills the layers of the 64 numbers from x, without the extras. It is called
// for one chunk after the other.
//
// Each coordinate of the 64 numbers is one of the Walsh functions, or its
// opposite. Adders make binary numbers of them, a bit in each of five words:
// carry and s3 to s0 have weight + 15-k. So carry has the numbers of more than k
// coordinates.
func (c *counting) weigh(n *chunk, x uint32) {
	if x > 0 {
		step := &c.steps[bits.TrailingZeros32(x)-6]
		if *step == 0 {
			*step = c.row.word(uint16(x ^ (x - 64)))
		}
		c.signs ^= *step
	}
	signs, k := c.signs, int(c.row.K)
	if c.narrow {
		if k -= bits.OnesCount16(signs & 0xff); k < 0 {
			for i := range c.layers + 1 {
				n[i] = ^uint64(0)
			}
			return
		}
	}
	bias := uint64(15 - k)
	b0, b1, b2, b3 := -(bias & 1), -(bias >> 1 & 1), -(bias >> 2 & 1), -(bias >> 3 & 1)

	f := func(j int) uint64 { return c.functions[j] ^ uint64(int64(signs)<<(63-j)>>63) }
	t, c0 := add(f(8), f(9), f(10))
	u, c1 := add(f(11), f(12), f(13))
	v, c2 := add(f(14), f(15), b0)
	s0, c3 := add(t, u, v)
	t, d0 := add(c0, c1, c2)
	s1, d1 := add(t, c3, b1)
	s2, e0 := add(d0, d1, b2)
	s3, carry := e0^b3, e0&b3
	if !c.narrow {
		// The other eight in the same way: they add to the first.
		t, c0 = add(f(0), f(1), f(2))
		u, c1 = add(f(3), f(4), f(5))
		v, c2 = add(f(6), f(7), s0)
		s0, c3 = add(t, u, v)
		t, d0 = add(c0, c1, c2)
		s1, d1 = add(t, c3, s1)
		s2, e0 = add(d0, d1, s2)
		carry |= e0 & s3
		s3 ^= e0
	}
	n.fill(c.layers, carry, s3, s2, s1, s0)
}

// add is a full adder: the sum of three bits, in each place of the words.
func add(a, b, c uint64) (sum, carry uint64) {
	t := a ^ b
	return t ^ c, a&b | t&c
}

// fill fills layers 0 to last: layer i has the numbers of 16-i and more.
func (n *chunk) fill(last int, c, s3, s2, s1, s0 uint64) {
	n[0] = c
	if last == 0 {
		return
	}
	high := s3 & s2
	n[1] = c | high&s1&s0
	n[2] = c | high&s1
	n[3] = c | high&(s1|s0)
	n[4] = c | high
	if last <= 4 {
		return
	}
	n[5] = c | s3&(s2|s1&s0)
	n[6] = c | s3&(s2|s1)
	n[7] = c | s3&(s2|s1|s0)
	n[8] = c | s3
	high = c | s3
	n[9] = high | s2&s1&s0
	n[10] = high | s2&s1
	n[11] = high | s2&(s1|s0)
	n[12] = high | s2
	high |= s2
	n[13] = high | s1&s0
	n[14] = high | s1
	n[15] = high | s1 | s0
}

// exclude keeps in each of the first layers of n what an extra below 64 leads to the
// next layer of chunk from. That chunk may be n itself.
func (n *chunk) exclude(from *chunk, extra uint8, layers int) {
	s := uint64(extra)
	// Bits of s choose which groups of bits change places with their neighbours.
	m1, m2 := -(s&1)&0x5555555555555555, -(s>>1&1)&0x3333333333333333
	m4, m8 := -(s>>2&1)&0x0f0f0f0f0f0f0f0f, -(s>>3&1)&0x00ff00ff00ff00ff
	m16, m32 := -(s>>4&1)&0x0000ffff0000ffff, -(s>>5&1)&0x00000000ffffffff
	for i, w := range from[1 : layers+1] {
		t := (w ^ w>>1) & m1
		w ^= t ^ t<<1
		t = (w ^ w>>2) & m2
		w ^= t ^ t<<2
		t = (w ^ w>>4) & m4
		w ^= t ^ t<<4
		t = (w ^ w>>8) & m8
		w ^= t ^ t<<8
		if s >= 16 {
			t = (w ^ w>>16) & m16
			w ^= t ^ t<<16
			t = (w ^ w>>32) & m32
			w ^= t ^ t<<32
		}
		n[i] &= w
	}
}

// word returns the coordinates of a number in the span.
func (r *Bounded) word(x uint16) (word uint16) {
	for _, m := range r.Masks {
		word = word>>1 | uint16(bits.OnesCount16(m&x))<<15
	}
	return word
}
