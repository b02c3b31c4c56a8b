//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

// The networks are those of sort_amd64.s. There are more numbers than registers: Go
// chooses which of them wait in memory. A missing column is the one of v0 again, and
// becomes 0.

func sort16ARCHSIMD(cols *uint16, d int, v0 *[16]uint16) {
	p, last := unsafe.Pointer(cols), 32*(d-1)
	least := load16(p, last)
	for i := 0; i < last; i += 32 {
		q := unsafe.Add(p, i)
		x := load16(q, 0)
		store16(q, 0, least.Max(x))
		least = least.Min(x)
	}
	store16(p, last, least)
	store16(unsafe.Pointer(v0), 0, least)
	if last <= 8*32 {
		sortFew(p, last, least)
	} else {
		sortMany(p, last, least)
	}
	store16(p, last, u16{})
	archsimd.ClearAVXUpperBits()
}

// sortFew sorts up to eight columns, and the one of v0, at last.
func sortFew(p unsafe.Pointer, last int, v0 u16) {
	x0 := load16(p, 0).Xor(v0)
	x1 := load16(p, min(1*32, last)).Xor(v0)
	x2 := load16(p, min(2*32, last)).Xor(v0)
	x3 := load16(p, min(3*32, last)).Xor(v0)
	x4 := load16(p, min(4*32, last)).Xor(v0)
	x5 := load16(p, min(5*32, last)).Xor(v0)
	x6 := load16(p, min(6*32, last)).Xor(v0)
	x7 := load16(p, min(7*32, last)).Xor(v0)
	x2, x3 = x2.Max(x3), x3.Min(x2)
	x4, x5 = x4.Max(x5), x5.Min(x4)
	x0, x1 = x0.Max(x1), x1.Min(x0)
	x6, x7 = x6.Max(x7), x7.Min(x6)
	x4, x6 = x4.Max(x6), x6.Min(x4)
	x1, x3 = x1.Max(x3), x3.Min(x1)
	x0, x2 = x0.Max(x2), x2.Min(x0)
	x5, x7 = x5.Max(x7), x7.Min(x5)
	x5, x6 = x5.Max(x6), x6.Min(x5)
	x1, x2 = x1.Max(x2), x2.Min(x1)
	x3, x7 = x3.Max(x7), x7.Min(x3)
	x0, x4 = x0.Max(x4), x4.Min(x0)
	x2, x6 = x2.Max(x6), x6.Min(x2)
	x1, x5 = x1.Max(x5), x5.Min(x1)
	x3, x6 = x3.Max(x6), x6.Min(x3)
	x1, x4 = x1.Max(x4), x4.Min(x1)
	x3, x5 = x3.Max(x5), x5.Min(x3)
	x2, x4 = x2.Max(x4), x4.Min(x2)
	x3, x4 = x3.Max(x4), x4.Min(x3)
	store16(p, 0, x0)
	if last <= 1*32 {
		return
	}
	store16(p, 1*32, x1.AndNot(x1.Equal(x0).ToInt16x16().ToBits()))
	if last <= 2*32 {
		return
	}
	store16(p, 2*32, x2.AndNot(x2.Equal(x1).ToInt16x16().ToBits()))
	if last <= 3*32 {
		return
	}
	store16(p, 3*32, x3.AndNot(x3.Equal(x2).ToInt16x16().ToBits()))
	if last <= 4*32 {
		return
	}
	store16(p, 4*32, x4.AndNot(x4.Equal(x3).ToInt16x16().ToBits()))
	if last <= 5*32 {
		return
	}
	store16(p, 5*32, x5.AndNot(x5.Equal(x4).ToInt16x16().ToBits()))
	if last <= 6*32 {
		return
	}
	store16(p, 6*32, x6.AndNot(x6.Equal(x5).ToInt16x16().ToBits()))
	if last <= 7*32 {
		return
	}
	store16(p, 7*32, x7.AndNot(x7.Equal(x6).ToInt16x16().ToBits()))
}

