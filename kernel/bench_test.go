package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkBounded times each way of finding a bounded mex and reports the time
// for a unit of its own cost estimate. The closer these are to one another, the
// better is the choice by cost.
func BenchmarkBounded(b *testing.B) {
	rows := []struct{ rank, extras, k int }{
		{8, 2, 3}, {10, 3, 4}, {12, 5, 6}, {14, 3, 9}, {16, 1, 15}, {16, 48, 6}, {16, 0, 12}, {40, 10, 4},
	}
	ws := &Workspace{}
	for _, r := range rows {
		rng := rand.New(rand.NewPCG(9, uint64(r.rank)))
		row := &boundedRow{}
		for {
			succ, _ := randomRow(rng, r.rank, r.extras)
			at, _ := translation(succ)
			if row.load(generic, succ, r.k, at); row.locate() && len(row.extras) == r.extras {
				break
			}
		}
		for _, way := range boundedWays {
			cost := way.cost(row)
			if cost > 1e8 {
				continue
			}
			b.Run(fmt.Sprintf("way=%s/rank=%d/extras=%d/k=%d", way.name, r.rank, r.extras, r.k), func(b *testing.B) {
				for b.Loop() {
					way.mex(row, ws)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(cost), "ns/cost")
			})
		}
	}
}
