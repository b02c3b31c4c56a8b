//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

// The method is that of eliminate_amd64.s. Missing columns of a block are not left out,
// but are the last one again.

// eliminate16ARCHSIMD does all lanes.
func eliminate16ARCHSIMD(cols *uint16, d int, odd16 *[16]uint16, lanes *Lanes16) {
	p, odd, out, end := unsafe.Pointer(cols), unsafe.Pointer(odd16), unsafe.Pointer(lanes), 32*d
	least := load16(p, 0)
	for i := 32; i < end; i += 32 {
		q := unsafe.Add(p, i)
		x := load16(q, 0)
		store16(q, 0, least.Max(x))
		least = least.Min(x)
	}
	c := load16(odd, 0).And(least)
	v0 := least // is in the columns of the first block
	var sum u16
	for i := 32; i < end; i += 8 * 32 {
		q := unsafe.Add(p, i)
		var x0, x1, x2, x3, x4, x5, x6, x7 u16
		if i+7*32 < end {
			x0 = load16(q, 0*32).Xor(v0)
			x1 = load16(q, 1*32).Xor(v0)
			x2 = load16(q, 2*32).Xor(v0)
			x3 = load16(q, 3*32).Xor(v0)
			x4 = load16(q, 4*32).Xor(v0)
			x5 = load16(q, 5*32).Xor(v0)
			x6 = load16(q, 6*32).Xor(v0)
			x7 = load16(q, 7*32).Xor(v0)
		} else {
			// The last column again, for each that is missing: it becomes 0.
			last := end - 32 - i
			x0 = load16(q, 0).Xor(v0)
			x1 = load16(q, min(1*32, last)).Xor(v0)
			x2 = load16(q, min(2*32, last)).Xor(v0)
			x3 = load16(q, min(3*32, last)).Xor(v0)
			x4 = load16(q, min(4*32, last)).Xor(v0)
			x5 = load16(q, min(5*32, last)).Xor(v0)
			x6 = load16(q, min(6*32, last)).Xor(v0)
			x7 = load16(q, min(7*32, last)).Xor(v0)
		}
		c = x0.Xor(c).Min(c)
		sum = sum.Xor(fill16(x0))
		if i+1*32 >= end {
			break
		}
		x1 = x0.Xor(x1).Min(x1)
		x2 = x0.Xor(x2).Min(x2)
		x3 = x0.Xor(x3).Min(x3)
		x4 = x0.Xor(x4).Min(x4)
		x5 = x0.Xor(x5).Min(x5)
		x6 = x0.Xor(x6).Min(x6)
		x7 = x0.Xor(x7).Min(x7)
		c = x1.Xor(c).Min(c)
		sum = sum.Xor(fill16(x1))
		if i+2*32 >= end {
			break
		}
		x2 = x1.Xor(x2).Min(x2)
		x3 = x1.Xor(x3).Min(x3)
		x4 = x1.Xor(x4).Min(x4)
		x5 = x1.Xor(x5).Min(x5)
		x6 = x1.Xor(x6).Min(x6)
		x7 = x1.Xor(x7).Min(x7)
		c = x2.Xor(c).Min(c)
		sum = sum.Xor(fill16(x2))
		if i+3*32 >= end {
			break
		}
		x3 = x2.Xor(x3).Min(x3)
		x4 = x2.Xor(x4).Min(x4)
		x5 = x2.Xor(x5).Min(x5)
		x6 = x2.Xor(x6).Min(x6)
		x7 = x2.Xor(x7).Min(x7)
		c = x3.Xor(c).Min(c)
		sum = sum.Xor(fill16(x3))
		if i+4*32 >= end {
			break
		}
		x4 = x3.Xor(x4).Min(x4)
		x5 = x3.Xor(x5).Min(x5)
		x6 = x3.Xor(x6).Min(x6)
		x7 = x3.Xor(x7).Min(x7)
		c = x4.Xor(c).Min(c)
		sum = sum.Xor(fill16(x4))
		if i+5*32 >= end {
			break
		}
		x5 = x4.Xor(x5).Min(x5)
		x6 = x4.Xor(x6).Min(x6)
		x7 = x4.Xor(x7).Min(x7)
		c = x5.Xor(c).Min(c)
		sum = sum.Xor(fill16(x5))
		if i+6*32 >= end {
			break
		}
		x6 = x5.Xor(x6).Min(x6)
		x7 = x5.Xor(x7).Min(x7)
		c = x6.Xor(c).Min(c)
		sum = sum.Xor(fill16(x6))
		if i+7*32 >= end {
			break
		}
		x7 = x6.Xor(x7).Min(x7)
		c = x7.Xor(c).Min(c)
		sum = sum.Xor(fill16(x7))
		var all u16
		for j := i + 8*32; j < end; j += 32 {
			q := unsafe.Add(p, j)
			x := load16(q, 0).Xor(v0)
			x = x0.Xor(x).Min(x)
			x = x1.Xor(x).Min(x)
			x = x2.Xor(x).Min(x)
			x = x3.Xor(x).Min(x)
			x = x4.Xor(x).Min(x)
			x = x5.Xor(x).Min(x)
			x = x6.Xor(x).Min(x)
			x = x7.Xor(x).Min(x)
			store16(q, 0, x)
			all = all.Or(x)
		}
		if all.IsZero() {
			break
		}
		v0 = u16{}
	}
	store16(out, 0, sum.ShiftAllRight(1).Xor(sum))
	store16(out, 32, c)
	archsimd.ClearAVXUpperBits()
}

