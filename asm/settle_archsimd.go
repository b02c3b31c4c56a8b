//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

// The method is that of settle_amd64.s, with one exception. On amd64, Go packs no words
// into bytes, and interleaves no bytes. Instead, two bytes of a lane share a word: those
// of columns i and i+8, or of units i and i+8.

var settleTable = struct {
	inOrder, laneOrder           [8]uint32 // dwords, as in settle_amd64.h
	split, even, powers, nibbles [32]byte  // for VPSHUFB
}{
	inOrder:   [8]uint32{0, 1, 4, 5, 2, 3, 6, 7},
	laneOrder: [8]uint32{0, 4, 1, 5, 2, 6, 3, 7},
	split:     double([16]byte{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}),
	even:      double([16]byte{0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15}),
	powers:    double([16]byte{1, 2, 4, 8, 16, 32, 64, 128}),
	nibbles:   double([16]byte{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}),
}

func ordered(p unsafe.Pointer, offset int, inOrder u32) u16 {
	return load32(p, offset).Permute(inOrder).ReshapeToUint16s()
}

// split returns the low and the high halves of a column of dwords.
func split(p unsafe.Pointer, index u8) (low, high u16) {
	x, y := look(load8(p, 0), index).ReshapeToUint64s(), look(load8(p, 32), index).ReshapeToUint64s()
	return x.InterleaveLoGrouped(y).ReshapeToUint16s(), x.InterleaveHiGrouped(y).ReshapeToUint16s()
}

// weightsOf returns the weights of words.
func weightsOf(x u16) u16 {
	nibble, table := archsimd.BroadcastUint8x32(0x0f), archsimd.LoadUint8x32Array(&settleTable.nibbles)
	low, high := x.ReshapeToUint8s().And(nibble), x.ShiftAllRight(4).ReshapeToUint8s().And(nibble)
	y := look(table, low).Add(look(table, high)).ReshapeToUint16s()
	return y.ShiftAllLeft(8).Add(y).ShiftAllRight(8)
}

// powersOf returns 2^i for words i up to 15, and 0 for 16.
func powersOf(x u16) u16 {
	index := x.ShiftAllLeft(8).Or(x).ReshapeToUint8s().Add(archsimd.BroadcastUint16x16(0xf870).ReshapeToUint8s())
	return look(archsimd.LoadUint8x32Array(&settleTable.powers), index).ReshapeToUint16s()
}

// equal and greater return all ones where x is equal to y, or greater as an int16.
func equal(x, y u16) u16 { return x.Equal(y).ToInt16x16().ToBits() }

func greater(x, y u16) u16 {
	return x.BitsToInt16().Greater(y.BitsToInt16()).ToInt16x16().ToBits()
}

