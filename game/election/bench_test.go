package election

import (
	"bufio"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkSolve times boards of the judge's size from text in memory to the
// answer.
func BenchmarkSolve(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 3))
	const n = 200_000
	for _, board := range []struct {
		shape string
		n     int
		edges [][2]int
	}{
		{"random", n, random(rng, n, n)},
		{"chain", n, chain(rng.Perm(n))},
		{"hub", n/2 + 2, star(n / 2)},
		{"clique", 632, complete(rng.Perm(632))},
	} {
		heights := make([]int64, board.n)
		for i := range heights {
			heights[i] = rng.Int64N(1e9 + 1)
		}
		input := written(heights, board.edges)
		b.Run("shape="+board.shape, func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				if err := Solve(b.Context(), strings.NewReader(input), io.Discard, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkHeights times writing heights.
func BenchmarkHeights(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	h := heights{low: make([]uint32, 200_000)}
	for i := range h.low {
		h.low[i] = rng.Uint32N(1_000_000_001)
	}
	b.SetBytes(int64(len(h.low) * 10))
	for b.Loop() {
		p := printer{bufio.NewWriterSize(io.Discard, 1<<15)}
		p.list(' ', h)
		p.Flush()
	}
}
