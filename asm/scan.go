package asm

import "math/bits"

// scanWeights is the twin of ScanWeights.
func scanWeights(units []uint16, origin uint16, k, n int) int {
	checkScan(units, n)
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

// scanSums is the twin of ScanSums.
func scanSums(units []uint16, origin uint16, sums []Sum, k, n int) int {
	checkScan(units, n)
	checkSums(sums)
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

// countingSteps returns what counting up changes: L(x) = L(x-1) ^ steps[t]
// where t is the number of trailing zeros of x.
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
