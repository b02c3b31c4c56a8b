package asm

import "math/bits"

// eliminate is the twin of Eliminate16 and Eliminate32. The pivot p of a lane
// is the greatest of its numbers, so of x and x^p the one without p's leading
// bit is the smaller: a step is an XOR and a minimum, and a lane's numbers are
// used up after as many pivots as their rank, whatever their width.
func eliminate[T uint16 | uint32](cols []T, odd *[16]T, out *Lanes[T]) {
	checkColumns(len(cols))
	*out = Lanes[T]{}
	for lane := range 16 {
		v0, or, rest, most := cols[lane], T(0), T(0), T(0)
		for i := lane; i < len(cols); i += 16 {
			x := cols[i]
			v0 = min(v0, x)
			or |= x
			rest |= x & (x - 1)
		}
		for i := lane; i < len(cols); i += 16 {
			cols[i] ^= v0
			most = max(most, cols[i])
		}
		c, pivots := v0&odd[lane], T(0)
		for most != 0 {
			p := most
			pivots |= 1 << (bits.Len32(uint32(p)) - 1)
			c = min(c, c^p)
			most = 0
			for i := lane; i < len(cols); i += 16 {
				cols[i] = min(cols[i], cols[i]^p)
				most = max(most, cols[i])
			}
		}
		out.V0[lane], out.Or[lane], out.Rest[lane] = v0, or, rest
		out.Pivots[lane], out.C[lane] = pivots, c
	}
}
