package asm

import (
	"encoding/binary"
	"math/bits"
)

// Numbers works in blocks of text.
const (
	BlockSize  = 64             // bytes of a block
	BlockMost  = BlockSize / 2  // numbers that may end in a block
	BlockReach = BlockSize + 16 // bytes from its start on that may be loaded
)

// maxText is the number of bytes of text that one call reads at most.
const maxText = 1 << 14

// Numbers reads the numbers at the start of text into dst: unsigned decimal
// numbers with white space between them. It returns their number n and the length
// of their text. dst[n:] may be overwritten with anything.
//
// It works in blocks of BlockSize bytes. The first block starts with the text,
// every other one right after the last number that ended in the block before. A
// number is only read if the text goes on after it. Numbers stops before a block
//   - with a number of more than 16 digits, or with a byte that is neither a
//     digit nor white space,
//   - with fewer than BlockReach bytes from its start to the end of text, or
//   - if dst has room for fewer than BlockMost more numbers.
func (t *Tier) Numbers(dst []uint64, text []byte) (n, length int) {
	if t.numbers == nil {
		return numbers(dst, text)
	}
	// A call may stop because its piece of the text ends, so another one follows.
	for len(dst)-n >= BlockMost && len(text)-length >= BlockReach {
		k, size := t.numbers(&dst[n], len(dst)-n, &text[length], min(len(text)-length, maxText))
		if size == 0 {
			break
		}
		n += k
		length += size
	}
	return n, length
}

// numbers is the generic form of Numbers.
//
// It first makes a word with a bit for each byte of the block that is a digit.
// The starts and ends of all numbers follow from that word, so that no number
// waits for the one before it. The digits of a number are then put together in
// pairs, fours and eights.
func numbers(dst []uint64, text []byte) (n, length int) {
	for len(dst)-n >= BlockMost && len(text)-length >= BlockReach {
		block := (*[BlockReach]byte)(text[length:])
		digit, ok := Digits((*[BlockSize]byte)(block[:]))
		if !ok {
			break
		}
		// A number ends before a byte that is no digit but follows one. A number
		// that the end of the block cuts is read with the next block.
		start := digit &^ (digit << 1)
		end := digit << 1 &^ digit
		if end == 0 {
			if start&1 != 0 {
				break // one number with 64 digits or more
			}
			length += bits.TrailingZeros64(start) // 64 if no number starts
			continue
		}
		out := (*[BlockMost]uint64)(dst[n:])
		switch over4, over8, over16 := longRuns(digit); {
		case over16:
			return n, length
		case over8:
			n += block16(block, start, end, out)
		case over4:
			n += block8(block, start, end, out)
		default:
			n += block4(block, start, end, out)
		}
		length += bits.Len64(end)
	}
	return n, length
}

// longRuns reports whether more than 4, 8 and 16 bits in a row are set.
func longRuns(m uint64) (over4, over8, over16 bool) {
	m2 := m & (m << 1) // bits that end a run of 2
	m4 := m2 & (m2 << 2)
	m8 := m4 & (m4 << 4)
	m16 := m8 & (m8 << 8)
	return m4&(m<<4) != 0, m8&(m<<8) != 0, m16&(m<<16) != 0
}

// block4 reads the numbers that start and end at the set bits into out, and
// returns their number. None has more than 4 digits.
func block4(b *[BlockReach]byte, start, end uint64, out *[BlockMost]uint64) (n int) {
	for ; end != 0; end &= end - 1 {
		s := bits.TrailingZeros64(start) & 63
		k := bits.TrailingZeros64(end) - s
		start &= start - 1
		w := binary.LittleEndian.Uint32(b[s:]) & 0x0f0f0f0f << (uint(32-8*k) & 31)
		w = (w * (10<<8 + 1)) >> 8 & 0x00ff00ff
		out[n&(BlockMost-1)] = uint64((w * (100<<16 + 1)) >> 16)
		n++
	}
	return n
}

// block8 is block4 for at most 8 digits.
func block8(b *[BlockReach]byte, start, end uint64, out *[BlockMost]uint64) (n int) {
	for ; end != 0; end &= end - 1 {
		// Setting bit 63 changes no result. But the compiler need not handle a
		// start of 0, and the CPU need not wait: BSF depends on its destination,
		// which is now start and not the number before.
		s := bits.TrailingZeros64(start|1<<63) & 63
		k := bits.TrailingZeros64(end) - s
		start &= start - 1
		out[n&(BlockMost-1)] = number(binary.LittleEndian.Uint64(b[s:]), k)
		n++
	}
	return n
}

// block16 is block4 for at most 16 digits.
func block16(b *[BlockReach]byte, start, end uint64, out *[BlockMost]uint64) (n int) {
	for ; end != 0; end &= end - 1 {
		s := bits.TrailingZeros64(start) & 63
		k := bits.TrailingZeros64(end) - s
		start &= start - 1
		v := number(binary.LittleEndian.Uint64(b[s:]), min(k, 8))
		if k > 8 {
			v = v*pow10[(k-8)&15] + number(binary.LittleEndian.Uint64(b[s+8:]), k-8)
		}
		out[n&(BlockMost-1)] = v
		n++
	}
	return n
}

var pow10 = [16]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// number returns the number that the first k bytes of w, 1 to 8 digits, stand
// for. The first byte is the lowest of w.
func number(w uint64, k int) uint64 {
	// Shift out what follows the digits, so that zeros precede them. Then combine
	// neighbours: 8 digits, 4 pairs, 2 fours.
	w = (w & 0x0f0f0f0f0f0f0f0f) << (uint(64-8*k) & 63)
	w = (w * (10<<8 + 1)) >> 8 & 0x00ff00ff00ff00ff
	w = (w * (100<<16 + 1)) >> 16 & 0x0000ffff0000ffff
	return (w * (10000<<32 + 1)) >> 32
}

// Digits returns a word with a bit for each byte of a block that is a digit. ok
// reports whether all others are white space: space, or one of the five from tab
// to carriage return. A byte from 128 on is not ok, and its bit is that of the
// byte 128 below it.
func Digits(b *[BlockSize]byte) (digit uint64, ok bool) {
	o0, b0 := others(binary.LittleEndian.Uint64(b[0:]))
	o1, b1 := others(binary.LittleEndian.Uint64(b[8:]))
	o2, b2 := others(binary.LittleEndian.Uint64(b[16:]))
	o3, b3 := others(binary.LittleEndian.Uint64(b[24:]))
	o4, b4 := others(binary.LittleEndian.Uint64(b[32:]))
	o5, b5 := others(binary.LittleEndian.Uint64(b[40:]))
	o6, b6 := others(binary.LittleEndian.Uint64(b[48:]))
	o7, b7 := others(binary.LittleEndian.Uint64(b[56:]))
	return ^(o0 | o1<<8 | o2<<16 | o3<<24 | o4<<32 | o5<<40 | o6<<48 | o7<<56),
		(b0|b1|b2|b3|b4|b5|b6|b7)&tops == 0
}

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// others returns a bit for each byte of w that is no digit. A byte of bad has its
// top bit set if that of w is neither a digit nor white space.
//
// Adding 128-c to a byte below 128 sets its top bit iff it is at least c, and
// carries nothing into the next byte.
func others(w uint64) (other, bad uint64) {
	low := w &^ tops
	o := low ^ '0'*ones + (0x80-10)*ones
	white := (low + (0x80-'\t')*ones) &^ (low + (0x80-'\r'-1)*ones)
	bad = o&(low^' '*ones+0x7f*ones)&^white | w
	return (o & tops >> 7 * 0x0102040810204080) >> 56, bad
}
