package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSort16Generic compares the generic form with sorting each lane by itself.
func TestSort16Generic(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for n := range 3000 {
		d := 1 + n%80
		cols := mixedColumns(rng, d)
		before := slices.Clone(cols)
		var v0 [16]uint16
		sort16(cols, &v0)
		for lane := range 16 {
			var got, want []uint16
			for i := lane; i < len(cols); i += 16 {
				got, want = append(got, cols[i]), append(want, before[i])
			}
			least := slices.Min(want)
			for j := range want {
				want[j] ^= least
			}
			slices.Sort(want)
			slices.Reverse(want)
			for j := d - 1; j > 0; j-- {
				if want[j] == want[j-1] {
					want[j] = 0
				}
			}
			if v0[lane] != least || !slices.Equal(got, want) {
				t.Fatalf("lane %d: v0 %x, sorted %x; want %x, %x", lane, v0[lane], got, least, want)
			}
		}
	}
}

// TestSort16ZeroOne sorts all rows of zeros and ones. By the zero-one principle (Knuth,
// The Art of Computer Programming 3, 5.3.4) a network of comparators that sorts these
// sorts all numbers. If they are not sorted, a 1 is left after a 0.
func TestSort16ZeroOne(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		for d := 1; d <= 17; d++ {
			cols := make([]uint16, 16*d)
			want := make([]uint16, 16*d)
			for first := 0; first < 1<<d; first += 16 {
				for i := range cols {
					cols[i] = uint16((first + i%16) >> (i / 16) & 1)
				}
				for lane := range 16 {
					row := (first + lane) & (1<<d - 1)
					want[lane] = 1
					if row == 0 || row == 1<<d-1 {
						want[lane] = 0 // all are equal
					}
				}
				var v0 [16]uint16
				if tier.Sort16(cols, &v0); !slices.Equal(cols, want) {
					t.Fatalf("%d columns, rows %b to %b: got %v, want %v", d, first, first+15, cols, want)
				}
			}
		}
	})
}

func TestSort16(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(33, 34))
		cm, vm := newMemory(t, rng), newMemory(t, rng)
		cm.save()
		vm.save()
		for d := 1; d <= 24; d++ {
			for _, at := range places(2) {
				want := mixedColumns(rng, d)
				cols, v0 := put[uint16](cm, at, 16*d), put[uint16](vm, at, 16)
				copy(cols, want)
				var wantV0 [16]uint16
				sort16(want, &wantV0)
				tier.Sort16(cols, (*[16]uint16)(v0))
				check(t, cm, cols, want)
				check(t, vm, v0, wantV0[:])
			}
		}
		for n := range rounds(20_000) {
			d := 1 + n%20
			cols := mixedColumns(rng, d)
			before, want := slices.Clone(cols), slices.Clone(cols)
			var v0, wantV0 [16]uint16
			sort16(want, &wantV0)
			if tier.Sort16(cols, &v0); !slices.Equal(cols, want) || v0 != wantV0 {
				t.Fatalf("%x: got %x, v0 %x; want %x, v0 %x", before, cols, v0, want, wantV0)
			}
		}
	})
}
