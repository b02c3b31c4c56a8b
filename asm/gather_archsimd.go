//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

// The method is that of gather_amd64.s, except for the loads: Go has no masked ones. A
// vector that would reach past the end of a row is the last four of its values
// instead, moved to their places. So of 4 to 16 values all that is loaded is the row.
// Fewer values are stored one by one.

// gatherMoves[m] is for m values, 4 to 16. It has pointers, because Go adds constants to
// an address only if it knows nothing else of it. There are 32 so that an index of five
// bits needs no check.
var gatherMoves = func() (t [32]*struct {
	dwords  [4][8]uint32 // indices that move the values of four vectors to their places
	offsets [4]int       // of these vectors, in bytes
	free    [16]uint16   // as in gatherTable
}) {
	rows := new([17]struct {
		dwords  [4][8]uint32
		offsets [4]int
		free    [16]uint16
	})
	for m := 4; m <= 16; m++ {
		row := &rows[m]
		row.free = gatherTable.free[16-m]
		for k := range 4 {
			at := min(4*k, m-4)
			row.offsets[k] = 8 * at
			for i := range row.dwords[k] {
				row.dwords[k][i] = uint32(min(i/2+4*k-at, 3)*2 + i%2)
			}
		}
		t[m] = row
	}
	return t
}()

func gather16ARCHSIMD(cols *uint16, n int, succ *uint64, off, rows *uint32, count int) (or uint64) {
	var buffer [17][16]uint16
	square := (*[16][16]uint16)(aligned(unsafe.Pointer(&buffer))) // a row for each lane, as it is packed
	g := &gathering{unsafe.Pointer(succ), unsafe.Pointer(off), unsafe.Pointer(rows), count}
	to := unsafe.Pointer(cols)
	switch {
	case n == 1:
		or = g.single(to, 0)
	case n <= 8:
		or = g.pack8(square)
		transpose8(to, n, square)
	case n <= 17:
		or = g.pack(square, 0)
		transpose(to, min(n, 16), square)
		if n == 17 {
			or |= g.single(unsafe.Add(to, 16*32), 16)
		}
	default:
		for c := 0; c < n; c += 16 {
			to := unsafe.Add(to, 32*c)
			if c == n-1 {
				or |= g.single(to, c)
				break
			}
			or |= g.pack(square, c)
			transpose(to, min(n-c, 16), square)
		}
	}
	archsimd.ClearAVXUpperBits()
	return or
}

// A gathering has the arguments of Gather16.
type gathering struct {
	succ, off, rows unsafe.Pointer
	count           int
}

// row returns the place of the values of lane l, and their number.
func (g *gathering) row(l int) (values unsafe.Pointer, n int) {
	r := uintptr(*(*uint32)(unsafe.Add(g.rows, 4*l)))
	ends := (*[2]uint32)(unsafe.Add(g.off, 4*r))
	return unsafe.Add(g.succ, 8*uintptr(ends[0])), int(ends[1] - ends[0])
}

// single writes column c.
func (g *gathering) single(to unsafe.Pointer, c int) (or uint64) {
	column := (*[16]uint16)(to)
	*column = [16]uint16{}
	for l := range g.count {
		p, n := g.row(l)
		at := 0
		if c < n {
			at = c
		}
		v := *(*uint64)(unsafe.Add(p, 8*at))
		or |= v
		column[l&15] = uint16(v)
	}
	return or
}

