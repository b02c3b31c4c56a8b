package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestXorPermute compares the permutations with moving bit by bit, for every
// v on short bitsets, some on longer ones, and checks that nothing is written
// past the end.
func TestXorPermute(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, words := range []int{1, 2, 4, 8, 32} {
		n := uint64(words) * 64
		for i := range min(n, 256) {
			v := i
			if n > 256 {
				v = rng.Uint64N(n)
			}
			a, b := sparse(rng, words+1), sparse(rng, words+1)
			wantA, wantB := slices.Clone(a), slices.Clone(b)
			for x := range n {
				y := x ^ v
				wantA[x/64] |= b[y/64] >> (y % 64) & 1 << (x % 64)
				wantB[x/64] |= a[y/64] >> (y % 64) & 1 << (x % 64)
			}
			dst := slices.Clone(a)
			orPermuted(dst[:words], b[:words], v)
			if !slices.Equal(dst, wantA) {
				t.Fatalf("orPermuted, %d words by %d: %x, want %x", words, v, dst, wantA)
			}
			orExchanged(a[:words], b[:words], v)
			if !slices.Equal(a, wantA) || !slices.Equal(b, wantB) {
				t.Fatalf("orExchanged, %d words by %d: %x and %x, want %x and %x", words, v, a, b, wantA, wantB)
			}
		}
	}
}

// sparse returns random words with a quarter of their bits set.
func sparse(rng *rand.Rand, words int) []uint64 {
	set := make([]uint64, words)
	for i := range set {
		set[i] = rng.Uint64() & rng.Uint64()
	}
	return set
}
