package asm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// A ragged array, and a choice of its rows, for Gather16.
type ragged struct {
	succ      []uint64
	off, rows []uint32
}

// randomRagged returns rows of 1 to most values of the given width, in some order,
// among others that are longer or empty. Now and then a row occurs twice.
func randomRagged(rng *rand.Rand, most, width int) (r ragged) {
	r.off = append(r.off, 0)
	for lanes := 1 + rng.IntN(16); len(r.rows) < lanes; {
		d := rng.IntN(most + 3)
		if rng.IntN(4) == 0 {
			d = most
		}
		if 1 <= d && d <= most {
			r.rows = append(r.rows, uint32(len(r.off)-1))
		}
		for range d {
			r.succ = append(r.succ, rng.Uint64()>>(64-width))
		}
		r.off = append(r.off, uint32(len(r.succ)))
	}
	rng.Shuffle(len(r.rows), func(i, j int) { r.rows[i], r.rows[j] = r.rows[j], r.rows[i] })
	if rng.IntN(4) == 0 {
		r.rows[0] = r.rows[len(r.rows)-1]
	}
	return r
}

// TestGatherGeneric compares the generic form with the definition, place by place.
func TestGatherGeneric(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for range 2000 {
		n := 1 + rng.IntN(20)
		r := randomRagged(rng, n, rng.IntN(17))
		cols := make([]uint16, 16*n)
		for i := range cols {
			cols[i] = uint16(rng.Uint32())
		}
		or, want := gather(cols, r.succ, r.off, r.rows), uint64(0)
		for i, x := range cols {
			j, lane, v := i/16, i%16, uint64(0)
			if lane < len(r.rows) {
				from, to := int(r.off[r.rows[lane]]), int(r.off[r.rows[lane]+1])
				v = r.succ[from]
				if from+j < to {
					v = r.succ[from+j]
				}
			}
			if want |= v; uint64(x) != v {
				t.Fatalf("value %d of lane %d is %d, want %d, of %+v", j, lane, x, v, r)
			}
		}
		if or != want {
			t.Fatalf("OR %x, want %x", or, want)
		}
	}
}

// readsMasked tells whether this is QEMU's emulation of amd64, which reads what a
// masked load leaves out (seen in version 7.2). A CPU does not.
var readsMasked = cpuid.CPU.HypervisorVendorString == "TCGTCGTCGTCG"

func TestGather(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(63, 64))
		cm, sm, om, rm := newMemory(t, rng), newMemory(t, rng), newMemory(t, rng), newMemory(t, rng)
		for _, m := range []*memory{cm, sm, om, rm} {
			m.save()
		}
		for n := 1; n <= 70; n++ {
			for _, at := range places(2) {
				width := rng.IntN(17)
				if rng.IntN(8) == 0 {
					width = 64
				}
				r := randomRagged(rng, n, width)
				// Whole words are at every other of these places.
				at8, at4 := at, at
				if at >= inside {
					at8, at4 = inside+(at-inside)&^7, inside+(at-inside)&^3
				} else if at == atEnd && readsMasked {
					at8 = inside
				}
				succ, off, rows := put[uint64](sm, at8, len(r.succ)), put[uint32](om, at4, len(r.off)), put[uint32](rm, at4, len(r.rows))
				copy(succ, r.succ)
				copy(off, r.off)
				copy(rows, r.rows)
				accept(sm, succ)
				accept(om, off)
				accept(rm, rows)
				cols, want := put[uint16](cm, at, 16*n), make([]uint16, 16*n)
				or := gather(want, r.succ, r.off, r.rows)
				if got := tier.Gather16(cols, succ, off, rows); got != or {
					t.Fatalf("%d columns: OR %x, want %x", n, got, or)
				}
				if or>>16 != 0 {
					accept(cm, cols) // no particular values
					cols = nil
				}
				check(t, cm, cols, want)
				check[uint64](t, sm, nil, nil)
				check[uint32](t, om, nil, nil)
				check[uint32](t, rm, nil, nil)
			}
		}
		for _, n := range []int{maxColumns, maxColumns + 1} {
			r := randomRagged(rng, n, 16)
			got, want := make([]uint16, 16*n), make([]uint16, 16*n)
			or := gather(want, r.succ, r.off, r.rows)
			if tier.Gather16(got, r.succ, r.off, r.rows) != or || !slices.Equal(got, want) {
				t.Errorf("%d columns: not what the generic form returns", n)
			}
		}
	})
}