// pack packs the columns from c on, 16 at most.
func (g *gathering) pack(square *[16][16]uint16, c int) uint64 {
	var or0, or1 u64
	var or uint64
	for l := range g.count {
		p, n := g.row(l)
		to := unsafe.Pointer(&square[l&15])
		first := archsimd.BroadcastUint16x16(*(*uint16)(p))
		m := min(n-c, 16)
		if m < 4 {
			store16(to, 0, first)
			for j := range m {
				v := *(*uint64)(unsafe.Add(p, 8*(c+j)))
				or |= v
				square[l&15][j+j&2*3] = uint16(v)
			}
			continue
		}
		q := unsafe.Add(p, 8*c)
		x0 := load32(q, 0)
		if m == 16 {
			x1, x2, x3 := load32(q, 32), load32(q, 64), load32(q, 96)
			or0 = or0.Or(x0.ReshapeToUint64s()).Or(x2.ReshapeToUint64s())
			or1 = or1.Or(x1.ReshapeToUint64s()).Or(x3.ReshapeToUint64s())
			store16(to, 0, packed(x0, x1, x2, x3))
			continue
		}
		moves := gatherMoves[m&31]
		w := unsafe.Pointer(moves)
		x1 := load32(q, moves.offsets[1]).Permute(load32(w, 32))
		x2 := load32(q, moves.offsets[2]).Permute(load32(w, 64))
		x3 := load32(q, moves.offsets[3]).Permute(load32(w, 96))
		or0 = or0.Or(x0.ReshapeToUint64s()).Or(x2.ReshapeToUint64s())
		or1 = or1.Or(x1.ReshapeToUint64s()).Or(x3.ReshapeToUint64s())
		x := packed(x0, x1, x2, x3)
		store16(to, 0, x.Xor(first).And(archsimd.LoadUint16x16Array(&moves.free)).Xor(x))
	}
	or0 = or0.Or(or1)
	x := or0.GetLo().Or(or0.GetHi())
	return or | x.GetElem(0) | x.GetElem(1)
}

// packed returns the low words of quadwords, in the order of gather_amd64.s.
func packed(x0, x1, x2, x3 u32) u16 {
	low := x0.ConcatPermuteScalarsGrouped(0, 2, 4, 6, x1).BitsToInt32()
	return low.SaturateToUint16ConcatGrouped(x2.ConcatPermuteScalarsGrouped(0, 2, 4, 6, x3).BitsToInt32())
}

// pack8 packs at most 8 columns in all, into the first halves of the rows.
func (g *gathering) pack8(square *[16][16]uint16) uint64 {
	var or0, or1 u64
	var or uint64
	for l := range g.count {
		p, n := g.row(l)
		to := unsafe.Pointer(&square[l&15])
		first := archsimd.BroadcastUint16x8(*(*uint16)(p))
		if n < 4 {
			first.StoreArray((*[8]uint16)(to))
			for j := range n {
				v := *(*uint64)(unsafe.Add(p, 8*j))
				or |= v
				square[l&15][j+j&2] = uint16(v)
			}
			continue
		}
		moves := gatherMoves[n&31]
		w := unsafe.Pointer(moves)
		x0 := load32(p, 0)
		x1 := load32(p, moves.offsets[1]).Permute(load32(w, 32))
		or0, or1 = or0.Or(x0.ReshapeToUint64s()), or1.Or(x1.ReshapeToUint64s())
		low := x0.ConcatPermuteScalarsGrouped(0, 2, 4, 6, x1).BitsToInt32()
		x := low.GetLo().SaturateToUint16Concat(low.GetHi())
		free := archsimd.LoadUint16x8Array(&gatherTable.free8[(8-n)&7])
		x.Xor(first).And(free).Xor(x).StoreArray((*[8]uint16)(to))
	}
	or0 = or0.Or(or1)
	x := or0.GetLo().Or(or0.GetHi())
	return or | x.GetElem(0) | x.GetElem(1)
}

