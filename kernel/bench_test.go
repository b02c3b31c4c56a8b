package kernel

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"mexlab/asm"
)

// BenchmarkBounded times each way of finding a bounded mex and reports the time
// for a unit of its own cost estimate. The closer these are to one another, the
// better is the choice by cost.
func BenchmarkBounded(b *testing.B) {
	rows := []struct{ rank, extras, k int }{
		{8, 2, 3}, {10, 3, 4}, {12, 5, 6}, {14, 3, 9}, {16, 1, 13}, {16, 48, 6}, {16, 0, 12}, {16, 12, 9}, {20, 4, 16}, {40, 10, 4},
	}
	type way struct {
		name string
		cost uint64
		mex  func()
	}
	ws := &Workspace{}
	for _, r := range rows {
		for _, tier := range asm.Available() {
			rng := rand.New(rand.NewPCG(9, uint64(r.rank)))
			row := &boundedRow{}
			for {
				succ, _ := randomRow(rng, r.rank, r.extras)
				at, _ := translation(succ)
				if row.load(tier, succ, r.k, at); row.locate() && len(row.extras) == r.extras {
					break
				}
			}
			ways := []way{{byComplements.String(), row.nearRankCost(), func() { row.nearRank(infinite) }}}
			if s, cost := row.fillsBy(); cost < infinite && row.fills(ws, s) {
				ways = append(ways, way{byQuotient.String(), cost, func() { row.fills(ws, s) }})
			}
			for _, w := range boundedWays {
				ways = append(ways, way{w.name.String(), w.cost(row), func() { w.mex(row, ws) }})
			}
			for _, w := range ways {
				if w.cost > 1e7 {
					continue
				}
				name := fmt.Sprintf("way=%s/rank=%d/extras=%d/k=%d/isa=%s", w.name, r.rank, r.extras, r.k, tier.Name)
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						w.mex()
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(w.cost), "ns/cost")
				})
			}
		}
	}
}

// BenchmarkBoundedRow times rows with K < rank by class, one by one, on each
// tier. Values have 16 bits, so that a rank below 16 has few numbers to try, or
// rank bits (full), so that all numbers below 2^rank are in the span.
func BenchmarkBoundedRow(b *testing.B) {
	classes := []struct {
		rank, extras int
		full         bool
		ks           []int
	}{
		{9, 2, true, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{9, 7, true, []int{2, 3, 4, 6}},
		{12, 3, true, []int{2, 3, 4, 6, 8, 9, 10}},
		{16, 0, true, []int{2, 8, 13, 14}},
		{16, 1, true, []int{2, 4, 8, 12, 13, 14}},
		{8, 10, true, []int{2, 3, 4, 5, 6}},
		{8, 24, true, []int{2, 3, 4, 5, 6}},
		{8, 55, true, []int{2, 3, 4, 5, 6}},
		{7, 56, false, []int{2, 3, 4}},
		{10, 53, false, []int{2, 3, 5, 8}},
		{13, 50, false, []int{2, 3, 6, 11}},
		{16, 47, true, []int{2, 3, 4, 5, 6, 8, 12}},
		{10, 20, true, []int{2, 3, 4, 5, 7}},
		{16, 12, true, []int{2, 3, 4, 6, 8, 10, 13}},
		{20, 4, true, []int{3, 6}},
		{20, 12, false, []int{3, 6}},
	}
	for _, c := range classes {
		rng := rand.New(rand.NewPCG(10, uint64(c.rank)))
		var rows [][]uint64
		for len(rows) < 32 {
			rows = append(rows, denseRow(rng, c.rank, c.extras, c.full))
		}
		for _, k := range c.ks {
			for _, tier := range asm.Available() {
				name := fmt.Sprintf("rank=%d/extras=%d/full=%v/k=%d/isa=%s", c.rank, c.extras, c.full, k, tier.Name)
				b.Run(name, func(b *testing.B) {
					ws := &Workspace{}
					for b.Loop() {
						for _, succ := range rows {
							if _, err := affineRow(ws, tier, succ, uint64(k)); err != nil {
								b.Fatal(err)
							}
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(rows)), "ns/row")
				})
			}
		}
	}
}

// denseRow draws rank+extras+1 distinct values from a space of the given rank:
// all numbers below 2^rank if it is full, else a random space of at least 16 bits.
func denseRow(rng *rand.Rand, rank, extras int, full bool) []uint64 {
	for {
		space := fullRankRow(rng, rank)
		if !full {
			for i := range space {
				space[i] = rng.Uint64N(1 << max(16, rank+4))
			}
		}
		var s span
		seen := map[uint64]bool{}
		var succ []uint64
		for len(succ) <= rank+extras {
			v := uint64(0)
			for _, x := range space {
				v ^= x & -(rng.Uint64() & 1)
			}
			if !seen[v] {
				seen[v] = true
				succ = append(succ, v)
				s.insert(v ^ succ[0])
			}
		}
		if s.rank() == rank {
			return succ
		}
	}
}

// BenchmarkCoins counts how many coins of a row get a value in the time of -benchtime,
// one vertex after another. A move turns at most the given number of them. The
// largest value has the given number of bits. How many it is in a minute:
//
//	go test ./kernel -run '^$' -bench Coins -benchtime 60s
func BenchmarkCoins(b *testing.B) {
	limit, err := time.ParseDuration(flag.Lookup("test.benchtime").Value.String())
	if err != nil {
		b.Skip("it needs a time, not a number of turns")
	}
	for turn := uint64(3); turn <= 8; turn++ {
		b.Run(fmt.Sprintf("turn=%d", turn), func(b *testing.B) {
			row := []uint64{0}
			for b.Loop() {
				row = row[:1]
				var ws Workspace
				var batch Batch
				for begun := time.Now(); time.Since(begun) < limit; {
					batch.Reset()
					batch.Add(turn-1, row...)
					if err := auto.Mex(&ws, &batch); err != nil {
						b.Log(err)
						break
					}
					row = append(row, batch.Mex[0])
				}
			}
			b.ReportMetric(float64(len(row)-1), "coins")
			b.ReportMetric(float64(bits.Len64(row[len(row)-1])), "bits")
		})
	}
}
