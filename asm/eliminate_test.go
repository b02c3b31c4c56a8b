package asm

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEliminateGeneric compares the generic forms with the span itself, built
// element by element.
func TestEliminateGeneric(t *testing.T) {
	testEliminateGeneric[uint16](t)
	testEliminateGeneric[uint32](t)
}

func testEliminateGeneric[T uint16 | uint32](t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for range 300 {
		d := 1 + rng.IntN(8)
		cols, odd := randomColumns[T](rng, d)
		before := slices.Clone(cols)
		var out Lanes[T]
		eliminate(cols, &odd, &out)
		for lane := range 16 {
			var values []T
			for j := range d {
				values = append(values, before[16*j+lane])
			}
			v0 := slices.Min(values)
			in := map[T]bool{0: true} // the span
			var leading T
			for _, v := range values {
				if g := v ^ v0; !in[g] {
					for x := range in {
						in[x] = true
					}
					var more []T
					for x := range in {
						more = append(more, x^g)
					}
					for _, x := range more {
						in[x] = true
					}
				}
			}
			for x := range in {
				if x != 0 {
					leading |= 1 << (bits.Len32(uint32(x)) - 1)
				}
			}
			if out.Pivots[lane] != leading {
				t.Fatalf("lane %d of %v: pivots %x; want %x", lane, values, out.Pivots[lane], leading)
			}
			c := v0 & odd[lane]
			if !in[out.C[lane]^c] || (out.C[lane] == 0) != in[c] {
				t.Fatalf("lane %d of %v: c %x is reduced to %x", lane, values, c, out.C[lane])
			}
		}
	}
}

// randomColumns returns d values of some width for each of 16 lanes.
func randomColumns[T uint16 | uint32](rng *rand.Rand, d int) (cols []T, odd [16]T) {
	width := rng.IntN(bits.Len64(uint64(^T(0))) + 1)
	for range 16 * d {
		x := T(rng.Uint64N(1 << width))
		switch rng.IntN(8) {
		case 0:
			x = 0
		case 1:
			x = T(uint64(1) << width >> 1)
		case 2:
			x = ^T(0)
		}
		cols = append(cols, x)
	}
	for i := range odd {
		odd[i] = -T(rng.IntN(2))
	}
	return cols, odd
}

func TestEliminate(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		t.Run("16", func(t *testing.T) { testEliminate(t, tier.Eliminate16) })
		t.Run("32", func(t *testing.T) { testEliminate(t, tier.Eliminate32) })
	})
}

func testEliminate[T uint16 | uint32](t *testing.T, primitive func([]T, *[16]T, *Lanes[T])) {
	rng := rand.New(rand.NewPCG(21, 22))
	size := bits.Len64(uint64(^T(0))) / 8
	cm, om, rm := newMemory(t, rng), newMemory(t, rng), newMemory(t, rng)
	cm.save()
	om.save()
	rm.save()
	for d := 1; d <= 40; d++ {
		for _, at := range places(size) {
			wantCols, wantOdd := randomColumns[T](rng, d)
			cols, odd, out := put[T](cm, at, 16*d), put[T](om, at, 16), put[Lanes[T]](rm, at, 1)
			copy(cols, wantCols)
			copy(odd, wantOdd[:])
			accept(om, odd)
			var want Lanes[T]
			eliminate(wantCols, &wantOdd, &want)
			primitive(cols, (*[16]T)(odd), &out[0])
			accept(cm, cols) // scratch
			check[T](t, cm, nil, nil)
			check[T](t, om, nil, nil)
			check(t, rm, out, []Lanes[T]{want})
		}
	}
	for _, d := range []int{maxColumns, maxColumns + 1} {
		cols, odd := randomColumns[T](rng, d)
		var got, want Lanes[T]
		eliminate(slices.Clone(cols), &odd, &want)
		if primitive(cols, &odd, &got); got != want {
			t.Fatalf("%d columns: got %v, want %v", d, got, want)
		}
	}
}
