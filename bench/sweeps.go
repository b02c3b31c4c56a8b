package bench

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"mexlab/kernel"
)

// sweeps lists workloads that differ in one thing: the degree, K, or the width of
// the values. They are the points of the reports' curves.
func sweeps() []Workload {
	var list []Workload
	// Kernels that enumerate end at 24. The larger degrees are near multiples of a
	// vector's length, up to the largest for lanes.
	for _, d := range append(upTo(2, 24), 31, 32, 33, 47, 48, 63, 64) {
		list = append(list, random("Degree", 256, d, 8, 0, 100, max(1, min(64, 1<<17>>d))))
	}
	for _, k := range append(upTo(0, 10), 12, 16, 17, 100) {
		list = append(list, random("K", 64, 17, 10, k, k, 1))
	}
	// The least width for 17 values, and the neighbours of 8, 16 and 32 bits.
	for _, w := range []int{5, 7, 8, 9, 12, 15, 16, 17, 20, 31, 32, 33, 48, 63} {
		rows := 256
		if w > 12 {
			rows = 32 // bitsets over all numbers of this width take long
		}
		list = append(list, random("Width", rows, 17, w, 0, 100, 1))
	}
	return list
}

func upTo(first, last int) []int {
	var list []int
	for i := first; i <= last; i++ {
		list = append(list, i)
	}
	return list
}

// random is a workload of rows with distinct values of width bits, and with K
// uniform in leastK..mostK. Kernels that enumerate do sample of the rows.
func random(suite string, rows, degree, width, leastK, mostK, sample int) Workload {
	k := "uniform"
	if leastK == mostK {
		k = strconv.Itoa(leastK)
	}
	return Workload{
		Key:   fmt.Sprintf("deg=%d/k=%s/values=%dbit", degree, k, width),
		Doc:   fmt.Sprintf("%d random values of %d bits, K %s", degree, width, k),
		suite: suite, sample: sample,
		Fill: func() (*kernel.Batch, error) {
			rng := rand.New(rand.NewPCG(uint64(degree), uint64(width)))
			var b kernel.Batch
			for range rows {
				var row []uint64
				for len(row) < degree {
					row = addDistinct(row, rng.Uint64N(1<<width))
				}
				b.Add(uint64(leastK)+rng.Uint64N(uint64(mostK-leastK+1)), row...)
			}
			return &b, nil
		},
	}
}
