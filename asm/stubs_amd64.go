//go:build !purego

package asm

import (
	"math/bits"
	"slices"

	"github.com/klauspost/cpuid/v2"
)

// What the tiers need: each all that the one before it does, so a CPU has that, too.
var (
	needsAVX2   = []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT}
	needsAVX512 = slices.Concat(needsAVX2, []cpuid.FeatureID{
		cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512CD, cpuid.AVX512DQ, cpuid.AVX512VL})
	needsBITALG = slices.Concat(needsAVX512, []cpuid.FeatureID{cpuid.AVX512BITALG})
)

// Later tiers take bodies of avx2 and avx512.
var (
	avx2 = Tier{
		Name:        AVX2,
		Words:       4,
		Timed:       true,
		features:    needsAVX2,
		orPermuted:  orPermutedAVX2,
		orExchanged: orExchangedAVX2,
		fullWords:   fullWordsAVX2,
		scanWeights: scanWeightsAVX2,
		scanSums:    scanSumsAVX2,
		eliminate16: eliminate16AVX2,
		eliminate32: eliminate32AVX2,
		gather16:    gather16AVX2,
		sort16:      sort16AVX2,
		settle16:    settle16AVX2,
		coordinates: coordinatesAVX2,
		searchFirst: searchFirstAVX2,
		searchMore:  searchMoreAVX2,
		numbers:     numbersAVX2,
	}
	avx512 = Tier{
		Name:        AVX512,
		Words:       8,
		features:    needsAVX512,
		orPermuted:  orPermutedAVX512,
		orExchanged: orExchangedAVX512,
		fullWords:   fullWordsAVX512,
		scanWeights: scanWeightsAVX512,
		scanSums:    scanSumsAVX512,
		eliminate16: eliminate16AVX512,
		eliminate32: eliminate32AVX512,
		gather16:    gather16AVX2,
		sort16:      sort16AVX2,
		settle16:    settle16AVX512,
		coordinates: coordinatesAVX512,
		searchFirst: searchFirstAVX512,
		searchMore:  searchMoreAVX512,
		numbers:     numbersAVX2,
	}
)

// vectorTiers are the tiers of this architecture. Those of AVX-512 are not Timed:
// whether they pay depends on the CPU. kernel/timed.go lists those that were timed.
var vectorTiers = slices.Concat([]Tier{avx2}, intrinsics, []Tier{avx512, avx512BITALG()})

// avx512BITALG is avx512 with scans of its own.
func avx512BITALG() Tier {
	t := avx512
	t.Name, t.features = AVX512BITALG, needsBITALG
	t.scanWeights, t.scanSums = scanWeightsAVX512BITALG, scanSumsAVX512BITALG
	return t
}

