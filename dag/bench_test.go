package dag

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
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

// BenchmarkSorter times how a graph is made from 10^7 random edges of 10^6
// vertices, in pieces.
func BenchmarkSorter(b *testing.B) {
	const n, m, piece = 1_000_000, 10_000_000, 8192
	rng := rand.New(rand.NewPCG(3, 4))
	src, dst := randomEdges(rng, n, m, 0, n)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			for b.Loop() {
				s := NewSorter(n, m, m, workers)
				var all sync.WaitGroup
				for w := range workers {
					all.Go(func() {
						for at := w * piece; at < m; at += workers * piece {
							end := min(at+piece, m)
							s.Add(w, src[at:end], dst[at:end])
						}
					})
				}
				all.Wait()
				s.Graph(workers)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m), "ns/edge")
		})
	}
}
