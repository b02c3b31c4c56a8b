package asm

import (
	"math/rand/v2"
	"testing"
)

func TestFirstZero(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(13, 14))
		m := newMemory(t, rng)
		for n := 0; n <= 70; n++ {
			for _, at := range places(8) {
				words := put[uint64](m, at, n)
				for i := range words {
					words[i] = ^uint64(0)
				}
				m.save()
				if got := tier.FirstZero(words); got != 64*n {
					t.Fatalf("%d full words: %d, want %d", n, got, 64*n)
				}
				if n == 0 {
					continue
				}
				// A zero anywhere, and anything after it.
				want := rng.IntN(64 * n)
				words[want/64] = rng.Uint64()<<(want%64)<<1 | (1<<(want%64) - 1)
				for i := want/64 + 1; i < n; i++ {
					words[i] = rng.Uint64()
				}
				m.save()
				if got := tier.FirstZero(words); got != want {
					t.Fatalf("%d words, zero at %d: got %d", n, want, got)
				}
				check[uint64](t, m, nil, nil)
			}
		}
		long := make([]uint64, 3*maxWords+13)
		for i := range long {
			long[i] = ^uint64(0)
		}
		if got := tier.FirstZero(long); got != 64*len(long) {
			t.Fatalf("%d full words: %d", len(long), got)
		}
		for range 200 {
			want := rng.IntN(64 * len(long))
			long[want/64] &^= 1 << (want % 64)
			if got := tier.FirstZero(long); got != want {
				t.Fatalf("%d words, zero at %d: got %d", len(long), want, got)
			}
			long[want/64] = ^uint64(0)
		}
	})
}