// The tables of permutations and scans. They cost some microseconds at start.
//
//lint:file-ignore U1000 assembly reads the tables
var (
	// nibbleTable says where the bits of a byte go: those of its low half, for each
	// value of that half, and those of its high half.
	nibbleTable = func() (t [8][2][16]byte) {
		for v := range t {
			for x := range 16 {
				t[v][0][x] = byte(permuteWord(uint64(x), uint64(v)))
				t[v][1][x] = byte(permuteWord(uint64(x)<<4, uint64(v)))
			}
		}
		return t
	}()

	// weightTable has the weight of the XOR of two digits.
	weightTable = func() (t [16][16]byte) {
		for d := range t {
			for e := range t[d] {
				t[d][e] = byte(bits.OnesCount(uint(d ^ e)))
			}
		}
		return t
	}()

	// laneMasks has all ones in the words whose place has bit i. The places are lanes
	// 0-7 and 16-23: bit 3 of a place is bit 4 of the lane.
	laneMasks = func() (t [4][16]uint16) {
		for i := range t {
			for place := range t[i] {
				t[i][place] = -uint16(place >> i & 1)
			}
		}
		return t
	}()

	// gatherTable has masks for the values of a row. window has those of 16 values
	// and of none; free[i] of the free places of 16-i values, in the order of their
	// packed words; free8[i] of 8-i values.
	gatherTable = func() (t struct {
		window [32]uint64
		free   [17][16]uint16
		free8  [9][8]uint16
	}) {
		for i := range 16 {
			t.window[i] = ^uint64(0)
		}
		for i := range t.free {
			for place, j := range [16]int{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15} {
				if j >= 16-i {
					t.free[i][place] = ^uint16(0)
				}
			}
		}
		for i := range t.free8 {
			for place, j := range [8]int{0, 1, 4, 5, 2, 3, 6, 7} {
				if j >= 8-i {
					t.free8[i][place] = ^uint16(0)
				}
			}
		}
		return t
	}()

	// compressTable has the bytes of the words at set bits, for each byte in which no
	// two neighbours are set: four words at most, with zeros behind them.
	compressTable = func() (t [256][4]uint16) {
		for m := range t {
			t[m] = [4]uint16{0x8080, 0x8080, 0x8080, 0x8080}
			n := 0
			for i := range 8 {
				if m>>i&1 != 0 && n < 4 {
					t[m][n] = uint16(2*i+1)<<8 | uint16(2*i)
					n++
				}
			}
		}
		return t
	}()

	// dwordIndex and byteIndex are the indices that move nothing. Their XOR with
	// bits of v gives the indices for v.
	dwordIndex = [16]uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	byteIndex  = [32]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}
)

// The fields of Tier say what each does, the .s files how.

//go:noescape
func orPermutedAVX2(dst, src *uint64, words int, v uint64)

//go:noescape
func orExchangedAVX2(a, b *uint64, words int, v uint64)

//go:noescape
func fullWordsAVX2(words *uint64, n int) int

//go:noescape
func scanWeightsAVX2(units [16]uint16, origin uint16, k, n int) int

//go:noescape
func scanSumsAVX2(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int

//go:noescape
func eliminate16AVX2(cols *uint16, d int, odd *[16]uint16, out *Lanes16)

//go:noescape
func eliminate32AVX2(cols *uint32, d int, odd *[16]uint32, out *Lanes32)

//go:noescape
func gather16AVX2(cols *uint16, n int, succ *uint64, off, rows *uint32, count int) (or uint64)

//go:noescape
func settle16AVX2(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)

//go:noescape
func sort16AVX2(cols *uint16, d int, v0 *[16]uint16)

//go:noescape
func coordinatesAVX2(words *uint32, cols *uint16, n, d int)

//go:noescape
func searchFirstAVX2(b *Bounded16) (open uint16)

//go:noescape
func searchMoreAVX2(b *Bounded16, open uint16, start, end int) (left uint16)

//go:noescape
func numbersAVX2(dst *uint64, room int, text *byte, size int) (n, length int)

//go:noescape
func orPermutedAVX512(dst, src *uint64, words int, v uint64)

//go:noescape
func orExchangedAVX512(a, b *uint64, words int, v uint64)

//go:noescape
func fullWordsAVX512(words *uint64, n int) int

//go:noescape
func scanWeightsAVX512(units [16]uint16, origin uint16, k, n int) int

//go:noescape
func scanSumsAVX512(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int

//go:noescape
func eliminate16AVX512(cols *uint16, d int, odd *[16]uint16, out *Lanes16)

//go:noescape
func eliminate32AVX512(cols *uint32, d int, odd *[16]uint32, out *Lanes32)

//go:noescape
func coordinatesAVX512(words *uint32, cols *uint16, n, d int)

//go:noescape
func settle16AVX512(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)

//go:noescape
func searchFirstAVX512(b *Bounded16) (open uint16)

//go:noescape
func searchMoreAVX512(b *Bounded16, open uint16, start, end int) (left uint16)

//go:noescape
func scanWeightsAVX512BITALG(units [16]uint16, origin uint16, k, n int) int

//go:noescape
func scanSumsAVX512BITALG(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int
