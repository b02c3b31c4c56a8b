package asm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"mexlab/asm/floor"
)

// eachTierB is eachTier for benchmarks.
func eachTierB(b *testing.B, name string, bench func(b *testing.B, tier *Tier)) {
	for _, tier := range available {
		b.Run(fmt.Sprintf("isa=%s/%s", tier.Name, name), func(b *testing.B) { bench(b, tier) })
	}
}

// bitsetWords are lengths of bitsets: all short ones, which have loops of their
// own, the first two of the others, 32 KiB in two bitsets, and one that takes
// several calls.
var bitsetWords = []int{1, 2, 4, 8, 16, 32, 512, 2048, 2 * maxWords}

// maskBits are the bits of v by the smallest pieces that they move.
var maskBits = []struct {
	name string
	v    uint64
}{
	{"vectors", ^uint64(255)},
	{"words", ^uint64(63)},
	{"bytes", ^uint64(7)},
	{"bits", ^uint64(0)},
}

// BenchmarkOr is the floor of OrPermuted and OrExchanged.
func BenchmarkOr(b *testing.B) {
	for _, words := range bitsetWords {
		x, y := make([]uint64, words), make([]uint64, words)
		b.Run(fmt.Sprintf("words=%d", words), func(b *testing.B) {
			b.SetBytes(int64(8 * words))
			for b.Loop() {
				floor.Or(x, y)
			}
		})
	}
}

func BenchmarkOrPermuted(b *testing.B) {
	benchmarkPermute(b, (*Tier).OrPermuted)
}

func BenchmarkOrExchanged(b *testing.B) {
	benchmarkPermute(b, (*Tier).OrExchanged)
}

func benchmarkPermute(b *testing.B, primitive func(tier *Tier, x, y []uint64, v uint64)) {
	for _, words := range bitsetWords {
		x, y := make([]uint64, words), make([]uint64, words)
		for _, mask := range maskBits {
			v := mask.v & uint64(64*words-1)
			if v == 0 {
				continue // nothing moves in so short a bitset
			}
			eachTierB(b, fmt.Sprintf("words=%d/mask=%s", words, mask.name), func(b *testing.B, tier *Tier) {
				b.SetBytes(int64(8 * words))
				for b.Loop() {
					primitive(tier, x, y, v)
				}
			})
		}
	}
}

func BenchmarkFirstZero(b *testing.B) {
	// Less than a group of words, groups with each kind of rest, and many.
	for _, words := range []int{0, 1, 7, 8, 9, 31, 33, 63, 512, 3 * maxWords} {
		full := make([]uint64, words)
		for i := range full {
			full[i] = ^uint64(0)
		}
		eachTierB(b, fmt.Sprintf("words=%d", words), func(b *testing.B, tier *Tier) {
			b.SetBytes(int64(8 * words))
			for b.Loop() {
				tier.FirstZero(full)
			}
		})
	}
}

// scanLengths are less than a vector, about one, many, and the largest.
var scanLengths = []int{1, 8, 31, 32, 33, 1000, 1 << 16}

