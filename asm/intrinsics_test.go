package asm

import (
	"math"
	"testing"
)

// BenchmarkIntrinsics compares primitives by intrinsics, of tier archsimd, with the same
// in assembly: x-avx2 says how many times as fast they are. Both take turns, and the
// least times count.
func BenchmarkIntrinsics(b *testing.B) {
	archsimd, avx2 := Lookup(ARCHSIMD), Lookup(AVX2)
	if archsimd == nil {
		b.Skip("this build has no tier " + ARCHSIMD)
	}
	for _, r := range ratios() {
		b.Run(r.name, func(b *testing.B) {
			least, leastAVX2 := math.Inf(1), math.Inf(1)
			for b.Loop() {
				least, leastAVX2 = min(least, turn(r.do, archsimd)), min(leastAVX2, turn(r.do, avx2))
			}
			b.ReportMetric(0, "ns/op") // hides the time of all turns together
			b.ReportMetric(least, "ns")
			b.ReportMetric(leastAVX2/least, "x-avx2")
		})
	}
}
