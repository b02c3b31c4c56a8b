package bench

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"mexlab/kernel"
)

// A sweep is one point of a curve: a workload in which one thing varies.
type sweep struct {
	suite  string
	load   Workload
	sample int // rows for kernels that enumerate
}

// sweeps lists the points of the curves over the degree, over K and over the
// width of the values.
func sweeps() []sweep {
	var list []sweep
	// Kernels that enumerate end at 24. The degrees beyond are a vector's
	// lengths with what is left of one, up to the widest that lanes take.
	for _, d := range append(upTo(2, 24), 31, 32, 33, 47, 48, 63, 64) {
		list = append(list, sweep{"Degree", random(256, d, 8, 0, 100), max(1, min(64, 1<<17>>d))})
	}
	for _, k := range append(upTo(0, 10), 12, 16, 17, 100) {
		list = append(list, sweep{"K", random(64, 17, 10, k, k), 1})
	}
	// Where 8, 16 and 32 bits end, and the least that 17 values need.
	for _, w := range []int{5, 7, 8, 9, 12, 15, 16, 17, 20, 31, 32, 33, 48, 63} {
		rows := 256
		if w > 12 {
			rows = 32 // bitsets over all numbers of this width grow slow
		}
		list = append(list, sweep{"Width", random(rows, 17, w, 0, 100), 1})
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

// random describes rows of so many distinct values of so many bits, with K
// uniform in leastK..mostK.
func random(rows, degree, width, leastK, mostK int) Workload {
	k := "uniform"
	if leastK == mostK {
		k = strconv.Itoa(leastK)
	}
	return Workload{
		Name:   fmt.Sprintf("random-%d-%d", degree, width),
		Doc:    fmt.Sprintf("%d random values of %d bits, K %s", degree, width, k),
		Degree: degree, K: k, Values: fmt.Sprintf("%dbit", width),
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