func BenchmarkScanWeights(b *testing.B) {
	units := randomUnits()
	for _, n := range scanLengths {
		eachTierB(b, fmt.Sprintf("n=%d", n), func(b *testing.B, tier *Tier) {
			for b.Loop() {
				if tier.ScanWeights(units, 1, 15, n) != n {
					b.Fatal("ended early")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/candidate")
		})
	}
}

func BenchmarkScanSums(b *testing.B) {
	units := randomUnits()
	for _, count := range []int{1, 17} {
		sums := make([]Sum, count)
		for i := range sums {
			sums[i].Size = 17 // passes, so that every sum is tested
		}
		sums[count-1].Size = 0
		for _, n := range scanLengths {
			eachTierB(b, fmt.Sprintf("sums=%d/n=%d", count, n), func(b *testing.B, tier *Tier) {
				for b.Loop() {
					if tier.ScanSums(units, 1, sums, 15, n) != n {
						b.Fatal("ended early")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*count), "ns/test")
			})
		}
	}
}

// randomUnits returns units of even weight. Every L(x) ^ 1 then has an odd
// weight, which is never above 15, so that a scan does not end early.
func randomUnits() []uint16 {
	rng := rand.New(rand.NewPCG(23, 24))
	units := make([]uint16, 16)
	for i := range units {
		units[i] = 3 << rng.IntN(15)
	}
	return units
}

// BenchmarkSearch16 has random lanes of one class.
func BenchmarkSearch16(b *testing.B) {
	for class, name := range searchClasses {
		groups := randomGroups(class)
		eachTierB(b, "class="+name, func(b *testing.B, tier *Tier) {
			for i := 0; b.Loop(); i++ {
				tier.Search16(&groups[i%len(groups)])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/lane")
		})
	}
}

var searchClasses = []string{"few", "some", "wide", "many"}

// randomGroups returns 64 times sixteen random lanes of a class: too many for the CPU
// to learn their branches by heart.
func randomGroups(class int) []Bounded16 {
	rng := rand.New(rand.NewPCG(45, 46))
	groups := make([]Bounded16, 64)
	for i := range groups {
		g := &groups[i]
		masks := []*uint16{&g.Few, &g.Some, &g.Wide, &g.Many}
		for lane := 0; lane < 16; {
			c := randomBounded(rng)
			if c.open(rng, g, lane); *masks[class]>>lane&1 != 0 {
				lane++
			}
		}
		for j, mask := range masks {
			if j != class {
				*mask = 0
			}
		}
	}
	return groups
}

func BenchmarkSettle16(b *testing.B) {
	rng := rand.New(rand.NewPCG(65, 66))
	for _, width := range []int{5, 10, 16} {
		for _, n := range []int{3, 9, 17} {
			in, out := randomSettleInput(rng, n, width), new(Bounded16)
			eachTierB(b, fmt.Sprintf("deg=%d/width=%d", n, width), func(b *testing.B, tier *Tier) {
				for b.Loop() {
					tier.Settle16(in.cols, in.words, in.d, &in.k, out)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/vertex")
			})
		}
	}
}

func BenchmarkEliminate16(b *testing.B) {
	benchmarkEliminate(b, []int{5, 16}, (*Tier).Eliminate16)
}

func BenchmarkEliminate32(b *testing.B) {
	benchmarkEliminate(b, []int{5, 16, 32}, (*Tier).Eliminate32)
}

// benchmarkEliminate measures with values of several widths: those of boards,
// and the widest. The time includes writing the values, because the primitive
// overwrites them.
func benchmarkEliminate[T uint16 | uint32](b *testing.B, widths []int, primitive func(*Tier, []T, *[16]T, *Lanes[T])) {
	rng := rand.New(rand.NewPCG(25, 26))
	for _, d := range []int{1, 2, 3, 17, 64} {
		for _, width := range widths {
			values, odd, out := make([]T, 16*d), new([16]T), new(Lanes[T])
			for i := range values {
				values[i] = T(rng.Uint64N(1 << width))
			}
			cols := make([]T, 16*d)
			eachTierB(b, fmt.Sprintf("deg=%d/width=%d", d, width), func(b *testing.B, tier *Tier) {
				for b.Loop() {
					copy(cols, values)
					primitive(tier, cols, odd, out)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/vertex")
			})
		}
	}
}

func BenchmarkGather16(b *testing.B) {
	for _, d := range []int{1, 2, 3, 4, 8, 9, 16, 17, 32, 64} {
		succ, off, rows, cols := benchmarkRows(d)
		eachTierB(b, fmt.Sprintf("deg=%d", d), func(b *testing.B, tier *Tier) {
			for b.Loop() {
				tier.Gather16(cols, succ, off, rows)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/vertex")
		})
	}
}

// benchmarkRows returns 16 rows of d values of 16 bits, and memory for their columns.
func benchmarkRows(d int) (succ []uint64, off, rows []uint32, cols []uint16) {
	rng := rand.New(rand.NewPCG(65, 66))
	for range 16 * d {
		succ = append(succ, rng.Uint64N(1<<16))
	}
	for r := range 17 {
		off = append(off, uint32(d*r))
		rows = append(rows, uint32(r))
	}
	return succ, off, rows[:16], make([]uint16, 16*d)
}

// BenchmarkSort16 measures with values of 10 bits. The time includes writing them.
func BenchmarkSort16(b *testing.B) {
	rng := rand.New(rand.NewPCG(67, 68))
	for _, d := range []int{1, 5, 9, 16, 17, 18, 64} {
		values, cols, v0 := make([]uint16, 16*d), make([]uint16, 16*d), new([16]uint16)
		for i := range values {
			values[i] = uint16(rng.Uint32N(1 << 10))
		}
		eachTierB(b, fmt.Sprintf("deg=%d", d), func(b *testing.B, tier *Tier) {
			for b.Loop() {
				copy(cols, values)
				tier.Sort16(cols, v0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/vertex")
		})
	}
}

// BenchmarkCoordinates measures with sorted values of 13 bits, c and the powers.
func BenchmarkCoordinates(b *testing.B) {
	for _, d := range []int{1, 4, 8, 14, 16, 63} {
		cols, words := benchmarkCoordinates(d)
		eachTierB(b, fmt.Sprintf("d=%d", d), func(b *testing.B, tier *Tier) {
			for b.Loop() {
				tier.Coordinates(words, cols, d)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/vertex")
		})
	}
}

// benchmarkCoordinates returns columns of d sorted values of 13 bits, of another
// value and of 13 powers of two, and memory for their words.
func benchmarkCoordinates(d int) (cols []uint16, words []uint32) {
	rng := rand.New(rand.NewPCG(69, 70))
	for range 16 * (d + 1) {
		cols = append(cols, uint16(rng.Uint32N(1<<13)))
	}
	sort16(cols, new([16]uint16))
	copy(cols[16*d:], cols[:16])
	for i := range 16 * 13 {
		cols = append(cols, 1<<(i/16))
	}
	return cols, make([]uint32, len(cols))
}
