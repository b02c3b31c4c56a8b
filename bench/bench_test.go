package bench

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"mexlab/asm"
	"mexlab/kernel"
)

// TestMain writes the tier before the results of benchmarks, as a configuration
// line: history and compare then keep results of different tiers apart.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() != "" {
		fmt.Println("tier:", asm.Best().Name)
	}
	os.Exit(m.Run())
}

// The benchmarks time the cases of a suite after the cases of each group have
// agreed. The names suit benchstat, for example with -col /kernel.

// BenchmarkMex compares kernels on the named workloads.
func BenchmarkMex(b *testing.B) { benchmark(b, "Mex") }

// BenchmarkDegree varies the number of successors.
func BenchmarkDegree(b *testing.B) { benchmark(b, "Degree") }

// BenchmarkK varies the number of picks.
func BenchmarkK(b *testing.B) { benchmark(b, "K") }

// BenchmarkWidth varies the width of the values.
func BenchmarkWidth(b *testing.B) { benchmark(b, "Width") }

// BenchmarkSolve solves add-subtract games from text to text.
func BenchmarkSolve(b *testing.B) { benchmark(b, "Solve") }

// BenchmarkElection solves elections from text to text.
func BenchmarkElection(b *testing.B) { benchmark(b, "Election") }

// BenchmarkOr permutes bitsets.
func BenchmarkOr(b *testing.B) { benchmark(b, "Or") }

// BenchmarkText reads text.
func BenchmarkText(b *testing.B) { benchmark(b, "Text") }

func benchmark(b *testing.B, suite string) {
	var ws kernel.Workspace
	for _, g := range Groups() {
		if g.Suite != suite {
			continue
		}
		cases, err := g.Cases(&ws)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range cases {
			b.Run(strings.TrimPrefix(c.Name, suite+"/"), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := c.Run(); err != nil {
						b.Fatal(err)
					}
				}
				for _, r := range c.Rates(float64(b.Elapsed().Nanoseconds()) / float64(b.N)) {
					b.ReportMetric(r.Value, r.Unit)
				}
			})
		}
	}
}
