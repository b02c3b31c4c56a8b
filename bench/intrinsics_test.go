package bench

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"mexlab/asm"
	"mexlab/kernel"
)

// BenchmarkIntrinsics compares kernels by intrinsics, of tier archsimd, with the same
// ones in assembly, on the named workloads: x-avx2 says how many times as fast they
// are. Both take turns, and the least times count.
func BenchmarkIntrinsics(b *testing.B) {
	if asm.Lookup(asm.ARCHSIMD) == nil {
		b.Skip("this build has no tier " + asm.ARCHSIMD)
	}
	var ws kernel.Workspace
	for _, g := range Groups() {
		if g.Suite != "Mex" {
			continue
		}
		cases, err := g.Cases(&ws)
		if err != nil {
			b.Fatal(err)
		}
		byName := map[string]*Case{}
		for _, c := range cases {
			byName[c.Name] = c
		}
		for _, c := range cases {
			kernelName, isArchsimd := strings.CutSuffix(strings.TrimPrefix(c.Name, "Mex/kernel="), "/isa="+asm.ARCHSIMD+"/"+g.Key)
			rival := byName["Mex/kernel="+kernelName+"/isa="+asm.AVX2+"/"+g.Key]
			if !isArchsimd || rival == nil {
				continue
			}
			b.Run(fmt.Sprintf("kernel=%s/%s", kernelName, g.Key), func(b *testing.B) {
				least, leastAVX2 := math.Inf(1), math.Inf(1)
				for b.Loop() {
					least, leastAVX2 = min(least, once(b, c)), min(leastAVX2, once(b, rival))
				}
				b.ReportMetric(0, "ns/op") // hides the time of all turns together
				b.ReportMetric(least/float64(c.Vertices), "ns/vertex")
				b.ReportMetric(leastAVX2/least, "x-avx2")
			})
		}
	}
}

// once returns the nanoseconds of one run of a case.
func once(b *testing.B, c *Case) float64 {
	start := time.Now()
	if err := c.Run(); err != nil {
		b.Fatal(err)
	}
	return float64(time.Since(start).Nanoseconds())
}
