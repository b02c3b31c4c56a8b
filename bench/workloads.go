// Package bench compares kernels: named workloads, the check that all kernels
// agree on them, and the clock.
package bench

import (
	_ "embed"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"mexlab/dag"
	"mexlab/kernel"
)

// A Workload is a batch of vertices for every kernel that can do them.
type Workload struct {
	Name   string
	Doc    string // what it stands for
	Degree int    // the largest out-degree
	K      string // how K is drawn, in a word
	Values string // where the values come from, in a word

	// Fill draws the vertices. They are the same in every run and on every
	// architecture.
	Fill func() (*kernel.Batch, error)
}

// key returns the workload's properties as parts of a benchmark's name.
func (w Workload) key() string {
	return fmt.Sprintf("deg=%d/k=%s/values=%s", w.Degree, w.K, w.Values)
}

// Workloads lists the built-in workloads.
func Workloads() []Workload {
	return []Workload{
		{
			Name: "sample", Doc: "the sample of the add-subtract game's statement: tiny rows",
			Degree: 2, K: "small", Values: "board",
			Fill: func() (*kernel.Batch, error) {
				boards, err := parseBoards(sampleText)
				if err != nil {
					return nil, err
				}
				return record(boards)
			},
		},
		boardWorkload("uva", "uniform", BoardSpec{Games: 20, V: 100, E: 1300, MaxDegree: 15, MaxK: 100}),
		boardWorkload("xsy", "uniform", XSY),
		boardWorkload("smallk", "small", SmallK),
		{
			Name: "adversarial", Doc: "full-rank bases of 8..16 values with K = rank-1, and up to two dependent values: the scan's worst case",
			Degree: 19, K: "rank-1", Values: "basis",
			Fill: func() (*kernel.Batch, error) { return adversarial(newRand(4)), nil },
		},
		{
			Name: "wide", Doc: "64 successors with 16-bit values of rank 7 to 16, K from 1 to 100: beyond enumeration",
			Degree: 64, K: "mixed", Values: "random",
			Fill: func() (*kernel.Batch, error) { return wide(newRand(5)), nil },
		},
	}
}

// XSY describes boards like the judges' of XSY 1149.
var XSY = BoardSpec{Games: 20, V: 100, E: 1500, MaxDegree: 17, MaxK: 100, Rounds: 100, MaxTokens: 100}

// SmallK describes the same boards with K so small that it is mostly below the
// rank, where the closed forms end.
var SmallK = BoardSpec{Games: 20, V: 100, E: 1500, MaxDegree: 17, MaxK: 8, Rounds: 100, MaxTokens: 100}

//go:embed sample.txt
var sampleText []byte

// newRand returns the source of one workload's numbers.
func newRand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(1, stream)) }

func boardWorkload(name, k string, spec BoardSpec) Workload {
	return Workload{
		Name: name,
		Doc: fmt.Sprintf("random boards like the judges': V=%d, E=%d, out-degree at most %d, K uniform in 0..%d",
			spec.V, spec.E, spec.MaxDegree, spec.MaxK),
		Degree: spec.MaxDegree, K: k, Values: "board",
		Fill: func() (*kernel.Batch, error) { return record(spec.Boards(newRand(2))) },
	}
}

// record solves the boards, all together and level by level, and returns the
// row of every vertex that has successors, in the order of levels.
func record(boards []Board) (*kernel.Batch, error) {
	var src, dst []uint32
	var k []uint64
	for _, b := range boards {
		base := uint32(len(k))
		for i, u := range b.Src {
			src = append(src, base+u)
			dst = append(dst, base+b.Dst[i])
		}
		k = append(k, b.K...)
	}
	g := dag.New(len(k), src, dst)
	levels, err := g.Levels()
	if err != nil {
		return nil, err
	}

	var all, level kernel.Batch
	var ws kernel.Workspace
	grundy := make([]uint64, len(k)) // a leaf's is 0, and level 0 is all leaves
	for l := 1; l+1 < len(levels.Start); l++ {
		vertices := levels.Order[levels.Start[l]:levels.Start[l+1]]
		level.Reset()
		for _, u := range vertices {
			for _, v := range g.Succ(int(u)) {
				level.Succ = append(level.Succ, grundy[v])
			}
			level.Close(k[u])
		}
		if err := kernel.Auto().Mex(&ws, &level); err != nil {
			return nil, err
		}
		for i, u := range vertices {
			grundy[u] = level.Mex[i]
			all.Add(k[u], level.Row(i)...)
		}
	}
	return &all, nil
}

// adversarial draws, for every rank from 8 to 16, rows whose translated values
// are a basis of all numbers below 2^rank and up to two more values. With
// K = rank-1 and no more values, the one unreachable number is the XOR of the
// basis; it is made the largest, so that a scan tries every number.
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

// basis draws rank numbers below 2^rank that are independent over GF(2) and
// whose XOR is 2^rank-1.
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

// independent tells whether no XOR of some of the numbers is 0.
func independent(row []uint64) bool {
	var echelon []uint64
	for _, x := range row {
		for _, e := range echelon {
			x = min(x, x^e) // clears e's leading bit
		}
		if x == 0 {
			return false
		}
		echelon = append(echelon, x)
	}
	return true
}

// wide draws rows of 64 distinct values from random spaces of different ranks.
// For each, K runs from far below the rank to far above it.
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

// addDistinct appends x unless row has it.
func addDistinct(row []uint64, x uint64) []uint64 {
	if slices.Contains(row, x) {
		return row
	}
	return append(row, x)
}
