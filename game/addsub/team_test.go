package addsub

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"mexlab/game/large"
	"mexlab/game/text"
)

// BenchmarkLarge times the solving step of a large game: from the levels to the
// values of all vertices, by one and by two workers.
func BenchmarkLarge(b *testing.B) {
	in := oneLarge(rand.New(rand.NewPCG(1, 2)), 200_000, 2_000_000)
	in = append([]byte("1\n"), in[2+len(good):len(in)-len(good)]...)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d/edges=2000000", workers), func(b *testing.B) {
			opt := Options{Work: large.Work{Workers: workers}}
			rd := &reader{in: text.NewReader(bytes.NewReader(in)), opt: opt, started: true, games: 1}
			if _, err := rd.in.Uint(); err != nil {
				b.Fatal(err)
			}
			g := newGroup()
			if _, err := rd.group(g, groupSize); err != nil {
				b.Fatal(err)
			}
			sol := &solution{group: g, graph: g.union()}
			levels, err := sol.levels()
			if err != nil {
				b.Fatal(err)
			}
			s := newSolver(opt)
			s.gatherTeam()
			for b.Loop() {
				if err := s.fill(sol, levels); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
