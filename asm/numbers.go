package asm

import (
	"encoding/binary"
	"math/bits"
)

// Numbers works in blocks of text.
const (
	BlockSize  = 64             // bytes that are looked at together
	BlockMost  = BlockSize / 2  // numbers that may end in a block
	BlockReach = BlockSize + 16 // bytes past its start that a block may load
)

// maxText is the most bytes of text that one call reads.
const maxText = 1 << 14

// Numbers turns the numbers at the start of text into dst: unsigned, decimal,
// with white space between them. It returns how many there are and the length of
// their text. It may leave anything in dst after them.
//
// It works in blocks of BlockSize bytes. The first starts with the text, each
// other one right after the last number that ends in the block before it. A
// number that the text's end cuts is never taken for a whole one. It stops
// before a block that
//   - has a number of more than 16 digits, or a byte that is neither a digit nor
//     white space,
//   - has fewer than BlockReach bytes from its start to the end of text, or
//   - finds room for fewer than BlockMost numbers in dst.
func (t *Tier) Numbers(dst []uint64, text []byte) (n, length int) {
	if t.numbers == nil {
		return numbers(dst, text)
	}
	// A call may end only because its piece of the text does. So it goes on
	// until a call finds nothing to do.
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
// First the bytes are classed, eight at a time, into a word with a bit for each
// byte that is a digit. From that the starts and ends of all numbers follow, and
// so none has to wait until the one before it is read. Each is then put together
// without a look at its digits one by one.
func numbers(dst []uint64, text []byte) (n, length int) {
	for len(dst)-n >= BlockMost && len(text)-length >= BlockReach {
		block := (*[BlockReach]byte)(text[length:])
		digit, ok := Digits((*[BlockSize]byte)(block[:]))
		if !ok {
			break
		}
		// A number ends before a byte that follows a digit and is none. One that
		// the block cuts is left for the next: it becomes that block's start.
		start := digit &^ (digit << 1)
		end := digit << 1 &^ digit
		if end == 0 {
			if start&1 != 0 {
				break // 64 digits
			}
			length += bits.TrailingZeros64(start) // 64 when there are none
			continue
		}
		out := (*[BlockMost]uint64)(dst[n:])
		switch over4, over8, over16 := rows(digit); {
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

// rows tells whether more than 4, 8 and 16 bits in a row are set.
func rows(m uint64) (over4, over8, over16 bool) {
	m2 := m & (m << 1) // bits that end a row of 2
	m4 := m2 & (m2 << 2)
	m8 := m4 & (m4 << 4)
	m16 := m8 & (m8 << 8)
	return m4&(m<<4) != 0, m8&(m<<8) != 0, m16&(m<<16) != 0
}

// block4 puts the numbers that start and end at the set bits into out and
// returns how many. None has more than 4 digits.
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
		// That bit 63 is set changes nothing, but spares the compiler what start
		// is when it is 0, and the CPU a wait: BSF depends on what its result
		// replaces, which is then start, and not the number before.
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

// number returns what the first k bytes of w, 1 to 8 digits, stand for. The
// first byte is the lowest of w.
func number(w uint64, k int) uint64 {
	// Drop what follows the digits, so that zeros lead them, then join
	// neighbours: 8 digits, 4 pairs, 2 fours.
	w = (w & 0x0f0f0f0f0f0f0f0f) << (uint(64-8*k) & 63)
	w = (w * (10<<8 + 1)) >> 8 & 0x00ff00ff00ff00ff
	w = (w * (100<<16 + 1)) >> 16 & 0x0000ffff0000ffff
	return (w * (10000<<32 + 1)) >> 32
}

// Digits returns a bit for each byte of a block that is a digit. It is ok when
// all others are white space: space, or one of the five from tab to carriage
// return. It is not for bytes from 128 on, whose bits are those of the bytes 128
// below.
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

// others returns a bit for each byte of w that is no digit. The top bits of bad
// tell of bytes that are not even white space.
//
// Adding 128-c to a byte below 128 sets its top bit when it is at least c, and
// carries nothing into the next byte.
func others(w uint64) (other, bad uint64) {
	low := w &^ tops
	o := low ^ '0'*ones + (0x80-10)*ones
	white := (low + (0x80-'\t')*ones) &^ (low + (0x80-'\r'-1)*ones)
	bad = o&(low^' '*ones+0x7f*ones)&^white | w
	return (o & tops >> 7 * 0x0102040810204080) >> 56, bad
}
