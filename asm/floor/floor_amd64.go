//go:build !purego

package floor

import "github.com/klauspost/cpuid/v2"

var hasAVX2 = cpuid.CPU.Supports(cpuid.AVX, cpuid.AVX2)

// orVectors handles the whole blocks of 16 words and returns how long they are.
func orVectors(dst, src []uint64) int {
	n := len(dst) &^ 15
	if n == 0 || !hasAVX2 {
		return 0
	}
	orAVX2(&dst[0], &src[0], n)
	return n
}

//go:noescape
func orAVX2(dst, src *uint64, words int)
