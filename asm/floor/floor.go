// Package floor has loops that only read and write, for benchmarks to compare with.
package floor

// Or adds src to dst: bitsets of the same number of words.
func Or(dst, src []uint64) {
	if len(dst) != len(src) {
		panic("floor: bitsets of different lengths")
	}
	n := orVectors(dst, src)
	for i, w := range src[n:] {
		dst[n+i] |= w
	}
}
