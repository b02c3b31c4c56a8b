package asm

import (
	"fmt"
	"math/bits"
)

// A test is the weight of one XOR.
const (
	maxTests = 1 << 16 // of one call, unless 32 numbers with all sums are more
	fewTests = 8       // the generic form is faster for fewer
)

// A Sum is the XOR of Size words.
type Sum struct{ Word, Size uint16 }

// ScanWeights returns the smallest x in [0, n) with popcount(origin ^ L(x)) > k,
// or n if there is none. L(x) is the XOR of units[i] over the bits i of x.
// len(units) <= 16, 0 <= n <= 1<<len(units), and k may be any number.
func (t *Tier) ScanWeights(units []uint16, origin uint16, k, n int) int {
	checkScan(units, n)
	switch {
	case t.scanWeights == nil || n < fewTests:
		return scanWeights(units, origin, k, n)
	case k >= 16:
		return n
	case k < 0:
		return 0
	}
	return min(n, t.scanWeights(allUnits(units), origin, k, roundUp(n)))
}

// ScanSums returns the smallest x in [0, n) with
// popcount(origin ^ L(x) ^ s.Word) + s.Size > k for every s of sums, or n if there
// is none. There is at least one sum. The rest is as in ScanWeights.
func (t *Tier) ScanSums(units []uint16, origin uint16, sums []Sum, k, n int) int {
	checkScan(units, n)
	if len(sums) == 0 {
		panic("asm: scan with no sums: want at least one")
	}
	switch {
	case t.scanSums == nil || n < fewTests || k >= 1<<14:
		return scanSums(units, origin, sums, k, n)
	case k < 0:
		return 0
	}
	all := allUnits(units)
	// The size is a power of two, so that L(x+i) = L(x) ^ L(i) within a call.
	size := max(32, 1<<bits.Len(uint(maxTests/len(sums)))/2)
	for x := 0; x < n; x += size {
		y, m := origin^linear(units, x), min(size, roundUp(n-x))
		if found := t.scanSums(all, y, &sums[0], len(sums), k, m); found < m {
			return min(n, x+found)
		}
	}
	return n
}

// checkScan panics if the units or n break the rules.
func checkScan(units []uint16, n int) {
	if len(units) > 16 || n < 0 || n > 1<<len(units) {
		panic(fmt.Sprintf("asm: scan of %d numbers with %d units: want at most 16 units, and 0 to 2^units numbers", n, len(units)))
	}
}

// allUnits returns the units, and 0 for each that is missing.
func allUnits(units []uint16) (all [16]uint16) {
	copy(all[:], units)
	return all
}

// roundUp rounds the n of a scan up to whole vectors. An x from n on that a body
// finds does not count.
func roundUp(n int) int { return (n + 31) &^ 31 }

// scanWeights is the generic form of ScanWeights.
func scanWeights(units []uint16, origin uint16, k, n int) int {
	steps, y := countingSteps(units), origin
	for x := 0; x < n; {
		if bits.OnesCount16(y) > k {
			return x
		}
		x++
		y ^= steps[bits.TrailingZeros(uint(x))]
	}
	return n
}

// scanSums is the generic form of ScanSums.
func scanSums(units []uint16, origin uint16, sums []Sum, k, n int) int {
	steps, y := countingSteps(units), origin
	for x := 0; x < n; {
		passed := 0
		for bits.OnesCount16(y^sums[passed].Word)+int(sums[passed].Size) > k {
			if passed++; passed == len(sums) {
				return x
			}
		}
		x++
		y ^= steps[bits.TrailingZeros(uint(x))]
	}
	return n
}

// countingSteps returns the steps from one L to the next:
// L(x) = L(x-1) ^ steps[t], t the number of trailing zeros of x.
func countingSteps(units []uint16) (steps [17]uint16) {
	var sum uint16
	for i, u := range units {
		sum ^= u
		steps[i] = sum
	}
	return steps
}

// linear returns L(x).
func linear(units []uint16, x int) (sum uint16) {
	for ; x != 0; x &= x - 1 {
		sum ^= units[bits.TrailingZeros(uint(x))]
	}
	return sum
}