// fill16 sets the 15 bits below each bit of p.
func fill16(p u16) u16 {
	p = p.ShiftAllRight(1).Or(p)
	p = p.ShiftAllRight(2).Or(p)
	p = p.ShiftAllRight(4).Or(p)
	return p.ShiftAllRight(8).Or(p)
}

func eliminate32ARCHSIMD(cols *uint32, d int, odd *[16]uint32, out *Lanes32) {
	for lane := 0; lane < 16; lane += 8 {
		halfLanes32(unsafe.Pointer(&unsafe.Slice(cols, 16)[lane]), unsafe.Pointer(&odd[lane]), unsafe.Pointer(&out.Pivots[lane]), 64*d)
	}
	archsimd.ClearAVXUpperBits()
}

// halfLanes32 does eight of the lanes. It is the same with twice as wide words.
func halfLanes32(p, odd, out unsafe.Pointer, end int) {
	least := load32(p, 0)
	for i := 64; i < end; i += 64 {
		q := unsafe.Add(p, i)
		x := load32(q, 0)
		store32(q, 0, least.Max(x))
		least = least.Min(x)
	}
	c := load32(odd, 0).And(least)
	v0 := least // is in the columns of the first block
	var sum u32
	for i := 64; i < end; i += 8 * 64 {
		q := unsafe.Add(p, i)
		var x0, x1, x2, x3, x4, x5, x6, x7 u32
		if i+7*64 < end {
			x0 = load32(q, 0*64).Xor(v0)
			x1 = load32(q, 1*64).Xor(v0)
			x2 = load32(q, 2*64).Xor(v0)
			x3 = load32(q, 3*64).Xor(v0)
			x4 = load32(q, 4*64).Xor(v0)
			x5 = load32(q, 5*64).Xor(v0)
			x6 = load32(q, 6*64).Xor(v0)
			x7 = load32(q, 7*64).Xor(v0)
		} else {
			// The last column again, for each that is missing: it becomes 0.
			last := end - 64 - i
			x0 = load32(q, 0).Xor(v0)
			x1 = load32(q, min(1*64, last)).Xor(v0)
			x2 = load32(q, min(2*64, last)).Xor(v0)
			x3 = load32(q, min(3*64, last)).Xor(v0)
			x4 = load32(q, min(4*64, last)).Xor(v0)
			x5 = load32(q, min(5*64, last)).Xor(v0)
			x6 = load32(q, min(6*64, last)).Xor(v0)
			x7 = load32(q, min(7*64, last)).Xor(v0)
		}
		c = x0.Xor(c).Min(c)
		sum = sum.Xor(fill32(x0))
		if i+1*64 >= end {
			break
		}
		x1 = x0.Xor(x1).Min(x1)
		x2 = x0.Xor(x2).Min(x2)
		x3 = x0.Xor(x3).Min(x3)
		x4 = x0.Xor(x4).Min(x4)
		x5 = x0.Xor(x5).Min(x5)
		x6 = x0.Xor(x6).Min(x6)
		x7 = x0.Xor(x7).Min(x7)
		c = x1.Xor(c).Min(c)
		sum = sum.Xor(fill32(x1))
		if i+2*64 >= end {
			break
		}
		x2 = x1.Xor(x2).Min(x2)
		x3 = x1.Xor(x3).Min(x3)
		x4 = x1.Xor(x4).Min(x4)
		x5 = x1.Xor(x5).Min(x5)
		x6 = x1.Xor(x6).Min(x6)
		x7 = x1.Xor(x7).Min(x7)
		c = x2.Xor(c).Min(c)
		sum = sum.Xor(fill32(x2))
		if i+3*64 >= end {
			break
		}
		x3 = x2.Xor(x3).Min(x3)
		x4 = x2.Xor(x4).Min(x4)
		x5 = x2.Xor(x5).Min(x5)
		x6 = x2.Xor(x6).Min(x6)
		x7 = x2.Xor(x7).Min(x7)
		c = x3.Xor(c).Min(c)
		sum = sum.Xor(fill32(x3))
		if i+4*64 >= end {
			break
		}
		x4 = x3.Xor(x4).Min(x4)
		x5 = x3.Xor(x5).Min(x5)
		x6 = x3.Xor(x6).Min(x6)
		x7 = x3.Xor(x7).Min(x7)
		c = x4.Xor(c).Min(c)
		sum = sum.Xor(fill32(x4))
		if i+5*64 >= end {
			break
		}
		x5 = x4.Xor(x5).Min(x5)
		x6 = x4.Xor(x6).Min(x6)
		x7 = x4.Xor(x7).Min(x7)
		c = x5.Xor(c).Min(c)
		sum = sum.Xor(fill32(x5))
		if i+6*64 >= end {
			break
		}
		x6 = x5.Xor(x6).Min(x6)
		x7 = x5.Xor(x7).Min(x7)
		c = x6.Xor(c).Min(c)
		sum = sum.Xor(fill32(x6))
		if i+7*64 >= end {
			break
		}
		x7 = x6.Xor(x7).Min(x7)
		c = x7.Xor(c).Min(c)
		sum = sum.Xor(fill32(x7))
		var all u32
		for j := i + 8*64; j < end; j += 64 {
			q := unsafe.Add(p, j)
			x := load32(q, 0).Xor(v0)
			x = x0.Xor(x).Min(x)
			x = x1.Xor(x).Min(x)
			x = x2.Xor(x).Min(x)
			x = x3.Xor(x).Min(x)
			x = x4.Xor(x).Min(x)
			x = x5.Xor(x).Min(x)
			x = x6.Xor(x).Min(x)
			x = x7.Xor(x).Min(x)
			store32(q, 0, x)
			all = all.Or(x)
		}
		if all.IsZero() {
			break
		}
		v0 = u32{}
	}
	store32(out, 0, sum.ShiftAllRight(1).Xor(sum))
	store32(out, 64, c)
}

// fill32 sets the 31 bits below each bit of p.
func fill32(p u32) u32 {
	p = p.ShiftAllRight(1).Or(p)
	p = p.ShiftAllRight(2).Or(p)
	p = p.ShiftAllRight(4).Or(p)
	p = p.ShiftAllRight(8).Or(p)
	return p.ShiftAllRight(16).Or(p)
}
