package bench

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
	"mexlab/kernel"
)

// BenchmarkMex times every kernel on every workload that it can run, after all
// have agreed. The names are for benchstat: -col /kernel, say.
func BenchmarkMex(b *testing.B) {
	for _, w := range Workloads() {
		entries, err := Contest(w, kernel.Available(), quickEffort.sample)
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range entries {
			if e.Limit != nil {
				continue
			}
			info := e.Kernel.Info()
			name := fmt.Sprintf("kernel=%s/isa=%s/deg=%d/k=%s/values=%s/load=%s",
				info.Name, info.ISA, w.Degree, w.K, w.Values, w.Name)
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := e.Run(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*e.Batch.Len()), "ns/vertex")
			})
		}
	}
}

// BenchmarkSolve times the add-subtract game from text to text, on 20 boards.
func BenchmarkSolve(b *testing.B) {
	for _, boards := range []struct {
		k    string
		spec BoardSpec
	}{{"uniform", XSY}, {"small", SmallK}} {
		text := BoardText(boards.spec.Boards(newRand(2)))
		b.Run("game=addsub/k="+boards.k, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := addsub.Solve(bytes.NewReader(text), io.Discard, addsub.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkElection times an election of the judge's size, from text to text.
func BenchmarkElection(b *testing.B) {
	text := ElectionText(newRand(6), 200_000, 200_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := election.Solve(bytes.NewReader(text), io.Discard, election.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
