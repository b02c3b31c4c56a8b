package compare

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"mexlab/bench/benchfile"
)

// BenchmarkFiles compares two files of 500,000 lines each, from text to table:
// few benchmarks with many results, and many with few.
func BenchmarkFiles(b *testing.B) {
	const lines = 500_000
	for _, count := range []int{1, 10, 500} {
		rng := rand.New(rand.NewPCG(1, 2))
		write := func() string {
			var s strings.Builder
			s.WriteString("goos: linux\ngoarch: amd64\npkg: example.com/sum\ncpu: Example CPU\n")
			for i := range lines / count {
				for range count {
					fmt.Fprintf(&s, "BenchmarkSum/n=%d-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", i, 250+20*rng.NormFloat64())
				}
			}
			return s.String()
		}
		old, new := write(), write()
		b.Run(fmt.Sprintf("lines=%d/count=%d", lines, count), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(old) + len(new)))
			for b.Loop() {
				files, err := benchfile.ReadBoth(
					benchfile.Source{Reader: strings.NewReader(old), Name: "old"},
					benchfile.Source{Reader: strings.NewReader(new), Name: "new"}, nil)
				if err != nil {
					b.Fatal(err)
				}
				r, err := Compare(files[0], files[1], DefaultOptions)
				if err != nil {
					b.Fatal(err)
				}
				if err := r.WriteText(io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