// transpose writes the first n columns of the square, 9 to 16: those of the first
// halves, and those of the second.
func transpose(to unsafe.Pointer, n int, square *[16][16]uint16) {
	s := unsafe.Pointer(square)
	columns(to, n, 4, 8, 12,
		load16(s, 0).ConcatPermute128Scalars(0, 2, load16(s, 256)),
		load16(s, 32).ConcatPermute128Scalars(0, 2, load16(s, 288)),
		load16(s, 64).ConcatPermute128Scalars(0, 2, load16(s, 320)),
		load16(s, 96).ConcatPermute128Scalars(0, 2, load16(s, 352)),
		load16(s, 128).ConcatPermute128Scalars(0, 2, load16(s, 384)),
		load16(s, 160).ConcatPermute128Scalars(0, 2, load16(s, 416)),
		load16(s, 192).ConcatPermute128Scalars(0, 2, load16(s, 448)),
		load16(s, 224).ConcatPermute128Scalars(0, 2, load16(s, 480)))
	columns(unsafe.Add(to, 64), n-2, 4, 8, 12,
		load16(s, 0).ConcatPermute128Scalars(1, 3, load16(s, 256)),
		load16(s, 32).ConcatPermute128Scalars(1, 3, load16(s, 288)),
		load16(s, 64).ConcatPermute128Scalars(1, 3, load16(s, 320)),
		load16(s, 96).ConcatPermute128Scalars(1, 3, load16(s, 352)),
		load16(s, 128).ConcatPermute128Scalars(1, 3, load16(s, 384)),
		load16(s, 160).ConcatPermute128Scalars(1, 3, load16(s, 416)),
		load16(s, 192).ConcatPermute128Scalars(1, 3, load16(s, 448)),
		load16(s, 224).ConcatPermute128Scalars(1, 3, load16(s, 480)))
}

// transpose8 writes the first n columns of the first halves, 2 to 8.
func transpose8(to unsafe.Pointer, n int, square *[16][16]uint16) {
	s := unsafe.Pointer(square)
	columns(to, n, 4, 2, 6,
		load16(s, 0).ConcatPermute128Scalars(0, 2, load16(s, 256)),
		load16(s, 32).ConcatPermute128Scalars(0, 2, load16(s, 288)),
		load16(s, 64).ConcatPermute128Scalars(0, 2, load16(s, 320)),
		load16(s, 96).ConcatPermute128Scalars(0, 2, load16(s, 352)),
		load16(s, 128).ConcatPermute128Scalars(0, 2, load16(s, 384)),
		load16(s, 160).ConcatPermute128Scalars(0, 2, load16(s, 416)),
		load16(s, 192).ConcatPermute128Scalars(0, 2, load16(s, 448)),
		load16(s, 224).ConcatPermute128Scalars(0, 2, load16(s, 480)))
}

// columns writes eight columns, those below n. Vector l has that part of rows l and l+8
// that begins with columns 0 and 1; the other pairs follow, b, c and d the first of each.
func columns(to unsafe.Pointer, n, b, c, d int, x0, x1, x2, x3, x4, x5, x6, x7 u16) {
	x0, x1 = x0.InterleaveLoGrouped(x1), x0.InterleaveHiGrouped(x1)
	x2, x3 = x2.InterleaveLoGrouped(x3), x2.InterleaveHiGrouped(x3)
	x4, x5 = x4.InterleaveLoGrouped(x5), x4.InterleaveHiGrouped(x5)
	x6, x7 = x6.InterleaveLoGrouped(x7), x6.InterleaveHiGrouped(x7)
	p0, p1 := pairs(x0, x2)
	p2, p3 := pairs(x1, x3)
	p4, p5 := pairs(x4, x6)
	p6, p7 := pairs(x5, x7)
	writePair(to, n, 0, p0, p4)
	writePair(to, n, b, p1, p5)
	writePair(to, n, c, p2, p6)
	writePair(to, n, d, p3, p7)
}

func pairs(x, y u16) (low, high u64) {
	a, b := x.ReshapeToUint32s(), y.ReshapeToUint32s()
	return a.InterleaveLoGrouped(b).ReshapeToUint64s(), a.InterleaveHiGrouped(b).ReshapeToUint64s()
}

// writePair writes columns j and j+1, if they are below n.
func writePair(to unsafe.Pointer, n, j int, x, y u64) {
	q := unsafe.Add(to, 32*j)
	if j < n {
		store64(q, 0, x.InterleaveLoGrouped(y))
	}
	if j+1 < n {
		store64(q, 32, x.InterleaveHiGrouped(y))
	}
}
