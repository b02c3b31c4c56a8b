package addsub

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// BenchmarkSolve times a file of the judges' largest size: 20 boards of 100
// vertices, 1500 edges and 100 rounds.
func BenchmarkSolve(b *testing.B) {
	for _, k := range []struct {
		name string
		most int
	}{{"uniform", 100}, {"small", 8}} {
		in := boards(rand.New(rand.NewPCG(1, 2)), 20, 100, 1500, 100, 17, k.most)
		b.Run(fmt.Sprintf("k=%s/values=board/deg=17", k.name), func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				if err := Solve(b.Context(), bytes.NewReader(in), io.Discard, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLines times small games, one a line and in the judges' form.
func BenchmarkLines(b *testing.B) {
	for _, size := range []struct{ games, vertices, edges int }{{20_000, 10, 15}, {2000, 100, 150}} {
		games := boards(rand.New(rand.NewPCG(1, 2)), size.games, size.vertices, size.edges, 1, 9, 100)
		var lines bytes.Buffer
		if err := ToLines(bytes.NewReader(games), &lines); err != nil {
			b.Fatal(err)
		}
		for _, form := range []struct {
			name string
			text []byte
			opt  Options
		}{{"games", games, Options{}}, {"lines", lines.Bytes(), Options{Lines: true}}} {
			b.Run(fmt.Sprintf("form=%s/vertices=%d", form.name, size.vertices), func(b *testing.B) {
				form.opt.Workers = 1
				b.ReportAllocs()
				for b.Loop() {
					if err := Solve(b.Context(), bytes.NewReader(form.text), io.Discard, form.opt); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.games), "ns/game")
			})
		}
	}
}

// boards returns an input of random boards, of out-degrees up to degree and K
// up to k.
func boards(rng *rand.Rand, games, vertices, edges, rounds, degree, k int) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, games)
	for range games {
		fmt.Fprintln(&b, vertices, edges)
		name := rng.Perm(vertices)
		out := make([]int, vertices)
		for range edges {
			u := rng.IntN(vertices - 1)
			for out[u] >= degree {
				u = rng.IntN(vertices - 1)
			}
			out[u]++
			fmt.Fprintln(&b, name[u], name[u+1+rng.IntN(vertices-1-u)])
		}
		line := func(most int) {
			for v := range vertices {
				if v > 0 {
					b.WriteByte(' ')
				}
				fmt.Fprint(&b, rng.IntN(most+1))
			}
			b.WriteByte('\n')
		}
		line(k)
		fmt.Fprintln(&b, rounds)
		for range rounds {
			line(100)
		}
	}
	return b.Bytes()
}
