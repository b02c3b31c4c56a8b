package dag

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// BenchmarkWaves times the waves of a random graph with ten edges a vertex. Its
// vertices are numbered so that all edges lead down, or at random.
func BenchmarkWaves(b *testing.B) {
	const n = 1_000_000
	rng := rand.New(rand.NewPCG(1, 2))
	name := rng.Perm(n)
	src, dst := make([]uint32, 10*n), make([]uint32, 10*n)
	for _, form := range []string{"down", "mixed"} {
		for i := range src {
			u := 1 + rng.IntN(n-1)
			v := rng.IntN(u)
			if form == "mixed" {
				u, v = name[u], name[v]
			}
			src[i], dst[i] = uint32(u), uint32(v)
		}
		g := New(n, src, dst)
		for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
			b.Run(fmt.Sprintf("form=%s/workers=%d", form, workers), func(b *testing.B) {
				for b.Loop() {
					if _, err := g.Waves(b.Context(), workers); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(src)), "ns/edge")
			})
		}
	}
}
