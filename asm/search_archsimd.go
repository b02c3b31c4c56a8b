//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// The method is that of search_amd64.s, and so are the tables. An offsets has a chunk's
// offsets into the Walsh functions, from row 0 on, an int16 for each coordinate.
type offsets [16]int16

// offsetTable has the size of a row of functions, and the offset of an opposite one.
var offsetTable = func() (t struct{ size, opposite [16]uint16 }) {
	for j := range 16 {
		t.size[j], t.opposite[j] = 32, 0x2000
	}
	return t
}()

// signs has 0x2000, the offset of an opposite function, for each coordinate that c has.
func signs(r *Bounded) u16 {
	bit := archsimd.LoadUint16x16Array(&coordinateBits)
	set := archsimd.BroadcastUint16x16(r.Origin).And(bit).Equal(bit).ToInt16x16().ToBits()
	return set.And(archsimd.LoadUint16x16Array(&offsetTable.opposite))
}

// set puts the offsets of a row's coordinates with these signs.
func (p *offsets) set(r *Bounded, signs u16) {
	masks := load8(unsafe.Pointer(&r.Masks), 0).BitsToInt8()
	size := archsimd.LoadUint16x16Array(&offsetTable.size).ReshapeToUint8s()
	store16(unsafe.Pointer(p), 0, size.DotProductPairsSaturated(masks).ToBits().Add(signs))
}

// row returns the function of coordinate j.
func (p *offsets) row(j int) u8 {
	return load8(unsafe.Pointer(&searchTable.walsh[128]), int(p[j]))
}

// bias returns the row of biases for k, from -8 to 15.
func bias(k int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(&searchTable.biases), 128*(8+k))
}

// add3 is a full adder.
func add3(a, b, c u8) (sum, carry u8) {
	t := a.Xor(b)
	return t.Xor(c), a.And(b).Or(t.And(c))
}

// weigh8 sums up coordinates 8 to 15 and the bias.
//
//go:noinline
func (p *offsets) weigh8(bias unsafe.Pointer) (c, s3, s2, s1, s0 u8) {
	a, c0 := add3(p.row(8), p.row(9), p.row(10))
	b, c1 := add3(p.row(11), p.row(12), p.row(13))
	a, c2 := add3(a, b, p.row(14))
	s0, c3 := add3(a, p.row(15), load8(bias, 0))
	a, d0 := add3(c0, c1, c2)
	s1, d1 := add3(a, c3, load8(bias, 32))
	s2, e := add3(d0, d1, load8(bias, 64))
	b3 := load8(bias, 96)
	return e.And(b3), e.Xor(b3), s2, s1, s0
}

// weigh16 is weigh8 for all coordinates.
//
//go:noinline
func (p *offsets) weigh16(bias unsafe.Pointer) (c, s3, s2, s1, s0 u8) {
	a0, c0 := add3(p.row(0), p.row(1), p.row(2))
	a1, c1 := add3(p.row(3), p.row(4), p.row(5))
	a2, c2 := add3(p.row(6), p.row(7), p.row(8))
	a0, c3 := add3(a0, a1, a2)
	b0, d0 := add3(c0, c1, c2)
	a1, c0 = add3(p.row(9), p.row(10), p.row(11))
	a2, c1 = add3(p.row(12), p.row(13), p.row(14))
	a1, c2 = add3(a1, a2, p.row(15))
	s0, c4 := add3(a0, a1, load8(bias, 0))
	b1, d1 := add3(c0, c1, c2)
	b0, d2 := add3(b0, c3, b1)
	s1, d3 := add3(b0, c4, load8(bias, 32))
	e, f0 := add3(d0, d1, d2)
	s2, f1 := add3(e, d3, load8(bias, 64))
	s3, c = add3(f0, f1, load8(bias, 96))
	return c, s3, s2, s1, s0
}

// close2 makes layers 0 to 2 of the sum, and closes them under two extras below 16.
// It returns layer 0.
func close2(x *[16]uint8, c, s3, s2, s1, s0 u8) u8 {
	n2 := s1.And(s3.And(s2))
	n1 := s0.And(n2).Or(c)
	n2 = n2.Or(c)
	move := archsimd.BroadcastUint8x32(x[0]).Xor(archsimd.LoadUint8x32Array(&byteIndex))
	n1 = look(n1, move)
	c, n1 = c.And(n1), n1.And(n2)
	return c.And(look(n1, move.Xor(archsimd.BroadcastUint8x32(x[1]))))
}

