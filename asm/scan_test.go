package asm

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A scanCase is an input of the scans.
type scanCase struct {
	units  []uint16
	origin uint16
	sums   []Sum
	k, n   int
}

// byDefinition returns what a scan with these sums has to return.
func (c *scanCase) byDefinition(sums []Sum) int {
next:
	for x := range c.n {
		for _, s := range sums {
			y := c.origin ^ s.Word
			for i, u := range c.units {
				y ^= u * uint16(x>>i&1)
			}
			if bits.OnesCount16(y)+int(s.Size) <= c.k {
				continue next
			}
		}
		return x
	}
	return c.n
}

// randomCase returns a case, mostly one with an answer other than 0 and n.
func randomCase(rng *rand.Rand, most int) *scanCase {
	c := &scanCase{units: make([]uint16, rng.IntN(17)), origin: uint16(rng.Uint32()), k: rng.IntN(17)}
	// Sometimes few bits, and so small weights.
	mask := uint16(0xffff) >> rng.IntN(16)
	c.origin &= mask
	for i := range c.units {
		c.units[i] = uint16(rng.Uint32()) & mask
		if rng.IntN(4) > 0 {
			c.units[i] &= uint16(rng.Uint32())
		}
	}
	c.n = min(most, 1<<len(c.units))
	if rng.IntN(2) == 0 {
		c.n = rng.IntN(c.n + 1)
	}
	c.sums = make([]Sum, 1+rng.IntN(40)*rng.IntN(2))
	for i := range c.sums[1:] {
		c.sums[1+i] = Sum{uint16(rng.Uint32()) & mask, uint16(1 + rng.IntN(6))}
	}
	return c
}

func TestScanGeneric(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range 3000 {
		c := randomCase(rng, 300)
		if got, want := scanWeights(c.units, c.origin, c.k, c.n), c.byDefinition([]Sum{{}}); got != want {
			t.Fatalf("scanWeights, %+v: got %d, want %d", c, got, want)
		}
		if got, want := scanSums(c.units, c.origin, c.sums, c.k, c.n), c.byDefinition(c.sums); got != want {
			t.Fatalf("scanSums, %+v: got %d, want %d", c, got, want)
		}
	}
}

func TestScan(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(17, 18))
		um, sm := newMemory(t, rng), newMemory(t, rng)
		um.save()
		sm.save()
		test := func(c *scanCase, at place) {
			t.Helper()
			units, sums := put[uint16](um, at, len(c.units)), put[Sum](sm, at&^2, len(c.sums))
			copy(units, c.units)
			copy(sums, c.sums)
			accept(um, units)
			accept(sm, sums)
			if got, want := tier.ScanWeights(units, c.origin, c.k, c.n), scanWeights(units, c.origin, c.k, c.n); got != want {
				t.Fatalf("ScanWeights, %+v: got %d, want %d", c, got, want)
			}
			if got, want := tier.ScanSums(units, c.origin, sums, c.k, c.n), scanSums(units, c.origin, sums, c.k, c.n); got != want {
				t.Fatalf("ScanSums, %+v: got %d, want %d", c, got, want)
			}
			check[Sum](t, sm, nil, nil)
			check[uint16](t, um, nil, nil)
		}
		for range 200 {
			for _, at := range places(2) {
				test(randomCase(rng, 200), at)
			}
			test(randomCase(rng, 1<<16), atEnd)
		}
		// Every n of the first vectors, if none, all, or the last pass.
		units := make([]uint16, 16)
		for i := range units {
			units[i] = 1 << i
		}
		for n := range 200 {
			for _, k := range []int{math.MinInt, -1, 0, 1, 7, 8, 15, 16, 17, 1<<14 - 1, 1 << 14, 1<<16 + 8, math.MaxInt} {
				c := &scanCase{units: units, k: k, n: n, sums: []Sum{{}, {math.MaxUint16, math.MaxUint16}, {3, 1}}}
				test(c, atEnd)
				c.units = make([]uint16, bits.Len(uint(n)))
				test(c, atStart)
			}
		}
		// From the origin ^x only x has weight 16: no other passes.
		for range 300 {
			x := rng.IntN(1 << 16)
			c := &scanCase{units: units, origin: ^uint16(x), k: 15, n: 1 << 16, sums: []Sum{{}}}
			if got := tier.ScanWeights(c.units, c.origin, c.k, c.n); got != x {
				t.Fatalf("ScanWeights: got %d, want %d", got, x)
			}
			c.n = x + rng.IntN(2)
			test(c, atEnd)
		}
		// Sums up to and beyond those that make a call as short as can be.
		sums := make([]Sum, 3000)
		for i := range sums {
			sums[i] = Sum{uint16(rng.Uint32()), uint16(rng.IntN(40) * rng.IntN(2000))}
		}
		for _, count := range []int{5, 100, 1000, 2047, 2049, 3000} {
			for range 3 {
				slices.Reverse(sums)
				test(&scanCase{units: units, k: rng.IntN(6), n: 1 << 10, sums: sums[:count], origin: uint16(rng.Uint32())}, atEnd)
				test(&scanCase{units: units, k: -1, n: 1 << 10, sums: sums[:count]}, atEnd)
			}
		}
	})
}
