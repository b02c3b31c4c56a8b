package bench

import (
	_ "embed"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"mexlab/bench/generate"
	"mexlab/kernel"
)

// A Workload is a batch of vertices for every kernel that can do them.
type Workload struct {
	Name string
	Key  string // parts of a benchmark's name: largest degree, how K is drawn, what the values are
	Doc  string // the vertices, in words

	// Fill draws the vertices, the same in every run and on every architecture.
	Fill func() (*kernel.Batch, error)

	suite  string // of benchmarks
	sample int    // the number of rows for kernels that enumerate, in benchmarks
}

// Workloads lists the built-in workloads.
func Workloads() []Workload {
	list := []Workload{
		{
			Name: "sample", Key: "deg=2/k=small/values=board",
			Doc:  "the sample of the add-subtract game's statement: tiny rows",
			Fill: func() (*kernel.Batch, error) { return rows(sampleText) },
		},
		boardWorkload("uva", "uniform", uva),
		boardWorkload("xsy", "uniform", xsy),
		boardWorkload("smallk", "small", smallK),
		{
			Name: "adversarial", Key: "deg=19/k=rank-1/values=basis",
			Doc:  "full-rank bases of 8..16 values with K = rank-1, and up to two dependent values: the scan's worst case",
			Fill: func() (*kernel.Batch, error) { return adversarial(newRand(4)), nil },
		},
		{
			Name: "wide", Key: "deg=64/k=mixed/values=random",
			Doc:  "64 successors with 16-bit values of rank 7 to 16, K from 1 to 100: beyond enumeration",
			Fill: func() (*kernel.Batch, error) { return wide(newRand(5)), nil },
		},
	}
	for i := range list {
		w := &list[i]
		w.Key += "/load=" + w.Name
		w.suite, w.sample = "Mex", quickBudget.sample
	}
	return list
}

//go:embed sample.txt
var sampleText []byte

// newRand returns a source of random numbers. Each workload has its own stream.
func newRand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(1, stream)) }

func boardWorkload(name, k string, boards generate.Spec) Workload {
	return Workload{
		Name: name, Key: fmt.Sprintf("deg=%d/k=%s/values=board", boards.MaxDegree, k),
		Doc: fmt.Sprintf("random boards like the judges': V=%d, E=%d, out-degree at most %d, K uniform in 0..%d",
			boards.Vertices, boards.Edges, boards.MaxDegree, boards.MaxK),
		Fill: func() (*kernel.Batch, error) { return boardRows(boards) },
	}
}

// adversarial draws rows for every rank from 8 to 16. Their translated values are
// a basis of all numbers below 2^rank and up to two more values. With K = rank-1
// and no more values, only the XOR of the basis is unreachable. It is the largest
// number, so that a scan tries all of them.
func adversarial(rng *rand.Rand) *kernel.Batch {
	var b kernel.Batch
	for rank := 8; rank <= 16; rank++ {
		for extras := range 3 {
			for _, shifted := range []bool{false, true} {
				row := basis(rng, rank)
				for len(row) < rank+extras {
					row = addDistinct(row, 1+rng.Uint64N(1<<rank-1))
				}
				row = append(row, 0)
				if shifted {
					v0 := rng.Uint64N(1 << rank)
					for i := range row {
						row[i] ^= v0
					}
				}
				b.Add(uint64(rank-1), row...)
			}
		}
	}
	return &b
}

// basis draws rank numbers below 2^rank, independent over GF(2), with XOR 2^rank-1.
func basis(rng *rand.Rand, rank int) []uint64 {
	for {
		row := make([]uint64, rank)
		last := uint64(1)<<rank - 1
		for i := range rank - 1 {
			row[i] = rng.Uint64N(1 << rank)
			last ^= row[i]
		}
		row[rank-1] = last
		if independent(row) {
			return row
		}
	}
}

// independent reports whether the numbers are independent over GF(2).
func independent(numbers []uint64) bool { return rank(numbers, 0) == uint64(len(numbers)) }

// rank returns the rank over GF(2) of the numbers, after each was XORed with v0.
func rank(numbers []uint64, v0 uint64) uint64 {
	var echelon []uint64
	for _, x := range numbers {
		x ^= v0
		for _, e := range echelon {
			x = min(x, x^e) // clears e's leading bit
		}
		if x != 0 {
			echelon = append(echelon, x)
		}
	}
	return uint64(len(echelon))
}

// wide draws rows of 64 distinct values from random spaces of several ranks. K
// goes from far below the rank to far above it.
func wide(rng *rand.Rand) *kernel.Batch {
	var b kernel.Batch
	for range 2 {
		for _, rank := range []int{7, 10, 13, 16} {
			for _, k := range []int{1, 2, 3, rank / 2, rank - 1, rank, rank + 1, 100} {
				space := make([]uint64, rank)
				for i := range space {
					space[i] = rng.Uint64N(1 << 16)
				}
				for !independent(space) {
					space[rng.IntN(rank)] = rng.Uint64N(1 << 16)
				}
				var row []uint64
				for len(row) < 64 {
					x := uint64(0)
					for pick := rng.Uint64N(1 << rank); pick != 0; pick &= pick - 1 {
						x ^= space[bits.TrailingZeros64(pick)]
					}
					row = addDistinct(row, x)
				}
				b.Add(uint64(k), row...)
			}
		}
	}
	return &b
}

// addDistinct appends x if the row does not have it.
func addDistinct(row []uint64, x uint64) []uint64 {
	if slices.Contains(row, x) {
		return row
	}
	return append(row, x)
}
