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

// textTable has the tables and constants of numbers_amd64.s. Go takes a constant from
// memory in the instruction that uses it, and builds one of BroadcastX by three.
var textTable = func() (t struct {
	white, tens, toTop, zero, nibble [32]uint8
	belowTop, below, pairs           [32]int8
	evenHundreds, oddHundreds        [32]int8
	fours, eights                    [16]int16
	lowBytes                         [16]uint16
	sixteens                         [8]uint32
	shifts                           [32]int8
}) {
	t.white = double([16]byte{' ', 255, 255, 255, 255, 255, 255, 255, 255, '\t', '\n', '\v', '\f', '\r'})
	t.tens = double([16]byte{0, 10, 20, 30, 40, 50, 60, 70, 80, 90})
	for i := range 32 {
		t.toTop[i], t.zero[i], t.nibble[i], t.belowTop[i], t.below[i] = 127-'9', '0', 0x0f, 117, -1
		t.pairs[i] = int8(10 - 9*(i%2))
		t.evenHundreds[i], t.oddHundreds[i] = int8(100*(1-i%2)), int8(100*(i%2))
		t.shifts[i] = int8(i - 16)
	}
	for i := range 16 {
		t.fours[i], t.eights[i] = int16(100-99*(i%2)), int16(10000-9999*(i%2))
		t.lowBytes[i], t.sixteens[i/2] = 0x00ff, 1e8
		t.shifts[i] = -128
	}
	return t
}()

func numbersARCHSIMD(dst *uint64, room int, text *byte, size int) (n, length int) {
	c := &textTable
	white := archsimd.LoadUint8x32Array(&c.white)
	for size-length >= BlockReach && room-n >= BlockMost {
		p, to := unsafe.Add(unsafe.Pointer(text), length), unsafe.Add(unsafe.Pointer(dst), 8*n)
		t0, t1 := load8(p, 0), load8(p, 32)
		toTop, belowTop := archsimd.LoadUint8x32Array(&c.toTop), archsimd.LoadInt8x32Array(&c.belowTop)
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
	zero := archsimd.LoadUint8x32Array(&textTable.zero)
	x0, x1 = x0.Sub(zero), x1.Sub(zero)
	tens := archsimd.LoadUint8x32Array(&textTable.tens)
	p0 := x0.ConcatShiftBytesRightGrouped(u8{}.ConcatPermute128Scalars(0, 2, x0), 15)
	p1 := x1.ConcatShiftBytesRightGrouped(x0.ConcatPermute128Scalars(1, 2, x1), 15)
	x0, x1 = look(tens, p0).Add(x0).And(d0), look(tens, p1).Add(x1).And(d1)
	below := archsimd.LoadInt8x32Array(&textTable.below)
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
	even = q.DotProductPairsSaturated(archsimd.LoadInt8x32Array(&textTable.evenHundreds)).ToBits()
	odd = q.DotProductPairsSaturated(archsimd.LoadInt8x32Array(&textTable.oddHundreds)).ToBits()
	return w.And(archsimd.LoadUint16x16Array(&textTable.lowBytes)).Add(even), odd.Add(w.ShiftAllRight(8))
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
		// All places come first, so that no vector waits while Go looks for POPCNT.
		a, na := zeros(start), zeros(end)
		start, end = start&(start-1), end&(end-1)
		b, nb := zeros(start), zeros(end)
		start, end = start&(start-1), end&(end-1)
		c, nc := zeros(start), zeros(end)
		start, end = start&(start-1), end&(end-1)
		d, nd := zeros(start), zeros(end)
		start, end = start&(start-1), end&(end-1)
		x := u8{}.SetLo(number16(text, a, na-a)).SetHi(number16(text, c, nc-c))
		y := u8{}.SetLo(number16(text, b, nb-b)).SetHi(number16(text, d, nd-d))
		u, v := foursOf(x), foursOf(y)
		both := u.SaturateToUint16ConcatGrouped(v).BitsToInt16().DotProductPairs(archsimd.LoadInt16x16Array(&textTable.eights)).ToBits()
		sixteens := both.MulWidenEven(archsimd.LoadUint32x8Array(&textTable.sixteens))
		whole := sixteens.Add(both.ReshapeToUint64s().ShiftAllRight(32))
		store64(to, 8*n, whole)
		n += 4
		if end == 0 {
			break
		}
	}
	return bits.OnesCount64(ends)
}

// foursOf returns the numbers of each four digits.
func foursOf(x u8) archsimd.Int32x8 {
	x = x.And(archsimd.LoadUint8x32Array(&textTable.nibble))
	return x.DotProductPairsSaturated(archsimd.LoadInt8x32Array(&textTable.pairs)).DotProductPairs(archsimd.LoadInt16x16Array(&textTable.fours))
}

// number16 loads the number of n digits at a place, its digits last.
func number16(text unsafe.Pointer, place, n int) archsimd.Uint8x16 {
	moves := archsimd.LoadInt8x16Array((*[16]int8)(unsafe.Add(unsafe.Pointer(&textTable.shifts), n)))
	return archsimd.LoadUint8x16Array((*[16]uint8)(unsafe.Add(text, place))).PermuteOrZero(moves)
}
