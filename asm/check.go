package asm

import "fmt"

// The rules that callers keep. Breaking one is a mistake in the program, so it
// panics.

func checkPair(a, b int, v uint64) {
	if a != b || a <= 0 || a&(a-1) != 0 || v >= 64*uint64(a) {
		panic(fmt.Sprintf("asm: bitsets of %d and %d words, permuted by %d: want equal powers of two, and less than 64 times that", a, b, v))
	}
}

func checkScan(units []uint16, n int) {
	if len(units) > 16 || n < 0 || n > 1<<len(units) {
		panic(fmt.Sprintf("asm: scan of %d numbers with %d units: want at most 16 units, and at most 2^units numbers", n, len(units)))
	}
}

func checkSums(sums []Sum) {
	if len(sums) == 0 {
		panic("asm: scan with no sums: want at least one")
	}
}

func checkCoordinates(n, d int) {
	checkColumns(n)
	if d <= 0 || d > n/16 {
		panic(fmt.Sprintf("asm: a base of %d out of %d columns", d, n/16))
	}
}

func checkColumns(n int) {
	if n <= 0 || n%16 != 0 {
		panic(fmt.Sprintf("asm: columns of %d numbers in all: want a positive multiple of 16", n))
	}
}
