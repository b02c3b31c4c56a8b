package pipeline

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/bench/generate"
	"mexlab/game/addsub"
)

// What a game costs, in nanoseconds: solved by one call, as "mexlab solve --lines"
// does; by the pipeline's step for a shard, which also opens, writes and counts;
// and by a whole pipeline, which starts a runner.
func BenchmarkFleet(b *testing.B) {
	const games, shards = 2000, 4
	lines := generated(b, generate.Spec{Games: games, Vertices: 100, Edges: 1500, Rounds: 100, MaxK: 100})
	dir := b.TempDir()
	for i := range shards {
		write(b, filepath.Join(dir, fmt.Sprintf("boards-%d", i)), []byte(strings.Join(lines[i*games/shards:(i+1)*games/shards], "")))
	}
	text := strings.Join(lines, "")
	o := Options{Input: filepath.Join(dir, "boards-*"), Output: filepath.Join(b.TempDir(), "out")}
	for _, workers := range []int{1, 2} {
		o.Workers = workers
		f := &solveFn{o}
		for _, step := range []struct {
			name string
			do   func() error
		}{
			{"solve", func() error {
				return addsub.Solve(context.Background(), strings.NewReader(text), io.Discard, f.options())
			}},
			{"shard", func() error {
				for i := range shards {
					s := Shard{filepath.Join(dir, fmt.Sprintf("boards-%d", i)), i, shards}
					if a := f.attempt(s); a.err != nil {
						return a.err
					}
				}
				return nil
			}},
			{"pipeline", func() error { return try(o) }},
		} {
			b.Run(fmt.Sprintf("%s-j%d", step.name, workers), func(b *testing.B) {
				for b.Loop() {
					if err := step.do(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*games), "ns/game")
			})
		}
	}
}
