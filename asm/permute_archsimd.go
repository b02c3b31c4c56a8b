//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

// The method is that of permute_amd64.s. Go's vector instructions take no index, so each
// vector has an address of its own.

// A permutation has what moves the bits of a bitset by v.
type permutation struct {
	block     int // XOR of the offsets of a block of 128 bytes and of its source
	vector    int // XOR of offsets within the block
	dwords    u32 // indices
	bytes     u8  // indices
	low, high u8  // where the bits of the halves of a byte go
}

// All inlined, because vectors in a result are slow.
func (m *permutation) init(v uint64) {
	far := int(v>>8) << 5
	m.block, m.vector = far&^127, far&127
	m.dwords = archsimd.LoadUint32x8Array((*[8]uint32)(dwordIndex[:])).Xor(archsimd.BroadcastUint32x8(uint32(v >> 5 & 7)))
	m.bytes = archsimd.LoadUint8x32Array(&byteIndex).Xor(archsimd.BroadcastUint8x32(uint8(v >> 3 & 3)))
	m.low, m.high = twice(&nibbleTable[v&7][0]), twice(&nibbleTable[v&7][1])
}

// inBytes moves the bits of each byte.
func inBytes(x, low, high, nibble u8) u8 {
	return look(low, x.And(nibble)).Or(look(high, x.ReshapeToUint16s().ShiftAllRight(4).ReshapeToUint8s().And(nibble)))
}

func orPermutedARCHSIMD(dst, src *uint64, words int, v uint64) {
	var m permutation
	m.init(v)
	p, q, n := unsafe.Pointer(dst), unsafe.Pointer(src), 8*words
	dwords, bytes := m.dwords, m.bytes
	nibble := archsimd.BroadcastUint8x32(0x0f)
	if n < 128 {
		for i := 0; i < n; i += 32 {
			x := load32(q, i^m.block^m.vector).Permute(dwords).ReshapeToUint8s()
			x = inBytes(look(x, bytes), m.low, m.high, nibble)
			store8(p, i, load8(p, i).Or(x))
		}
		archsimd.ClearAVXUpperBits()
		return
	}
	q0, q1 := unsafe.Add(q, m.vector), unsafe.Add(q, m.vector^32)
	q2, q3 := unsafe.Add(q, m.vector^64), unsafe.Add(q, m.vector^96)
	switch {
	case v&7 != 0:
		low, high := m.low, m.high
		for i := 0; i < n; i += 128 {
			d, j := unsafe.Add(p, i), i^m.block
			x := look(load32(q0, j).Permute(dwords).ReshapeToUint8s(), bytes)
			y := look(load32(q1, j).Permute(dwords).ReshapeToUint8s(), bytes)
			store8(d, 0, load8(d, 0).Or(inBytes(x, low, high, nibble)))
			store8(d, 32, load8(d, 32).Or(inBytes(y, low, high, nibble)))
			x = look(load32(q2, j).Permute(dwords).ReshapeToUint8s(), bytes)
			y = look(load32(q3, j).Permute(dwords).ReshapeToUint8s(), bytes)
			store8(d, 64, load8(d, 64).Or(inBytes(x, low, high, nibble)))
			store8(d, 96, load8(d, 96).Or(inBytes(y, low, high, nibble)))
		}
	case v&31 != 0:
		for i := 0; i < n; i += 128 {
			d, j := unsafe.Add(p, i), i^m.block
			store8(d, 0, load8(d, 0).Or(look(load32(q0, j).Permute(dwords).ReshapeToUint8s(), bytes)))
			store8(d, 32, load8(d, 32).Or(look(load32(q1, j).Permute(dwords).ReshapeToUint8s(), bytes)))
			store8(d, 64, load8(d, 64).Or(look(load32(q2, j).Permute(dwords).ReshapeToUint8s(), bytes)))
			store8(d, 96, load8(d, 96).Or(look(load32(q3, j).Permute(dwords).ReshapeToUint8s(), bytes)))
		}
	case v&255 != 0:
		for i := 0; i < n; i += 128 {
			d, j := unsafe.Add(p, i), i^m.block
			store32(d, 0, load32(d, 0).Or(load32(q0, j).Permute(dwords)))
			store32(d, 32, load32(d, 32).Or(load32(q1, j).Permute(dwords)))
			store32(d, 64, load32(d, 64).Or(load32(q2, j).Permute(dwords)))
			store32(d, 96, load32(d, 96).Or(load32(q3, j).Permute(dwords)))
		}
	default:
		for i := 0; i < n; i += 128 {
			d, j := unsafe.Add(p, i), i^m.block
			store32(d, 0, load32(q0, j).Or(load32(d, 0)))
			store32(d, 32, load32(q1, j).Or(load32(d, 32)))
			store32(d, 64, load32(q2, j).Or(load32(d, 64)))
			store32(d, 96, load32(q3, j).Or(load32(d, 96)))
		}
	}
	archsimd.ClearAVXUpperBits()
}

func orExchangedARCHSIMD(a, b *uint64, words int, v uint64) {
	var m permutation
	m.init(v)
	p, q, n := unsafe.Pointer(a), unsafe.Pointer(b), 8*words
	dwords, bytes, low, high := m.dwords, m.bytes, m.low, m.high
	nibble := archsimd.BroadcastUint8x32(0x0f)
	far := m.block ^ m.vector
	switch {
	case v&7 != 0:
		for i := 0; i < n; i += 32 {
			d, s := unsafe.Add(p, i), unsafe.Add(q, i^far)
			x, y := load32(d, 0), load32(s, 0)
			u := look(x.Permute(dwords).ReshapeToUint8s(), bytes)
			w := look(y.Permute(dwords).ReshapeToUint8s(), bytes)
			store8(s, 0, inBytes(u, low, high, nibble).Or(y.ReshapeToUint8s()))
			store8(d, 0, inBytes(w, low, high, nibble).Or(x.ReshapeToUint8s()))
		}
	case v&31 != 0:
		for i := 0; i < n; i += 32 {
			d, s := unsafe.Add(p, i), unsafe.Add(q, i^far)
			x, y := load32(d, 0), load32(s, 0)
			u := look(x.Permute(dwords).ReshapeToUint8s(), bytes)
			w := look(y.Permute(dwords).ReshapeToUint8s(), bytes)
			store8(s, 0, u.Or(y.ReshapeToUint8s()))
			store8(d, 0, w.Or(x.ReshapeToUint8s()))
		}
	case v&255 != 0:
		for i := 0; i < n; i += 32 {
			d, s := unsafe.Add(p, i), unsafe.Add(q, i^far)
			x, y := load32(d, 0), load32(s, 0)
			store32(s, 0, x.Permute(dwords).Or(y))
			store32(d, 0, y.Permute(dwords).Or(x))
		}
	default:
		for i := 0; i < n; i += 32 {
			d, s := unsafe.Add(p, i), unsafe.Add(q, i^far)
			x := load32(d, 0).Or(load32(s, 0))
			store32(s, 0, x)
			store32(d, 0, x)
		}
	}
	archsimd.ClearAVXUpperBits()
}
