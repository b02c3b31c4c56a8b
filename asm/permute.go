package asm

import (
	"fmt"
	"math/bits"
)

// maxWords is the number of words that one call handles at most: 32 KiB.
const maxWords = 4096

// A bitset of n words, n a power of two, is a set of numbers below 64*n. Its
// permutation by v holds x^v for each x of the set. The bits of v from 6 up
// exchange whole words, the low six exchange bits within words: permuteWord.

// OrPermuted adds to dst the permutation of src by v: dst also holds x^v for
// each x of src. Both are bitsets of the same number of words, a power of two,
// and do not overlap; v < 64*len(dst).
func (t *Tier) OrPermuted(dst, src []uint64, v uint64) {
	checkPair(len(dst), len(src), v)
	if t.orPermuted == nil || len(dst) < 4 {
		orPermuted(dst, src, v)
		return
	}
	// The high bits of v exchange whole pieces, the bodies do the rest.
	size := min(len(dst), maxWords)
	piece := int(v/64) &^ (size - 1)
	v &= uint64(64*size - 1)
	for i := 0; i < len(dst); i += size {
		t.orPermuted(&dst[i], &src[i^piece], size, v)
	}
}

// OrExchanged adds to a the permutation of b by v, and to b that of a, both as
// they were before. The rules are those of OrPermuted.
func (t *Tier) OrExchanged(a, b []uint64, v uint64) {
	checkPair(len(a), len(b), v)
	if t.orExchanged == nil || len(a) < 4 {
		orExchanged(a, b, v)
		return
	}
	size := min(len(a), maxWords)
	piece := int(v/64) &^ (size - 1)
	v &= uint64(64*size - 1)
	for i := 0; i < len(a); i += size {
		t.orExchanged(&a[i], &b[i^piece], size, v)
	}
}

// checkPair panics if the lengths are not the same power of two, or if v is too
// large. It is just short enough to be inlined: of the 15 ns for four words, a
// call of it took 2.
func checkPair(a, b int, v uint64) {
	if a != b || a&-a != a || v/64 >= uint64(a) {
		badPair(a, b, v)
	}
}

//go:noinline
func badPair(a, b int, v uint64) {
	panic(fmt.Sprintf("asm: bitsets of %d and %d words, permuted by %d: want lengths that are the same power of two, and v < 64 times that", a, b, v))
}

// orPermuted is the generic form of OrPermuted.
func orPermuted(dst, src []uint64, v uint64) {
	far, near := int(v/64), v%64
	if len(dst) < 4 {
		for i := range dst {
			dst[i] |= permuteWord(src[i^far], near)
		}
		return
	}
	// Blocks of four words keep the choice of swaps out of the inner work.
	block, lane := far&^3, far&3
	for i := 0; i < len(dst); i += 4 {
		d, s := (*[4]uint64)(dst[i:]), (*[4]uint64)(src[i^block:])
		w0, w1, w2, w3 := s[lane], s[lane^1], s[lane^2], s[lane^3]
		if near != 0 {
			w0, w1, w2, w3 = permuteWords(w0, w1, w2, w3, near)
		}
		d[0] |= w0
		d[1] |= w1
		d[2] |= w2
		d[3] |= w3
	}
}

// orExchanged is the generic form of OrExchanged.
func orExchanged(a, b []uint64, v uint64) {
	far, near := int(v/64), v%64
	if len(a) < 4 {
		for i := range a {
			x, y := &a[i], &b[i^far]
			*x, *y = *x|permuteWord(*y, near), *y|permuteWord(*x, near)
		}
		return
	}
	// Word i of a meets word i^far of b and no other.
	block, lane := far&^3, far&3
	for i := 0; i < len(a); i += 4 {
		p, q := (*[4]uint64)(a[i:]), (*[4]uint64)(b[i^block:])
		x0, x1, x2, x3 := p[0], p[1], p[2], p[3]
		y0, y1, y2, y3 := q[lane], q[lane^1], q[lane^2], q[lane^3]
		u0, u1, u2, u3, w0, w1, w2, w3 := x0, x1, x2, x3, y0, y1, y2, y3
		if near != 0 {
			u0, u1, u2, u3 = permuteWords(u0, u1, u2, u3, near)
			w0, w1, w2, w3 = permuteWords(w0, w1, w2, w3, near)
		}
		p[0], p[1], p[2], p[3] = x0|w0, x1|w1, x2|w2, x3|w3
		q[lane], q[lane^1], q[lane^2], q[lane^3] = y0|u0, y1|u1, y2|u2, y3|u3
	}
}

// permuteWords is permuteWord for four words.
func permuteWords(w0, w1, w2, w3, v uint64) (_, _, _, _ uint64) {
	if v&1 != 0 {
		w0, w1, w2, w3 = swap1(w0), swap1(w1), swap1(w2), swap1(w3)
	}
	if v&2 != 0 {
		w0, w1, w2, w3 = swap2(w0), swap2(w1), swap2(w2), swap2(w3)
	}
	if v&4 != 0 {
		w0, w1, w2, w3 = swap4(w0), swap4(w1), swap4(w2), swap4(w3)
	}
	if v&8 != 0 {
		w0, w1, w2, w3 = swap8(w0), swap8(w1), swap8(w2), swap8(w3)
	}
	if v&16 != 0 {
		w0, w1, w2, w3 = swap16(w0), swap16(w1), swap16(w2), swap16(w3)
	}
	if v&32 != 0 {
		w0, w1, w2, w3 = swap32(w0), swap32(w1), swap32(w2), swap32(w3)
	}
	return w0, w1, w2, w3
}

// permuteWord moves each bit i of w to i^v, v < 64.
func permuteWord(w, v uint64) uint64 {
	w, _, _, _ = permuteWords(w, 0, 0, 0, v)
	return w
}

// swapN exchanges neighbouring groups of N bits.
func swap1(w uint64) uint64  { return w>>1&0x5555555555555555 | w&0x5555555555555555<<1 }
func swap2(w uint64) uint64  { return w>>2&0x3333333333333333 | w&0x3333333333333333<<2 }
func swap4(w uint64) uint64  { return w>>4&0x0f0f0f0f0f0f0f0f | w&0x0f0f0f0f0f0f0f0f<<4 }
func swap8(w uint64) uint64  { return w>>8&0x00ff00ff00ff00ff | w&0x00ff00ff00ff00ff<<8 }
func swap16(w uint64) uint64 { return w>>16&0x0000ffff0000ffff | w&0x0000ffff0000ffff<<16 }
func swap32(w uint64) uint64 { return bits.RotateLeft64(w, 32) }
