package addsub

import (
	"math/rand/v2"
	"testing"
)

// listed are nimbers in a list.
type listed []uint64

func (l listed) at(v uint32) uint64 { return l[v] }

func (l listed) xor(first uint32, set []uint64) (x uint64) {
	for v, n := range l[first:] {
		x ^= n * (set[v/64] >> (v % 64) & 1)
	}
	return x
}

// Bit planes judge random sets as the XOR does, for nimbers of any width.
func TestBitplanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	var p bitplanes
	const first = 7
	lost := 0
	for _, n := range []uint32{1, 10, 63, 64, 65, 200} {
		for width := range 65 {
			values := make(listed, first+n)
			for v := range values {
				values[v] = rng.Uint64() & (1<<width - 1)
			}
			p.load(values, first, n)
			for range 50 {
				set := make([]uint64, (n+63)/64)
				for v := range n {
					set[v/64] |= rng.Uint64N(2) << (v % 64)
				}
				want := values.xor(first, set) > 0
				if got := p.wins(set); got != want {
					t.Fatalf("%d nimbers of %d bits: got %v, want %v", n, width, got, want)
				}
				if !want {
					lost++
				}
			}
		}
	}
	if lost < 500 {
		t.Errorf("only %d sets of XOR 0", lost)
	}
}
