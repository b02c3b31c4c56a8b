package asm

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCoordinatesGeneric checks that the basis has the numbers that are no sums of
// those before them, that each number is the sum that its word names, and that
// what is left over has no leading bit of the span.
func TestCoordinatesGeneric(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 2000 {
		d := 1 + rng.IntN(20)
		cols := mixedColumns(rng, d+rng.IntN(20))
		before, words := slices.Clone(cols), make([]uint32, len(cols))
		coordinates(words, cols, d)
		if !slices.Equal(cols, before) {
			t.Fatal("the numbers were overwritten")
		}
		for lane := range 16 {
			var basis, echelon []uint16 // echelon: by leading bit, descending
			var leading uint16
			for i := lane; i < 16*d; i += 16 {
				rest := cols[i]
				for _, p := range echelon {
					rest = min(rest, rest^p)
				}
				if rest == 0 {
					continue
				}
				if words[i] != 1<<len(basis) {
					t.Fatalf("lane %d: number %x is basis element %d, but its word is %x", lane, cols[i], len(basis), words[i])
				}
				basis = append(basis, cols[i])
				leading |= 1 << (bits.Len16(rest) - 1)
				at, _ := slices.BinarySearchFunc(echelon, rest, func(p, x uint16) int { return int(x) - int(p) })
				echelon = slices.Insert(echelon, at, rest)
			}
			for i := lane; i < len(cols); i += 16 {
				sum := uint16(words[i] >> 16)
				if sum&leading != 0 || i < 16*d && sum != 0 || words[i]&0xffff>>len(basis) != 0 {
					t.Fatalf("lane %d: number %d is %x, and became %x; rank %d, leading bits %x", lane, i/16, cols[i], words[i], len(basis), leading)
				}
				for w := words[i] & 0xffff; w != 0; w &= w - 1 {
					sum ^= basis[bits.TrailingZeros32(w)]
				}
				if sum != cols[i] {
					t.Fatalf("lane %d: %x became %x, which is %x over the basis %x", lane, cols[i], words[i], sum, basis)
				}
			}
		}
	}
}

func TestCoordinates(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(25, 26))
		cm, wm := newMemory(t, rng), newMemory(t, rng)
		cm.save()
		wm.save()
		for d := 1; d <= 40; d++ {
			for _, at := range places(4) {
				numbers := mixedColumns(rng, d+rng.IntN(18))
				cols, words := put[uint16](cm, at, len(numbers)), put[uint32](wm, at, len(numbers))
				copy(cols, numbers)
				accept(cm, cols)
				want := make([]uint32, len(numbers))
				coordinates(want, numbers, d)
				tier.Coordinates(words, cols, d)
				check(t, wm, words, want)
				check[uint16](t, cm, nil, nil)
			}
		}
		for n := range rounds(20_000) {
			d := 1 + n%20
			cols := mixedColumns(rng, d+rng.IntN(18))
			if n%2 == 0 {
				sort16(cols[:16*d], new([16]uint16))
			}
			want, words := make([]uint32, len(cols)), make([]uint32, len(cols))
			coordinates(want, cols, d)
			if tier.Coordinates(words, cols, d); !slices.Equal(words, want) {
				t.Fatalf("%x, a basis of %d: got %x, want %x", cols, d, words, want)
			}
		}
		for _, n := range []int{coordinateColumns, coordinateColumns + 1} {
			cols := mixedColumns(rng, n)
			want, words := make([]uint32, len(cols)), make([]uint32, len(cols))
			coordinates(want, cols, n-3)
			if tier.Coordinates(words, cols, n-3); !slices.Equal(words, want) {
				t.Errorf("%d columns: not what the generic form returns", n)
			}
		}
	})
}