// sortMany sorts 9 to 16 columns, and the one of v0.
func sortMany(p unsafe.Pointer, last int, v0 u16) {
	x0 := load16(p, 0*32).Xor(v0)
	x1 := load16(p, 1*32).Xor(v0)
	x2 := load16(p, 2*32).Xor(v0)
	x3 := load16(p, 3*32).Xor(v0)
	x4 := load16(p, 4*32).Xor(v0)
	x5 := load16(p, 5*32).Xor(v0)
	x6 := load16(p, 6*32).Xor(v0)
	x7 := load16(p, 7*32).Xor(v0)
	x8 := load16(p, 8*32).Xor(v0)
	x9 := load16(p, min(9*32, last)).Xor(v0)
	x10 := load16(p, min(10*32, last)).Xor(v0)
	x11 := load16(p, min(11*32, last)).Xor(v0)
	x12 := load16(p, min(12*32, last)).Xor(v0)
	x13 := load16(p, min(13*32, last)).Xor(v0)
	x14 := load16(p, min(14*32, last)).Xor(v0)
	x15 := load16(p, min(15*32, last)).Xor(v0)
	x0, x1 = x0.Max(x1), x1.Min(x0)
	x2, x3 = x2.Max(x3), x3.Min(x2)
	x4, x5 = x4.Max(x5), x5.Min(x4)
	x6, x7 = x6.Max(x7), x7.Min(x6)
	x0, x2 = x0.Max(x2), x2.Min(x0)
	x1, x3 = x1.Max(x3), x3.Min(x1)
	x4, x6 = x4.Max(x6), x6.Min(x4)
	x5, x7 = x5.Max(x7), x7.Min(x5)
	x0, x4 = x0.Max(x4), x4.Min(x0)
	x1, x5 = x1.Max(x5), x5.Min(x1)
	x2, x6 = x2.Max(x6), x6.Min(x2)
	x3, x7 = x3.Max(x7), x7.Min(x3)
	x8, x9 = x8.Max(x9), x9.Min(x8)
	x10, x11 = x10.Max(x11), x11.Min(x10)
	x12, x13 = x12.Max(x13), x13.Min(x12)
	x14, x15 = x14.Max(x15), x15.Min(x14)
	x8, x10 = x8.Max(x10), x10.Min(x8)
	x9, x11 = x9.Max(x11), x11.Min(x9)
	x12, x14 = x12.Max(x14), x14.Min(x12)
	x13, x15 = x13.Max(x15), x15.Min(x13)
	x8, x12 = x8.Max(x12), x12.Min(x8)
	x9, x13 = x9.Max(x13), x13.Min(x9)
	x10, x14 = x10.Max(x14), x14.Min(x10)
	x11, x15 = x11.Max(x15), x15.Min(x11)
	x2, x10 = x2.Max(x10), x10.Min(x2)
	x4, x12 = x4.Max(x12), x12.Min(x4)
	x0, x8 = x0.Max(x8), x8.Min(x0)
	x7, x15 = x7.Max(x15), x15.Min(x7)
	x5, x13 = x5.Max(x13), x13.Min(x5)
	x1, x9 = x1.Max(x9), x9.Min(x1)
	x6, x14 = x6.Max(x14), x14.Min(x6)
	x3, x11 = x3.Max(x11), x11.Min(x3)
	x7, x11 = x7.Max(x11), x11.Min(x7)
	x13, x14 = x13.Max(x14), x14.Min(x13)
	x6, x9 = x6.Max(x9), x9.Min(x6)
	x5, x10 = x5.Max(x10), x10.Min(x5)
	x4, x8 = x4.Max(x8), x8.Min(x4)
	x1, x2 = x1.Max(x2), x2.Min(x1)
	x3, x12 = x3.Max(x12), x12.Min(x3)
	x11, x14 = x11.Max(x14), x14.Min(x11)
	x2, x8 = x2.Max(x8), x8.Min(x2)
	x1, x4 = x1.Max(x4), x4.Min(x1)
	x7, x13 = x7.Max(x13), x13.Min(x7)
	x9, x10 = x9.Max(x10), x10.Min(x9)
	x5, x6 = x5.Max(x6), x6.Min(x5)
	x2, x4 = x2.Max(x4), x4.Min(x2)
	x3, x8 = x3.Max(x8), x8.Min(x3)
	x11, x13 = x11.Max(x13), x13.Min(x11)
	x7, x12 = x7.Max(x12), x12.Min(x7)
	x6, x8 = x6.Max(x8), x8.Min(x6)
	x3, x5 = x3.Max(x5), x5.Min(x3)
	x7, x9 = x7.Max(x9), x9.Min(x7)
	x10, x12 = x10.Max(x12), x12.Min(x10)
	x5, x6 = x5.Max(x6), x6.Min(x5)
	x9, x10 = x9.Max(x10), x10.Min(x9)
	x7, x8 = x7.Max(x8), x8.Min(x7)
	x3, x4 = x3.Max(x4), x4.Min(x3)
	x11, x12 = x11.Max(x12), x12.Min(x11)
	x8, x9 = x8.Max(x9), x9.Min(x8)
	x6, x7 = x6.Max(x7), x7.Min(x6)
	store16(p, 0, x0)
	store16(p, 1*32, x1.AndNot(x1.Equal(x0).ToInt16x16().ToBits()))
	store16(p, 2*32, x2.AndNot(x2.Equal(x1).ToInt16x16().ToBits()))
	store16(p, 3*32, x3.AndNot(x3.Equal(x2).ToInt16x16().ToBits()))
	store16(p, 4*32, x4.AndNot(x4.Equal(x3).ToInt16x16().ToBits()))
	store16(p, 5*32, x5.AndNot(x5.Equal(x4).ToInt16x16().ToBits()))
	store16(p, 6*32, x6.AndNot(x6.Equal(x5).ToInt16x16().ToBits()))
	store16(p, 7*32, x7.AndNot(x7.Equal(x6).ToInt16x16().ToBits()))
	store16(p, 8*32, x8.AndNot(x8.Equal(x7).ToInt16x16().ToBits()))
	if last <= 9*32 {
		return
	}
	store16(p, 9*32, x9.AndNot(x9.Equal(x8).ToInt16x16().ToBits()))
	if last <= 10*32 {
		return
	}
	store16(p, 10*32, x10.AndNot(x10.Equal(x9).ToInt16x16().ToBits()))
	if last <= 11*32 {
		return
	}
	store16(p, 11*32, x11.AndNot(x11.Equal(x10).ToInt16x16().ToBits()))
	if last <= 12*32 {
		return
	}
	store16(p, 12*32, x12.AndNot(x12.Equal(x11).ToInt16x16().ToBits()))
	if last <= 13*32 {
		return
	}
	store16(p, 13*32, x13.AndNot(x13.Equal(x12).ToInt16x16().ToBits()))
	if last <= 14*32 {
		return
	}
	store16(p, 14*32, x14.AndNot(x14.Equal(x13).ToInt16x16().ToBits()))
	if last <= 15*32 {
		return
	}
	store16(p, 15*32, x15.AndNot(x15.Equal(x14).ToInt16x16().ToBits()))
}
