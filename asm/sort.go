package asm

import "math/bits"

// Sort16 translates and sorts the numbers of 16 vertices at once, one a lane.
// cols[16*j+l] is number j of vertex l; there is at least one. In each lane v0
// becomes the least number, and every number x becomes x^v0. These are then sorted
// in descending order, and one that is equal to the one before it becomes 0 where
// it stands. So the last one is always 0.
func (t *Tier) Sort16(cols []uint16, v0 *[16]uint16) {
	checkColumns(len(cols))
	if t.sort16 == nil || len(cols) > 16*sortColumns {
		sort16(cols, v0)
		return
	}
	t.sort16(&cols[0], len(cols)/16, v0)
}

// sortColumns is the number of columns that a body handles at most: v0 and sixteen
// others, which vector registers hold.
const sortColumns = 17

// sort16 is the generic form of Sort16. It sorts columns by Batcher's method, as in
// Knuth, The Art of Computer Programming 3, algorithm 5.2.2M. Which columns it
// compares does not depend on the numbers, so all lanes are sorted alike.
func sort16(cols []uint16, v0 *[16]uint16) {
	*v0 = [16]uint16(cols)
	for i, x := range cols {
		v0[i%16] = min(v0[i%16], x)
	}
	for i := range cols {
		cols[i] ^= v0[i%16]
	}
	n := len(cols) / 16
	top := 1 << bits.Len(uint(n-1)) >> 1 // half of the least power of two >= n
	for p := top; p > 0; p /= 2 {
		for q, r, d := top, 0, p; ; q, r, d = q/2, p, q-p {
			for i := range n - d {
				if i&p == r {
					exchange((*[16]uint16)(cols[16*i:]), (*[16]uint16)(cols[16*(i+d):]))
				}
			}
			if q == p {
				break
			}
		}
	}
	for i := len(cols) - 1; i >= 16; i-- {
		if cols[i] == cols[i-16] {
			cols[i] = 0
		}
	}
}

// exchange puts the greater number of each lane into a, and the other into b.
func exchange(a, b *[16]uint16) {
	for l := range a {
		a[l], b[l] = max(a[l], b[l]), min(a[l], b[l])
	}
}