// move moves a layer by a number below 32: 64 times it is the place of the indices.
func move(layer u8, place uint) u8 {
	m := unsafe.Pointer(&searchTable.moves)
	return look(layer.ReshapeToUint32s().Permute(load32(m, int(place))).ReshapeToUint8s(), load8(m, int(place)+32))
}

// close4 is close2 for four extras below 32.
//
//go:noinline
func close4(x *[16]uint8, c, s3, s2, s1, s0 u8) u8 {
	n4 := s3.And(s2)
	n3 := s1.Or(s0).And(n4).Or(c)
	n2 := s1.And(n4)
	n1 := s0.And(n2).Or(c)
	n2, n4 = n2.Or(c), n4.Or(c)
	x0, x1, x2, x3 := uint(x[0])*64, uint(x[1])*64, uint(x[2])*64, uint(x[3])*64
	n1, n3 = move(n1, x0), move(n3, x0)
	c, n1, n2, n3 = c.And(n1), n1.And(n2), n2.And(n3), n3.And(n4)
	n1, n3 = move(n1, x0^x1), move(n3, x0^x1)
	c, n1, n2 = c.And(n1), n1.And(n2), n2.And(n3)
	n1 = move(n1, x1^x2)
	c, n1 = c.And(n1), n1.And(n2)
	return c.And(move(n1, x2^x3))
}

// first returns the first number of a layer, 256 if there is none. Bit k of byte b is
// for b+32*k.
func first(layer u8) int {
	x := layer.ReshapeToUint64s()
	half := x.GetLo().Or(x.GetHi())
	all := half.GetElem(0) | half.GetElem(1)
	if all == 0 {
		return 256
	}
	all |= all >> 32
	all |= all >> 16
	all |= all >> 8
	k := zeros(all)
	// A shift by a variable would take an instruction of SSE, 50 ns after others of AVX.
	top := layer.ReshapeToUint16s().Mul(archsimd.BroadcastUint16x16(1 << (7 - k))).ReshapeToUint8s().BitsToInt8()
	return zeros(uint64(top.Less(i8{}).ToBits())) + 32*k
}

func searchFirstARCHSIMD(b *Bounded16) (open uint16) {
	var buffer [17]offsets
	chunks := (*[16]offsets)(aligned(unsafe.Pointer(&buffer))) // layer 0 takes the place of the offsets
	for lane := range b.Rows {
		row := &b.Rows[lane]
		chunks[lane].set(row, signs(row))
	}
	for lanes := b.Few; lanes != 0; lanes &= lanes - 1 {
		lane := zeros(uint64(lanes)) & 15
		row, p := &b.Rows[lane], &chunks[lane]
		c, s3, s2, s1, s0 := p.weigh8(bias(int(row.K) - bits.OnesCount8(uint8(row.Origin))))
		store8(unsafe.Pointer(p), 0, close2(&row.Extras, c, s3, s2, s1, s0))
	}
	for lanes := b.Some; lanes != 0; lanes &= lanes - 1 {
		lane := zeros(uint64(lanes)) & 15
		row, p := &b.Rows[lane], &chunks[lane]
		c, s3, s2, s1, s0 := p.weigh8(bias(int(row.K) - bits.OnesCount8(uint8(row.Origin))))
		store8(unsafe.Pointer(p), 0, close4(&row.Extras, c, s3, s2, s1, s0))
	}
	for lanes := b.Wide; lanes != 0; lanes &= lanes - 1 {
		lane := zeros(uint64(lanes)) & 15
		row, p := &b.Rows[lane], &chunks[lane]
		c, s3, s2, s1, s0 := p.weigh16(bias(int(row.K)))
		store8(unsafe.Pointer(p), 0, close4(&row.Extras, c, s3, s2, s1, s0))
	}
	for lanes := b.Few | b.Some | b.Wide; lanes != 0; lanes &= lanes - 1 {
		lane := zeros(uint64(lanes)) & 15
		found, last := first(load8(unsafe.Pointer(&chunks[lane]), 0)), int(b.Rows[lane].Last)
		b.Mex[lane] = uint32(min(found, last+1))
		open |= uint16(found&last>>8) << lane // 256, and so is last or more
	}
	archsimd.ClearAVXUpperBits()
	return open
}

