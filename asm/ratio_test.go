package asm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mexlab/asm/floor"
)

// BenchmarkRatio reports how many times as fast a primitive is as its generic
// form (x-generic), and for bitsets, as reading and writing alone (x-floor). They
// take turns and the least times count, so that other work on the machine does
// not.
func BenchmarkRatio(b *testing.B) {
	for _, r := range ratios() {
		for _, tier := range available {
			b.Run(fmt.Sprintf("%s/isa=%s", r.name, tier.Name), func(b *testing.B) {
				least, leastGeneric, leastFloor := math.Inf(1), math.Inf(1), math.Inf(1)
				for b.Loop() {
					least = min(least, turn(r.do, tier))
					leastGeneric = min(leastGeneric, turn(r.do, generic))
					if r.floor != nil {
						leastFloor = min(leastFloor, turn(r.floor, tier))
					}
				}
				b.ReportMetric(0, "ns/op") // hides the time of all turns together
				b.ReportMetric(least, "ns")
				b.ReportMetric(leastGeneric/least, "x-generic")
				if r.floor != nil {
					b.ReportMetric(leastFloor/least, "x-floor")
				}
			})
		}
	}
}

// A ratio is a call whose time is compared with that of others.
type ratio struct {
	name  string
	do    func(tier *Tier)
	floor func(tier *Tier) // may be nil
}

// ratios returns calls of all primitives with much to do.
func ratios() []ratio {
	rng := rand.New(rand.NewPCG(27, 28))
	const words = 512 // two bitsets of 4 KiB: they fit the first cache
	x, y := make([]uint64, words), make([]uint64, words)
	or := func(*Tier) { floor.Or(x, y) }
	units := randomUnits()
	sums := make([]Sum, 17)
	for i := range sums[1:] {
		sums[i].Size = 17 // passes, so that every sum is tested
	}
	var ratios []ratio
	for _, mask := range maskBits {
		v := mask.v & (64*words - 1)
		ratios = append(ratios,
			ratio{"OrPermuted/mask=" + mask.name, func(tier *Tier) { tier.OrPermuted(x, y, v) }, or},
			ratio{"OrExchanged/mask=" + mask.name, func(tier *Tier) { tier.OrExchanged(x, y, v) }, or})
	}
	ratios = append(ratios,
		ratio{"ScanWeights/n=65536", func(tier *Tier) { tier.ScanWeights(units, 1, 15, 1<<16) }, nil},
		ratio{"ScanSums/sums=1/n=65536", func(tier *Tier) { tier.ScanSums(units, 1, sums[16:], 15, 1<<16) }, nil},
		ratio{"ScanSums/sums=17/n=65536", func(tier *Tier) { tier.ScanSums(units, 1, sums, 15, 1<<16) }, nil})
	for _, width := range []int{5, 16} {
		values16, cols16 := make([]uint16, 16*17), make([]uint16, 16*17)
		values32, cols32 := make([]uint32, 16*17), make([]uint32, 16*17)
		for i := range values16 {
			values16[i] = uint16(rng.Uint32N(1 << width))
			values32[i] = uint32(values16[i])
		}
		odd16, out16, odd32, out32 := new([16]uint16), new(Lanes16), new([16]uint32), new(Lanes32)
		ratios = append(ratios,
			ratio{fmt.Sprintf("Eliminate16/deg=17/width=%d", width), func(tier *Tier) {
				copy(cols16, values16)
				tier.Eliminate16(cols16, odd16, out16)
			}, nil},
			ratio{fmt.Sprintf("Eliminate32/deg=17/width=%d", width), func(tier *Tier) {
				copy(cols32, values32)
				tier.Eliminate32(cols32, odd32, out32)
			}, nil})
	}
	for _, d := range []int{8, 17} {
		succ, off, rows, cols := benchmarkRows(d)
		ratios = append(ratios,
			ratio{fmt.Sprintf("Gather16/deg=%d", d), func(tier *Tier) { tier.Gather16(cols, succ, off, rows) }, nil})
	}
	for _, d := range []int{8, 17} {
		cols, words := benchmarkCoordinates(d)
		sorted, v0 := slices.Clone(cols[:16*d]), new([16]uint16)
		ratios = append(ratios,
			ratio{fmt.Sprintf("Sort16/deg=%d", d), func(tier *Tier) { tier.Sort16(sorted, v0) }, nil},
			ratio{fmt.Sprintf("Coordinates/deg=%d", d), func(tier *Tier) { tier.Coordinates(words, cols, d) }, nil})
	}
	in, out := randomSettleInput(rng, 17, 10), new(Bounded16)
	ratios = append(ratios, ratio{"Settle16/deg=17/width=10", func(tier *Tier) { tier.Settle16(in.cols, in.words, in.d, &in.k, out) }, nil})
	for class, name := range searchClasses {
		groups := randomGroups(class)
		ratios = append(ratios, ratio{"Search16/class=" + name, func(tier *Tier) {
			for i := range groups {
				tier.Search16(&groups[i])
			}
		}, nil})
	}
	dst := make([]uint64, 1<<12)
	for _, kind := range texts[:5] {
		text := kind.random(rng, 1<<13)
		ratios = append(ratios, ratio{"Numbers/text=" + kind.name, func(tier *Tier) { tier.Numbers(dst, text) }, nil})
	}
	return ratios
}

// turn returns the nanoseconds of one call, the mean over 20 microseconds.
func turn(do func(tier *Tier), tier *Tier) float64 {
	do(tier)
	start := time.Now()
	n := 0
	for time.Since(start) < 20*time.Microsecond {
		for range 8 {
			do(tier)
		}
		n += 8
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}