func settle16ARCHSIMD(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16) {
	var buffer [33][16]uint16
	waiting := aligned(unsafe.Pointer(&buffer)) // extras, by column
	u := unsafe.Add(waiting, 512)               // units: coordinates of the powers
	p, w, rows := unsafe.Pointer(cols), unsafe.Pointer(words), unsafe.Pointer(out)
	all, sum, extras, count := settleColumns(p, w, waiting, d)
	p, w = unsafe.Add(p, 32*d), unsafe.Add(w, 64*d)

	inOrder := archsimd.LoadUint32x8Array(&settleTable.inOrder)
	rank := weightsOf(all)
	shift := powersOf(archsimd.BroadcastUint16x16(16).Sub(rank))
	origin, high := split(w, archsimd.LoadUint8x32Array(&settleTable.split))
	t := settlePowers(unsafe.Add(w, 64), u, 32*width, shift)
	zero := u16{}
	origin = origin.Mul(shift)
	inside := equal(high, zero)
	sum = sum.Xor(ordered(p, 0, inOrder))
	last := powersOf(t).Sub(archsimd.BroadcastUint16x16(1))

	picks := ordered(unsafe.Pointer(k), 0, inOrder)
	one := archsimd.BroadcastUint16x16(1)
	free := rank.SubSaturated(picks)
	open := greater(free, one)
	allButOne := equal(free, one).And(equal(extras, zero))
	settled := inside.AndNot(open)
	open = open.And(inside)
	power := settled.AndNot(allButOne)
	sum = sum.And(settled)
	low := last.InterleaveLoGrouped(zero).ReshapeToUint32s().Add(archsimd.BroadcastUint32x8(1))
	store32(rows, 1024, low.Min(sum.InterleaveLoGrouped(power).ReshapeToUint32s()))
	low = last.InterleaveHiGrouped(zero).ReshapeToUint32s().Add(archsimd.BroadcastUint32x8(1))
	store32(rows, 1056, low.Min(sum.InterleaveHiGrouped(power).ReshapeToUint32s()))
	if open.IsZero() {
		out.Few, out.Some, out.Wide, out.Many, out.Left = 0, 0, 0, 0, 0
		archsimd.ClearAVXUpperBits()
		return
	}

	small := equal(extras.ShiftAllRight(8), zero)
	left, small := open.AndNot(small), small.And(open)
	most4 := equal(extras.ShiftAllRight(5), zero).And(open).AndNot(greater(count, archsimd.BroadcastUint16x16(4)))
	many := small.AndNot(most4)
	most2 := equal(extras.ShiftAllRight(4), zero).AndNot(greater(count, archsimd.BroadcastUint16x16(2)))
	below := load16(u, 0).Or(load16(u, 32)).Or(load16(u, 64).Or(load16(u, 96)))
	below = below.Or(load16(u, 128).Or(load16(u, 160))).Or(load16(u, 192).Or(load16(u, 224)))
	narrow := equal(below.ShiftAllLeft(8), zero)
	wide := most4.AndNot(narrow)
	reachable := equal(weightsOf(origin.ShiftAllLeft(8)).SubSaturated(picks), zero)
	most4 = most4.And(narrow).And(reachable)
	few := most2.And(most4)
	*(*uint32)(unsafe.Add(rows, 1088)) = lanesOf(few, most4.AndNot(few))
	*(*uint32)(unsafe.Add(rows, 1092)) = lanesOf(wide, many)
	out.Left = uint16(lanesOf(left, zero))

	// Each of these also writes what is behind its part of a row, for the next to
	// overwrite: the low half of a vector would take an instruction more.
	writeMasks(rows, u)
	writeExtras(unsafe.Add(rows, 32), waiting)
	writePicks(unsafe.Add(rows, 48), picks, origin, last)
	archsimd.ClearAVXUpperBits()
}

// settleColumns goes through the columns of G. It returns the OR of the words, the XOR
// of the numbers, the OR and the number of the extras, and puts these into waiting.
//
//go:noinline
func settleColumns(p, w, waiting unsafe.Pointer, d int) (all, sum, extras, count u16) {
	inOrder := archsimd.LoadUint32x8Array(&settleTable.inOrder)
	zero, ones := u16{}, archsimd.BroadcastUint16x16(0xffff)
	count = archsimd.BroadcastUint16x16(uint16(d))
	for i := 0; i < 32*d; i += 32 {
		q := unsafe.Add(w, 2*i)
		word := load32(q, 0).BitsToInt32().SaturateToUint16ConcatGrouped(load32(q, 32).BitsToInt32())
		x := load32(p, i).Permute(inOrder).ReshapeToUint16s()
		basis := word.Add(ones).And(word).Equal(zero).ToInt16x16().ToBits()
		extra := x.AndNot(basis)
		all, sum, extras, count = all.Or(word), sum.Xor(x), extras.Or(extra), count.Add(basis)
		store16(waiting, i, extra)
	}
	return all, sum, extras, count
}

