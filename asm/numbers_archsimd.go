//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// The blocks and what is computed for their bytes are as in numbers_amd64.s. Ends of
// short numbers are not taken one by one, because Go has no TZCNT for every amd64:
// eight bytes have at most four ends, and a table moves their numbers together.

// endTable[m] is for the last digits at the bits of m. It moves the words of these
// bytes to the front, four at most, and has their number.
var endTable = func() (t [256]struct {
	moves [8]uint8
	count int
}) {
	for m := range t {
		row := &t[m]
		for b := range 8 {
			if m>>b&1 != 0 && row.count < 4 {
				row.moves[2*row.count], row.moves[2*row.count+1] = uint8(2*b), uint8(2*b+1)
				row.count++
			}
		}
	}
	return t
}()

// textTable has the tables of numbers_amd64.s.
var textTable = struct {
	white, tens [16]byte
	shifts      [32]byte
}{
	white: [16]byte{' ', 255, 255, 255, 255, 255, 255, 255, 255, '\t', '\n', '\v', '\f', '\r'},
	tens:  [16]byte{0, 10, 20, 30, 40, 50, 60, 70, 80, 90},
	shifts: [32]byte{128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
}

func numbersARCHSIMD(dst *uint64, room int, text *byte, size int) (n, length int) {
	white := twice(&textTable.white)
	for size-length >= BlockReach && room-n >= BlockMost {
		p, to := unsafe.Add(unsafe.Pointer(text), length), unsafe.Add(unsafe.Pointer(dst), 8*n)
		t0, t1 := load8(p, 0), load8(p, 32)
		toTop, belowTop := archsimd.BroadcastUint8x32(127-'9'), archsimd.BroadcastInt8x32(117)
		d0, d1 := t0.Add(toTop).BitsToInt8().Greater(belowTop), t1.Add(toTop).BitsToInt8().Greater(belowTop)
		w0, w1 := look(white, t0).Equal(t0), look(white, t1).Equal(t1)
		if w0.Or(d0).And(w1.Or(d1)).ToBits() != 1<<32-1 {
			break
		}
		digit := uint64(d1.ToBits())<<32 | uint64(d0.ToBits())
		start, end := digit&^(digit<<1), digit<<1&^digit
		if end == 0 {
			if start&1 != 0 {
				break // one number with 64 digits or more
			}
			length += bits.TrailingZeros64(start)
			continue
		}
		length += bits.Len64(end)
		run2 := digit & (digit << 1)
		run4 := run2 & (run2 << 2)
		if run4&(digit<<4) != 0 {
			run8 := run4 & (run4 << 4)
			if run8&(run8<<8)&(digit<<16) != 0 {
				length -= bits.Len64(end)
				break
			}
			n += longNumbers(to, p, start, end)
			continue
		}
		n += shortNumbers(to, t0, t1, d0.ToInt8x32().ToBits(), d1.ToInt8x32().ToBits(), end>>1)
	}
	archsimd.ClearAVXUpperBits()
	return n, length
}

// shortNumbers writes the numbers of a block, none of more than four digits, and returns
// how many there are. d0 and d1 have all ones in the bytes that are digits, and last has
// the bits of the last ones.
//
//go:noinline
func shortNumbers(to unsafe.Pointer, x0, x1, d0, d1 u8, last uint64) (n int) {
	zero := archsimd.BroadcastUint8x32('0')
	x0, x1 = x0.Sub(zero), x1.Sub(zero)
	tens := twice(&textTable.tens)
	p0 := x0.ConcatShiftBytesRightGrouped(u8{}.ConcatPermute128Scalars(0, 2, x0), 15)
	p1 := x1.ConcatShiftBytesRightGrouped(x0.ConcatPermute128Scalars(1, 2, x1), 15)
	x0, x1 = look(tens, p0).Add(x0).And(d0), look(tens, p1).Add(x1).And(d1)
	below := archsimd.BroadcastInt8x32(-1)
	q0 := x0.ConcatShiftBytesRightGrouped(u8{}.ConcatPermute128Scalars(0, 2, x0), 14)
	q1 := x1.ConcatShiftBytesRightGrouped(x0.ConcatPermute128Scalars(1, 2, x1), 14)
	q0 = q0.And(p0.BitsToInt8().Greater(below).ToInt8x32().ToBits())
	q1 = q1.And(p1.BitsToInt8().Greater(below).ToInt8x32().ToBits())
	for half := 0; half < 64; half += 32 {
		even, odd := fours(x0, q0)
		low, high := even.InterleaveLoGrouped(odd), even.InterleaveHiGrouped(odd)
		n = writeEnds(to, n, low.GetLo(), last)
		n = writeEnds(to, n, high.GetLo(), last>>8)
		n = writeEnds(to, n, low.GetHi(), last>>16)
		n = writeEnds(to, n, high.GetHi(), last>>24)
		x0, q0, last = x1, q1, last>>32
	}
	return n
}

// fours returns x+100*q for the even and the odd bytes, as words.
func fours(x, q u8) (even, odd u16) {
	w := x.ReshapeToUint16s()
	even = q.DotProductPairsSaturated(archsimd.BroadcastInt16x16(100).ToBits().ReshapeToUint8s().BitsToInt8()).ToBits()
	odd = q.DotProductPairsSaturated(archsimd.BroadcastInt16x16(100 << 8).ToBits().ReshapeToUint8s().BitsToInt8()).ToBits()
	return even.Add(w.And(archsimd.BroadcastUint16x16(0x00ff))), odd.Add(w.ShiftAllRight(8))
}

// writeEnds writes those of the words at the bits of last, a byte, behind n numbers.
func writeEnds(to unsafe.Pointer, n int, words archsimd.Uint16x8, last uint64) int {
	row := &endTable[last&0xff]
	moves := archsimd.LoadInt8x16Array((*[16]int8)(unsafe.Pointer(row)))
	x := words.ReshapeToUint8s().PermuteOrZero(moves).ReshapeToUint16s().ExtendLo4ToUint64()
	store64(to, 8*n, x)
	return n + row.count
}

// longNumbers writes numbers of up to 16 digits, four at a time, and returns how many
// there are. Behind the last one it reads 0s from the end of the block.
//
//go:noinline
func longNumbers(to, text unsafe.Pointer, start, end uint64) int {
	n, ends := 0, end
	for {
		a, start1, end1 := number16(text, start, end)
		b, start2, end2 := number16(text, start1, end1)
		c, start3, end3 := number16(text, start2, end2)
		d, start4, end4 := number16(text, start3, end3)
		digit := archsimd.BroadcastUint8x32(0x0f)
		x, y := u8{}.SetLo(a).SetHi(c).And(digit), u8{}.SetLo(b).SetHi(d).And(digit)
		ones := archsimd.BroadcastInt16x16(0x010a).ToBits().ReshapeToUint8s().BitsToInt8()       // 10 and 1
		tens := archsimd.BroadcastInt32x8(0x00010064).ToBits().ReshapeToUint16s().BitsToInt16()  // 100 and 1
		fours := archsimd.BroadcastInt32x8(0x00012710).ToBits().ReshapeToUint16s().BitsToInt16() // 10^4 and 1
		u := x.DotProductPairsSaturated(ones).DotProductPairs(tens)
		v := y.DotProductPairsSaturated(ones).DotProductPairs(tens)
		eights := u.SaturateToUint16ConcatGrouped(v).BitsToInt16().DotProductPairs(fours).ToBits()
		whole := eights.MulWidenEven(archsimd.BroadcastUint32x8(1e8)).Add(eights.ReshapeToUint64s().ShiftAllRight(32))
		store64(to, 8*n, whole)
		n += 4
		if start, end = start4, end4; end == 0 {
			break
		}
	}
	// Ends are not neighbours, so pairs of bits have at most one.
	ends = (ends | ends>>1) & 0x5555555555555555
	ends = ends&0x3333333333333333 + ends>>2&0x3333333333333333
	ends = (ends + ends>>4) & 0x0f0f0f0f0f0f0f0f
	return int(ends * 0x0101010101010101 >> 56)
}

// number16 loads the first number, its digits last, and takes its bits away.
func number16(text unsafe.Pointer, start, end uint64) (x archsimd.Uint8x16, starts, ends uint64) {
	at, behind := bits.TrailingZeros64(start), bits.TrailingZeros64(end)
	moves := archsimd.LoadInt8x16Array((*[16]int8)(unsafe.Add(unsafe.Pointer(&textTable.shifts), behind-at)))
	x = archsimd.LoadUint8x16Array((*[16]uint8)(unsafe.Add(text, at))).PermuteOrZero(moves)
	return x, start & (start - 1), end & (end - 1)
}
