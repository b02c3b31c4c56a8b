//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// Vectors of 256 bits.
type (
	u8  = archsimd.Uint8x32
	i8  = archsimd.Int8x32
	u16 = archsimd.Uint16x16
	u32 = archsimd.Uint32x8
	u64 = archsimd.Uint64x4
)

func load8(p unsafe.Pointer, offset int) u8 {
	return archsimd.LoadUint8x32Array((*[32]uint8)(unsafe.Add(p, offset)))
}

func load16(p unsafe.Pointer, offset int) u16 {
	return archsimd.LoadUint16x16Array((*[16]uint16)(unsafe.Add(p, offset)))
}

func load32(p unsafe.Pointer, offset int) u32 {
	return archsimd.LoadUint32x8Array((*[8]uint32)(unsafe.Add(p, offset)))
}

func load64(p unsafe.Pointer, offset int) u64 {
	return archsimd.LoadUint64x4Array((*[4]uint64)(unsafe.Add(p, offset)))
}

func store8(p unsafe.Pointer, offset int, x u8) {
	x.StoreArray((*[32]uint8)(unsafe.Add(p, offset)))
}

func store16(p unsafe.Pointer, offset int, x u16) {
	x.StoreArray((*[16]uint16)(unsafe.Add(p, offset)))
}

func store32(p unsafe.Pointer, offset int, x u32) {
	x.StoreArray((*[8]uint32)(unsafe.Add(p, offset)))
}

func store64(p unsafe.Pointer, offset int, x u64) {
	x.StoreArray((*[4]uint64)(unsafe.Add(p, offset)))
}

// aligned returns the first address from p on that is a multiple of 32, so that no
// vector crosses a cache line. Buffers are 32 bytes longer for that.
func aligned(p unsafe.Pointer) unsafe.Pointer { return unsafe.Add(p, -uintptr(p)&31) }

// zeros returns the number of trailing zeros of x, 64 if it is 0. A build for every
// amd64 has BSF for bits.TrailingZeros64, and that is slow on AMD. POPCNT is fast,
// although Go looks each time whether the CPU has it.
func zeros(x uint64) int { return bits.OnesCount64(^x & (x - 1)) }

// twice returns a vector with b in both halves.
func twice(b *[16]byte) u8 {
	x := archsimd.LoadUint8x16Array(b)
	return u8{}.SetLo(x).SetHi(x)
}

// double does the same for a table in memory.
func double(b [16]byte) (t [32]byte) {
	copy(t[copy(t[:], b[:]):], b[:])
	return t
}

// look takes bytes of the table's halves by the indices below 16, and 0 by those from
// 128 on.
func look(table, index u8) u8 { return table.PermuteOrZeroGrouped(index.BitsToInt8()) }

// intrinsics are the tiers written in Go with package archsimd.
var intrinsics = []Tier{{
	Name:        ARCHSIMD,
	Words:       4,
	OnlyForced:  true,
	features:    needsAVX2,
	orPermuted:  orPermutedARCHSIMD,
	orExchanged: orExchangedARCHSIMD,
	fullWords:   fullWordsARCHSIMD,
	scanWeights: scanWeightsARCHSIMD,
	scanSums:    scanSumsARCHSIMD,
	eliminate16: eliminate16ARCHSIMD,
	eliminate32: eliminate32ARCHSIMD,
	gather16:    gather16ARCHSIMD,
	sort16:      sort16ARCHSIMD,
	settle16:    settle16ARCHSIMD,
	coordinates: coordinatesARCHSIMD,
	searchFirst: searchFirstARCHSIMD,
	searchMore:  searchMoreARCHSIMD,
	numbers:     numbersARCHSIMD,
}}
