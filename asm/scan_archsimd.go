//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// The method is that of scan_amd64.s. A row of weights is in both halves of 32 bytes,
// because Go cannot load 16 bytes into both.

// scanTable has the weights of XORs of two digits, and all ones in the lanes that have
// bit i.
var scanTable = func() (t struct {
	weights [16][32]byte
	lanes   [5][32]byte
}) {
	for lane := range 32 {
		for d := range t.weights {
			t.weights[d][lane] = weightTable[d][lane%16]
		}
		for i := range t.lanes {
			t.lanes[i][lane] = -byte(lane >> i & 1)
		}
	}
	return t
}()

// A scan has the digits of L of 32 lanes, and the words by which w changes from one
// block of 32 to the next.
type scan struct {
	d0, d1, d2, d3 u8
	steps          [16]uint16
}

func (s *scan) init(units *[16]uint16) {
	var low, high u8
	for i, unit := range units[:5] {
		lanes := archsimd.LoadUint8x32Array(&scanTable.lanes[i])
		low = low.Xor(lanes.And(archsimd.BroadcastUint8x32(uint8(unit))))
		high = high.Xor(lanes.And(archsimd.BroadcastUint8x32(uint8(unit >> 8))))
	}
	nibble := archsimd.BroadcastUint8x32(0x0f)
	s.d0, s.d1 = low.And(nibble), low.ReshapeToUint16s().ShiftAllRight(4).ReshapeToUint8s().And(nibble)
	s.d2, s.d3 = high.And(nibble), high.ReshapeToUint16s().ShiftAllRight(4).ReshapeToUint8s().And(nibble)
	var sum uint16
	for t, unit := range units[5:] {
		sum ^= unit
		s.steps[t] = sum
	}
}

// weights returns the weights of w ^ L, given the four digits of L.
func weights(w uint, d0, d1, d2, d3 u8) u8 {
	table := unsafe.Pointer(&scanTable.weights)
	w0 := look(load8(table, int(w<<5&0x1e0)), d0)
	w1 := look(load8(table, int(w<<1&0x1e0)), d1)
	w2 := look(load8(table, int(w>>3&0x1e0)), d2)
	w3 := look(load8(table, int(w>>7&0x1e0)), d3)
	return w0.Add(w1).Add(w2.Add(w3))
}

func scanWeightsARCHSIMD(units [16]uint16, origin uint16, k, n int) int {
	var s scan
	s.init(&units)
	d0, d1, d2, d3 := s.d0, s.d1, s.d2, s.d3
	most, w := archsimd.BroadcastInt8x32(int8(k)), uint(origin)
	x := 0
	for {
		if found := weights(w, d0, d1, d2, d3).BitsToInt8().Greater(most).ToBits(); found != 0 {
			x += bits.TrailingZeros32(found)
			break
		}
		if x += 32; x >= n {
			break
		}
		w ^= uint(s.steps[zeros(uint64(x/32))&15])
	}
	archsimd.ClearAVXUpperBits()
	return x
}

func scanSumsARCHSIMD(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int {
	var s scan
	s.init(&units)
	d0, d1, d2, d3 := s.d0, s.d1, s.d2, s.d3
	w, x := uint(origin), 0
block:
	for {
		passed := ^uint32(0)
		for i := 0; i < count; i++ {
			sum := (*Sum)(unsafe.Add(unsafe.Pointer(sums), 4*i))
			// The weight has to be at least this. It is at most 16.
			least := archsimd.BroadcastUint8x32(uint8(min(max(k+1-int(sum.Size), 0), 255)))
			have := weights(w^uint(sum.Word), d0, d1, d2, d3)
			if passed &= have.Max(least).Equal(have).ToBits(); passed == 0 {
				if x += 32; x >= n {
					break block
				}
				w ^= uint(s.steps[zeros(uint64(x/32))&15])
				continue block
			}
		}
		x += bits.TrailingZeros32(passed)
		break
	}
	archsimd.ClearAVXUpperBits()
	return x
}
