package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPermuteGeneric compares the generic forms with moving bit by bit, by every v
// in short bitsets and by some in longer ones.
func TestPermuteGeneric(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, words := range []int{1, 2, 4, 8, 32} {
		n := uint64(words) * 64
		for _, v := range masks(rng, words) {
			a, b := sparse(rng, words), sparse(rng, words)
			wantA, wantB := slices.Clone(a), slices.Clone(b)
			for x := range n {
				y := x ^ v
				wantA[x/64] |= b[y/64] >> (y % 64) & 1 << (x % 64)
				wantB[x/64] |= a[y/64] >> (y % 64) & 1 << (x % 64)
			}
			dst := slices.Clone(a)
			orPermuted(dst, b, v)
			if !slices.Equal(dst, wantA) {
				t.Fatalf("orPermuted, %d words by %d: %x, want %x", words, v, dst, wantA)
			}
			orExchanged(a, b, v)
			if !slices.Equal(a, wantA) || !slices.Equal(b, wantB) {
				t.Fatalf("orExchanged, %d words by %d: %x and %x, want %x and %x", words, v, a, b, wantA, wantB)
			}
		}
	}
}

// TestPermute compares the tiers with the generic forms, for all lengths up to
// several vectors and for some that take several calls.
func TestPermute(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(11, 12))
		a, b := newMemory(t, rng), newMemory(t, rng)
		a.save()
		b.save()
		for words := 1; words <= 512; words *= 2 {
			all := places(8)
			for _, v := range masks(rng, words) {
				at, bt := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
				x, y := put[uint64](a, at, words), put[uint64](b, bt, words)
				copy(x, sparse(rng, words))
				copy(y, sparse(rng, words))
				accept(a, x)
				accept(b, y)
				wantX, wantY := slices.Clone(x), slices.Clone(y)
				orPermuted(wantX, y, v)
				tier.OrPermuted(x, y, v)
				check(t, a, x, wantX)
				check(t, b, y, wantY)
				orExchanged(wantX, wantY, v)
				tier.OrExchanged(x, y, v)
				check(t, a, x, wantX)
				check(t, b, y, wantY)
			}
		}
		for _, words := range []int{maxWords, 4 * maxWords} {
			for range 10 {
				v := rng.Uint64N(uint64(64 * words))
				x, y := sparse(rng, words), sparse(rng, words)
				wantX, wantY := slices.Clone(x), slices.Clone(y)
				orPermuted(wantX, y, v)
				tier.OrPermuted(x, y, v)
				if !slices.Equal(x, wantX) || !slices.Equal(y, wantY) {
					t.Fatalf("OrPermuted, %d words by %d differs", words, v)
				}
				orExchanged(wantX, wantY, v)
				tier.OrExchanged(x, y, v)
				if !slices.Equal(x, wantX) || !slices.Equal(y, wantY) {
					t.Fatalf("OrExchanged, %d words by %d differs", words, v)
				}
			}
		}
	})
}

// masks returns every v below 256, and above it single bits, neighbours of those,
// the largest, and random ones, some of them multiples of 8 and of 64.
func masks(rng *rand.Rand, words int) (list []uint64) {
	n := uint64(words) * 64
	for v := range min(n, 256) {
		list = append(list, v)
	}
	for v := uint64(256); v < n; v *= 2 {
		list = append(list, v, v-1, n-v, n-1, rng.Uint64N(n), rng.Uint64N(n)&^63, rng.Uint64N(n)&^7)
	}
	return list
}

// sparse returns random words with a quarter of their bits set.
func sparse(rng *rand.Rand, words int) []uint64 {
	set := make([]uint64, words)
	for i := range set {
		set[i] = rng.Uint64() & rng.Uint64()
	}
	return set
}
