package asm

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomNumbers returns columns of numbers in the high halves.
func randomNumbers(rng *rand.Rand, n int) []uint32 {
	cols, _ := randomColumns[uint16](rng, n)
	wide := make([]uint32, len(cols))
	for i, x := range cols {
		wide[i] = uint32(x) << 16
	}
	return wide
}

// TestCoordinatesGeneric checks that each number is the sum of the basis elements
// that its word names. Basis elements are the numbers whose words have one bit.
func TestCoordinatesGeneric(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 500 {
		d := 1 + rng.IntN(20)
		before := randomNumbers(rng, d+rng.IntN(20))
		cols := slices.Clone(before)
		coordinates(cols, d)
		for lane := range 16 {
			var basis [16]uint32
			rank, all := 0, uint32(0)
			for i := lane; i < 16*d; i += 16 {
				if cols[i]>>16 != 0 {
					t.Fatalf("lane %d: number %x is outside the span of its own basis: %x", lane, before[i], cols[i])
				}
				all |= cols[i]
				if bits.OnesCount32(cols[i]) == 1 {
					basis[bits.TrailingZeros32(cols[i])] = before[i]
				}
			}
			for rank < 16 && basis[rank] != 0 {
				rank++
			}
			if all != 1<<rank-1 {
				t.Fatalf("lane %d: coordinates %b, but %d basis elements", lane, all, rank)
			}
			for i := lane; i < len(cols); i += 16 {
				sum := cols[i] &^ 0xffff // what is outside the span
				for w := cols[i] & 0xffff; w != 0; w &= w - 1 {
					sum ^= basis[bits.TrailingZeros32(w)]
				}
				if sum != before[i] {
					t.Fatalf("lane %d: %x became %x, which is %x over the basis %x", lane, before[i], cols[i], sum, basis)
				}
			}
		}
	}
}

func TestCoordinates(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(25, 26))
		cm := newMemory(t, rng)
		cm.save()
		for d := 1; d <= 40; d++ {
			for _, at := range places(4) {
				n := d + rng.IntN(18)
				want := randomNumbers(rng, n)
				cols := put[uint32](cm, at, 16*n)
				copy(cols, want)
				coordinates(want, d)
				tier.Coordinates(cols, d)
				check(t, cm, cols, want)
			}
		}
		for _, n := range []int{maxColumns, maxColumns + 1} {
			want := randomNumbers(rng, n)
			cols := slices.Clone(want)
			coordinates(want, n-3)
			tier.Coordinates(cols, n-3)
			if !slices.Equal(cols, want) {
				t.Errorf("%d columns: not what the generic form returns", n)
			}
		}
	})
}
