//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

// The method is that of coordinates_amd64.s. If the last eight has fewer columns, the
// last one is done again in place of each that is missing: its row is 0 then.

func coordinatesARCHSIMD(words *uint32, cols *uint16, n, d int) {
	w, c := unsafe.Pointer(words), unsafe.Pointer(cols)
	halfCoordinates(w, c, 32*n, 32*d)
	halfCoordinates(unsafe.Add(w, 32), unsafe.Add(c, 16), 32*n, 32*d)
	archsimd.ClearAVXUpperBits()
}

// halfCoordinates does eight of the lanes. Column j is at offset 32*j of cols, and its
// words at twice that; n and d are offsets of cols.
func halfCoordinates(words, cols unsafe.Pointer, n, d int) {
	bit := archsimd.BroadcastUint32x8(1)
	high := archsimd.BroadcastUint32x8(0xffff0000)
	for i := 0; ; {
		var x, w, r0, r1, r2, r3, r4, r5, r6, r7 u32
		last := min(d-32-i, 7*32)
		q := unsafe.Add(words, 2*i)
		if i == 0 {
			r0 = expand(cols, 0)
			r1 = expand(cols, min(1*32, last))
			r2 = expand(cols, min(2*32, last))
			r3 = expand(cols, min(3*32, last))
			r4 = expand(cols, min(4*32, last))
			r5 = expand(cols, min(5*32, last))
			r6 = expand(cols, min(6*32, last))
			r7 = expand(cols, min(7*32, last))
		} else {
			r0 = load32(q, 0)
			r1 = load32(q, min(1*64, 2*last))
			r2 = load32(q, min(2*64, 2*last))
			r3 = load32(q, min(3*64, 2*last))
			r4 = load32(q, min(4*64, 2*last))
			r5 = load32(q, min(5*64, 2*last))
			r6 = load32(q, min(6*64, 2*last))
			r7 = load32(q, min(7*64, 2*last))
		}
		x = r0
		w = x.Min(bit)
		store32(q, 0, w)
		r0 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r1
		x = r0.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(1*64, 2*last), w)
		r1 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r2
		x = r0.Xor(x).Min(x)
		x = r1.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(2*64, 2*last), w)
		r2 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r3
		x = r0.Xor(x).Min(x)
		x = r1.Xor(x).Min(x)
		x = r2.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(3*64, 2*last), w)
		r3 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r4
		x = r0.Xor(x).Min(x)
		x = r1.Xor(x).Min(x)
		x = r2.Xor(x).Min(x)
		x = r3.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(4*64, 2*last), w)
		r4 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r5
		x = r0.Xor(x).Min(x)
		x = r1.Xor(x).Min(x)
		x = r2.Xor(x).Min(x)
		x = r3.Xor(x).Min(x)
		x = r4.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(5*64, 2*last), w)
		r5 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r6
		x = r0.Xor(x).Min(x)
		x = r1.Xor(x).Min(x)
		x = r2.Xor(x).Min(x)
		x = r3.Xor(x).Min(x)
		x = r4.Xor(x).Min(x)
		x = r5.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(6*64, 2*last), w)
		r6 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		x = r7
		x = r0.Xor(x).Min(x)
		x = r1.Xor(x).Min(x)
		x = r2.Xor(x).Min(x)
		x = r3.Xor(x).Min(x)
		x = r4.Xor(x).Min(x)
		x = r5.Xor(x).Min(x)
		x = r6.Xor(x).Min(x)
		w = x.Min(bit)
		store32(q, min(7*64, 2*last), w)
		r7 = x.Xor(w)
		bit = w.And(bit).Add(bit)
		first := i == 0
		if i = min(i+8*32, d); i == n {
			return
		}
		// Two columns at a time. If their number is odd, the one before them is done
		// again.
		for j := i - (n-i)&32; j < n; j += 64 {
			q := unsafe.Add(words, 2*j)
			var x, y u32
			if first {
				x, y = expand(cols, j), expand(cols, j+32)
			} else {
				x, y = load32(q, 0), load32(q, 64)
			}
			x, y = r0.Xor(x).Min(x), r0.Xor(y).Min(y)
			x, y = r1.Xor(x).Min(x), r1.Xor(y).Min(y)
			x, y = r2.Xor(x).Min(x), r2.Xor(y).Min(y)
			x, y = r3.Xor(x).Min(x), r3.Xor(y).Min(y)
			x, y = r4.Xor(x).Min(x), r4.Xor(y).Min(y)
			x, y = r5.Xor(x).Min(x), r5.Xor(y).Min(y)
			x, y = r6.Xor(x).Min(x), r6.Xor(y).Min(y)
			x, y = r7.Xor(x).Min(x), r7.Xor(y).Min(y)
			store32(q, 0, x)
			store32(q, 64, y)
		}
		for i < d && load32(words, 2*i).And(high).IsZero() {
			i += 32
		}
		if i == d {
			return
		}
	}
}

// expand puts the numbers of half a column into the high halves of dwords.
func expand(cols unsafe.Pointer, offset int) u32 {
	return archsimd.LoadUint16x8Array((*[8]uint16)(unsafe.Add(cols, offset))).ExtendToUint32().ShiftAllLeft(16)
}
