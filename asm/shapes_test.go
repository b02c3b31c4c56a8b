package asm

import (
	"math/rand/v2"
	"testing"
)

// rounds returns n, or a tenth of it in short tests: in an emulator a second takes
// a minute.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// mixedColumns returns d >= 1 numbers for each of 16 lanes, of other widths and
// shapes in each lane. Uniform numbers alone would miss faults: they have nearly
// full rank, and few of them are sums of others.
func mixedColumns(rng *rand.Rand, d int) []uint16 {
	cols := make([]uint16, 16*d)
	for lane := range 16 {
		mask := uint16(1)<<rng.IntN(17) - 1
		low := uint16(1)<<rng.IntN(9) - 1
		shape, few := rng.IntN(8), 1+rng.IntN(d)
		for j := range d {
			x := uint16(rng.Uint32())
			switch shape {
			case 0: // many bits 0
				x &= uint16(rng.Uint32())
			case 1: // powers of two, and 0
				x = 1 << rng.IntN(16) & uint16(rng.Uint32())
			case 2: // small ones, and sums with large ones
				if j >= few {
					x = cols[16*rng.IntN(few)+lane] ^ x&low
				}
			case 3: // sums of the first few
				if j >= few {
					x = 0
					for i := range few {
						x ^= cols[16*i+lane] & -uint16(rng.IntN(2))
					}
				}
			case 4: // the same ones again
				if j >= few {
					x = cols[16*rng.IntN(j)+lane]
				}
			case 5: // a low subspace, and a few others
				if rng.IntN(4) != 0 {
					x &= low
				}
			case 6: // a large number in common
				if j > 0 {
					x = cols[lane] ^ x&low
				}
			}
			cols[16*j+lane] = x & mask
		}
	}
	return cols
}