// settlePowers puts the coordinates of the powers of two into units. It returns the
// number of those before the first that is outside the span.
//
//go:noinline
func settlePowers(w, units unsafe.Pointer, end int, shift u16) (t u16) {
	index := archsimd.LoadUint8x32Array(&settleTable.split)
	var outside, zero u16
	for i := 0; i < end; i += 32 {
		q := unsafe.Add(w, 2*i)
		x, y := look(load8(q, 0), index).ReshapeToUint64s(), look(load8(q, 32), index).ReshapeToUint64s()
		outside = outside.Or(x.InterleaveHiGrouped(y).ReshapeToUint16s())
		t = t.Sub(outside.Equal(zero).ToInt16x16().ToBits())
		store16(units, i, x.InterleaveLoGrouped(y).ReshapeToUint16s().Mul(shift))
	}
	return t
}

// lanesOf returns a bit for each lane of a, and then for each of b.
func lanesOf(a, b u16) uint32 {
	both := a.ShiftAllRight(8).Or(b.ShiftAllLeft(8)).ReshapeToUint8s()
	x := look(both, archsimd.LoadUint8x32Array(&settleTable.even)).ReshapeToUint32s().Permute(archsimd.LoadUint32x8Array(&settleTable.laneOrder))
	return x.ReshapeToUint8s().BitsToInt8().Less(i8{}).ToBits()
}

// writeRows writes a word of each vector, 16 bytes, to each row, and perhaps 16 bytes
// more behind them.
//
//go:noinline
func writeRows(rows unsafe.Pointer, x0, x1, x2, x3, x4, x5, x6, x7 u16) {
	a, b := x0.InterleaveLoGrouped(x1), x2.InterleaveLoGrouped(x3)
	c, d := x4.InterleaveLoGrouped(x5), x6.InterleaveLoGrouped(x7)
	write8(rows, a, b, c, d)
	a, b = x0.InterleaveHiGrouped(x1), x2.InterleaveHiGrouped(x3)
	c, d = x4.InterleaveHiGrouped(x5), x6.InterleaveHiGrouped(x7)
	write8(unsafe.Add(rows, 8*64), a, b, c, d)
}

// write8 writes a dword of each vector to each of eight rows.
func write8(rows unsafe.Pointer, a, b, c, d u16) {
	x, y := pairs(a, b)
	z, w := pairs(c, d)
	write2(rows, x.InterleaveLoGrouped(z))
	write2(unsafe.Add(rows, 64), x.InterleaveHiGrouped(z))
	write2(unsafe.Add(rows, 128), y.InterleaveLoGrouped(w))
	write2(unsafe.Add(rows, 192), y.InterleaveHiGrouped(w))
}

// write2 writes the halves of x to a row and the fourth behind it.
func write2(row unsafe.Pointer, x u64) {
	store64(row, 0, x)
	x.GetHi().StoreArray((*[2]uint64)(unsafe.Add(row, 256)))
}

// bytePairs returns the low bytes of x and y, and the high bytes.
func bytePairs(x, y u16) (low, high u16) {
	bytes := archsimd.BroadcastUint16x16(0x00ff)
	return x.And(bytes).Or(y.ShiftAllLeft(8)), x.ShiftAllRight(8).Or(y.AndNot(bytes))
}

func exchange8(x, y u8) (high, low u8) { return x.Max(y), x.Min(y) }

// cross compares the low bytes of x with the high bytes of y, and those of y with those
// of x. The greater ones become the low bytes of u and v, the lesser ones the high bytes.
func cross(x, y u8) (u, v u8) {
	w := y.ReshapeToUint16s()
	y = w.ShiftAllLeft(8).Or(w.ShiftAllRight(8)).ReshapeToUint8s()
	a, b := bytePairs(x.Max(y).ReshapeToUint16s(), x.Min(y).ReshapeToUint16s())
	return a.ReshapeToUint8s(), b.ReshapeToUint8s()
}

