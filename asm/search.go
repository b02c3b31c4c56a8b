package asm

import "math/bits"

// searchEnd bounds what Search16 looks at: sixteen chunks of 256 numbers.
const searchEnd = 4096

// Search16 finds the mex of the lanes that are in Few, Some, Wide or Many. It is
// the least x with x^c outside the ball, the XORs of at most K elements of G, or
// Last+1 if every x up to Last is in the ball. It is set in Mex.
//
// Lanes are returned, and their Mex becomes 4096, if every x below that is in the
// ball, and Last is more.
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

// search returns the mex of a row, or false if it is not found below searchEnd.
func (r *Bounded) search() (mex uint32, ok bool) {
	extras := 0
	for extras < len(r.Extras) && r.Extras[extras] != 0 {
		extras++
	}
	// The greatest extra comes first: 1, 2 or 4 chunks hold what the extras lead to.
	var all [4]chunk
	chunks := all[:1<<max(0, bits.Len8(r.Extras[0])-6)]
	size := uint32(64 * len(chunks))

	var functions [16]uint64
	low := uint16(0)
	for j, m := range r.Masks[:8] {
		functions[j] = walsh[m%64]
		functions[j+8] = walsh[r.Masks[j+8]%64]
		low |= m
	}
	narrow := uint32(low)&(size-1) == 0 // coordinates 0 to 7 are constant in a chunk
	layers := min(extras, int(r.K))     // after layer 0

	var steps [6]uint16 // words that lead to the next chunk
	end, signs := uint32(r.Last)+1, r.Origin
	for x := uint32(0); x < min(end, searchEnd); x += size {
		for i := range chunks {
			if y := x + uint32(64*i); y > 0 {
				step := &steps[bits.TrailingZeros32(y)-6]
				if *step == 0 {
					*step = r.word(uint16(y ^ (y - 64)))
				}
				signs ^= *step
			}
			chunks[i].weigh(&functions, signs, int(r.K), narrow, layers)
		}
		for i, s := range r.Extras[:extras] {
			if len(chunks) == 1 && chunks[0][0] == 0 {
				break
			}
			exclude(chunks, s, min(layers, extras-i))
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

// weigh fills layers 0 to last of the 64 numbers from x, without the extras. Signs
// is the word of x^c. Narrow tells that coordinates 0 to 7 are the same for all.
//
// Each coordinate of the 64 numbers is one of the Walsh functions, or its
// opposite. Adders make binary numbers of them, a bit in each of five words: c
// and s3 to s0 have weight + 15-k. So c has the numbers of more than k coordinates.
func (n *chunk) weigh(functions *[16]uint64, signs uint16, k int, narrow bool, last int) {
	if narrow {
		if k -= bits.OnesCount16(signs & 0xff); k < 0 {
			for i := range last + 1 {
				n[i] = ^uint64(0)
			}
			return
		}
	}
	bias := uint64(15 - k)
	b0, b1, b2, b3 := -(bias & 1), -(bias >> 1 & 1), -(bias >> 2 & 1), -(bias >> 3 & 1)

	f := func(j int) uint64 { return functions[j] ^ uint64(int64(signs)<<(63-j)>>63) }
	t, c0 := add(f(8), f(9), f(10))
	u, c1 := add(f(11), f(12), f(13))
	v, c2 := add(f(14), f(15), b0)
	s0, c3 := add(t, u, v)
	t, d0 := add(c0, c1, c2)
	s1, d1 := add(t, c3, b1)
	s2, e0 := add(d0, d1, b2)
	s3, c := e0^b3, e0&b3
	if !narrow {
		// The other eight in the same way: they add to the first.
		t, c0 = add(f(0), f(1), f(2))
		u, c1 = add(f(3), f(4), f(5))
		v, c2 = add(f(6), f(7), s0)
		s0, c3 = add(t, u, v)
		t, d0 = add(c0, c1, c2)
		s1, d1 = add(t, c3, s1)
		s2, e0 = add(d0, d1, s2)
		c |= e0 & s3
		s3 ^= e0
	}
	n.fill(last, c, s3, s2, s1, s0)
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

// exclude takes from the first layers what the extra leads out of the next layer.
func exclude(chunks []chunk, extra uint8, layers int) {
	s, far := uint64(extra), int(extra/64)
	// Bits of s choose which groups of bits change places with their neighbours.
	m1, m2 := -(s&1)&0x5555555555555555, -(s>>1&1)&0x3333333333333333
	m4, m8 := -(s>>2&1)&0x0f0f0f0f0f0f0f0f, -(s>>3&1)&0x00ff00ff00ff00ff
	m16, m32 := -(s>>4&1)&0x0000ffff0000ffff, -(s>>5&1)&0x00000000ffffffff
	for i := range layers {
		for j := range chunks {
			w := chunks[j^far][i+1]
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
			chunks[j][i] &= w
		}
	}
}

// word returns the coordinates of a number in the span.
func (r *Bounded) word(x uint16) (word uint16) {
	for _, m := range r.Masks {
		word = word>>1 | uint16(bits.OnesCount16(m&x))<<15
	}
	return word
}