// signsAt is signs for the chunk from start on: a sign also changes with the parity of
// start & mask.
func signsAt(r *Bounded, start int, parity u8) u16 {
	common := archsimd.BroadcastUint16x16(uint16(start)).And(load16(unsafe.Pointer(&r.Masks), 0))
	return signs(r).Xor(look(parity, common.ReshapeToUint8s()).ReshapeToUint16s())
}

// oddPlaces has 0x20 in each byte whose place has an odd number of bits.
var oddPlaces = func() (t [16]byte) {
	for i := range t {
		t[i] = byte(bits.OnesCount8(uint8(i))&1) << 5
	}
	return t
}()

func searchMoreARCHSIMD(b *Bounded16, open uint16, start, end int) (left uint16) {
	var buffer [2]offsets
	p := (*offsets)(aligned(unsafe.Pointer(&buffer)))
	parity := twice(&oddPlaces)
	for lanes := open & (b.Few | b.Some | b.Wide | b.Many); lanes != 0; lanes &= lanes - 1 {
		lane := zeros(uint64(lanes)) & 15
		row, bit := &b.Rows[lane], lanes&-lanes
		stop := min(int(row.Last)+1, end)
		mex := stop
		for at := (stop - 1) &^ 255; at >= start; at -= 256 {
			s := signsAt(row, at, parity)
			p.set(row, s)
			k := int(row.K)
			var found int
			switch {
			case b.Many&bit != 0:
				c, s3, s2, s1, s0 := p.weigh16(bias(k))
				found = first(closeAll(&row.Extras, c, s3, s2, s1, s0))
			case b.Wide&bit != 0:
				c, s3, s2, s1, s0 := p.weigh16(bias(k))
				found = first(close4(&row.Extras, c, s3, s2, s1, s0))
			default:
				// Coordinates 0 to 7 are the same for all numbers of the chunk.
				low := s.GetLo().ReshapeToUint8s().SumOf8AbsDiff(archsimd.Uint8x16{})
				k -= int(low.GetElem(0)+low.GetElem(1)) / 0x20
				c, s3, s2, s1, s0 := p.weigh8(bias(k))
				if found = first(close4(&row.Extras, c, s3, s2, s1, s0)); k < 0 {
					found = 0
				}
			}
			if found < 256 {
				mex = at + found
			}
		}
		b.Mex[lane] = uint32(min(mex, int(row.Last)+1))
		if mex == end && int(row.Last) >= end {
			left |= bit
		}
	}
	archsimd.ClearAVXUpperBits()
	return left
}

// closeAll is close2 for all extras.
//
//go:noinline
func closeAll(x *[16]uint8, c, s3, s2, s1, s0 u8) u8 {
	n4, both, some := s3.And(s2), s1.And(s0), s1.Or(s0)
	n1, n2, n3 := both.And(n4).Or(c), s1.And(n4).Or(c), some.And(n4).Or(c)
	n4 = n4.Or(c)
	n5, n6, n7 := s2.Or(both).And(s3).Or(c), s2.Or(s1).And(s3).Or(c), s2.Or(some).And(s3).Or(c)
	nibble := archsimd.BroadcastUint8x32(0x0f)
	before := uint8(0)
	for _, extra := range x {
		if extra == 0 {
			break
		}
		by := before ^ extra
		before = extra
		place := uint(by%32) * 64
		n1, n3, n5, n7 = move(n1, place), move(n3, place), move(n5, place), move(n7, place)
		if by >= 32 {
			table := &nibbleTable[by/32]
			low, high := twice(&table[0]), twice(&table[1])
			n1, n3 = inBytes(n1, low, high, nibble), inBytes(n3, low, high, nibble)
			n5, n7 = inBytes(n5, low, high, nibble), inBytes(n7, low, high, nibble)
		}
		c, n1, n2, n3 = c.And(n1), n1.And(n2), n2.And(n3), n3.And(n4)
		n4, n5, n6 = n4.And(n5), n5.And(n6), n6.And(n7)
	}
	return c
}