// writeExtras sorts the extras that wait, and writes them.
//
//go:noinline
func writeExtras(rows, waiting unsafe.Pointer) {
	column := func(i int) u8 {
		return load16(waiting, 32*i+256).ShiftAllLeft(8).Or(load16(waiting, 32*i)).ReshapeToUint8s()
	}
	x0, x1, x2, x3 := column(0), column(1), column(2), column(3)
	x4, x5, x6, x7 := column(4), column(5), column(6), column(7)
	x0, x2 = exchange8(x0, x2)
	x1, x3 = exchange8(x1, x3)
	x4, x6 = exchange8(x4, x6)
	x5, x7 = exchange8(x5, x7)
	x0, x4 = exchange8(x0, x4)
	x1, x5 = exchange8(x1, x5)
	x2, x6 = exchange8(x2, x6)
	x3, x7 = exchange8(x3, x7)
	x0, x1 = exchange8(x0, x1)
	x2, x3 = exchange8(x2, x3)
	x4, x5 = exchange8(x4, x5)
	x6, x7 = exchange8(x6, x7)
	x2, x4 = exchange8(x2, x4)
	x3, x5 = exchange8(x3, x5)
	x1, x4 = exchange8(x1, x4)
	x3, x6 = exchange8(x3, x6)
	x1, x2 = exchange8(x1, x2)
	x3, x4 = exchange8(x3, x4)
	x5, x6 = exchange8(x5, x6)
	x0, x7 = cross(x0, x7)
	x1, x6 = cross(x1, x6)
	x2, x5 = cross(x2, x5)
	x3, x4 = cross(x3, x4)
	x0, x4 = exchange8(x0, x4)
	x1, x5 = exchange8(x1, x5)
	x2, x6 = exchange8(x2, x6)
	x3, x7 = exchange8(x3, x7)
	x0, x2 = exchange8(x0, x2)
	x1, x3 = exchange8(x1, x3)
	x4, x6 = exchange8(x4, x6)
	x5, x7 = exchange8(x5, x7)
	x0, x1 = exchange8(x0, x1)
	x2, x3 = exchange8(x2, x3)
	x4, x5 = exchange8(x4, x5)
	x6, x7 = exchange8(x6, x7)
	a, e := bytePairs(x0.ReshapeToUint16s(), x1.ReshapeToUint16s())
	b, f := bytePairs(x2.ReshapeToUint16s(), x3.ReshapeToUint16s())
	c, g := bytePairs(x4.ReshapeToUint16s(), x5.ReshapeToUint16s())
	d, h := bytePairs(x6.ReshapeToUint16s(), x7.ReshapeToUint16s())
	writeRows(rows, a, b, c, d, e, f, g, h)
}

// writePicks writes K, Origin and Last to each row.
//
//go:noinline
func writePicks(rows unsafe.Pointer, k, origin, last u16) {
	x, y := pairs(k.InterleaveLoGrouped(origin), last.InterleaveLoGrouped(u16{}))
	writePair2(rows, x)
	writePair2(unsafe.Add(rows, 128), y)
	x, y = pairs(k.InterleaveHiGrouped(origin), last.InterleaveHiGrouped(u16{}))
	writePair2(unsafe.Add(rows, 512), x)
	writePair2(unsafe.Add(rows, 640), y)
}

// writePair2 writes the quarters of x to two rows and to the fourth behind each.
func writePair2(row unsafe.Pointer, x u64) {
	low, high := x.GetLo(), x.GetHi()
	*(*uint64)(row) = low.GetElem(0)
	*(*uint64)(unsafe.Add(row, 64)) = low.GetElem(1)
	*(*uint64)(unsafe.Add(row, 256)) = high.GetElem(0)
	*(*uint64)(unsafe.Add(row, 320)) = high.GetElem(1)
}

// writeMasks writes the Masks: the units with rows and columns exchanged.
//
//go:noinline
func writeMasks(rows, units unsafe.Pointer) {
	low := archsimd.BroadcastUint16x16(0x00ff)
	transposeBits(rows,
		load16(units, 256).ShiftAllLeft(8).Or(low.And(load16(units, 0))),
		load16(units, 288).ShiftAllLeft(8).Or(low.And(load16(units, 32))),
		load16(units, 320).ShiftAllLeft(8).Or(low.And(load16(units, 64))),
		load16(units, 352).ShiftAllLeft(8).Or(low.And(load16(units, 96))),
		load16(units, 384).ShiftAllLeft(8).Or(low.And(load16(units, 128))),
		load16(units, 416).ShiftAllLeft(8).Or(low.And(load16(units, 160))),
		load16(units, 448).ShiftAllLeft(8).Or(low.And(load16(units, 192))),
		load16(units, 480).ShiftAllLeft(8).Or(low.And(load16(units, 224))))
	high := archsimd.BroadcastUint16x16(0xff00)
	transposeBits(unsafe.Add(rows, 16),
		load16(units, 0).ShiftAllRight(8).Or(high.And(load16(units, 256))),
		load16(units, 32).ShiftAllRight(8).Or(high.And(load16(units, 288))),
		load16(units, 64).ShiftAllRight(8).Or(high.And(load16(units, 320))),
		load16(units, 96).ShiftAllRight(8).Or(high.And(load16(units, 352))),
		load16(units, 128).ShiftAllRight(8).Or(high.And(load16(units, 384))),
		load16(units, 160).ShiftAllRight(8).Or(high.And(load16(units, 416))),
		load16(units, 192).ShiftAllRight(8).Or(high.And(load16(units, 448))),
		load16(units, 224).ShiftAllRight(8).Or(high.And(load16(units, 480))))
}

// transposeBits makes bit i of vector j bit j of vector i, in each byte, and writes them.
//
//go:noinline
func transposeBits(rows unsafe.Pointer, x0, x1, x2, x3, x4, x5, x6, x7 u16) {
	var t u16
	bits := archsimd.BroadcastUint16x16(0x0f0f)
	t = x0.ShiftAllRight(4).Xor(x4).And(bits)
	x0, x4 = t.ShiftAllLeft(4).Xor(x0), t.Xor(x4)
	t = x1.ShiftAllRight(4).Xor(x5).And(bits)
	x1, x5 = t.ShiftAllLeft(4).Xor(x1), t.Xor(x5)
	t = x2.ShiftAllRight(4).Xor(x6).And(bits)
	x2, x6 = t.ShiftAllLeft(4).Xor(x2), t.Xor(x6)
	t = x3.ShiftAllRight(4).Xor(x7).And(bits)
	x3, x7 = t.ShiftAllLeft(4).Xor(x3), t.Xor(x7)
	bits = archsimd.BroadcastUint16x16(0x3333)
	t = x0.ShiftAllRight(2).Xor(x2).And(bits)
	x0, x2 = t.ShiftAllLeft(2).Xor(x0), t.Xor(x2)
	t = x1.ShiftAllRight(2).Xor(x3).And(bits)
	x1, x3 = t.ShiftAllLeft(2).Xor(x1), t.Xor(x3)
	t = x4.ShiftAllRight(2).Xor(x6).And(bits)
	x4, x6 = t.ShiftAllLeft(2).Xor(x4), t.Xor(x6)
	t = x5.ShiftAllRight(2).Xor(x7).And(bits)
	x5, x7 = t.ShiftAllLeft(2).Xor(x5), t.Xor(x7)
	bits = archsimd.BroadcastUint16x16(0x5555)
	t = x0.ShiftAllRight(1).Xor(x1).And(bits)
	x0, x1 = t.ShiftAllLeft(1).Xor(x0), t.Xor(x1)
	t = x2.ShiftAllRight(1).Xor(x3).And(bits)
	x2, x3 = t.ShiftAllLeft(1).Xor(x2), t.Xor(x3)
	t = x4.ShiftAllRight(1).Xor(x5).And(bits)
	x4, x5 = t.ShiftAllLeft(1).Xor(x4), t.Xor(x5)
	t = x6.ShiftAllRight(1).Xor(x7).And(bits)
	x6, x7 = t.ShiftAllLeft(1).Xor(x6), t.Xor(x7)
	writeRows(rows, x0, x1, x2, x3, x4, x5, x6, x7)
}
