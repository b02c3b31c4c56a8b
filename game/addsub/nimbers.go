package addsub

import "math/bits"

// Nimbers are the Grundy values of a group's vertices, in whatever width they
// fit.
type nimbers interface {
	// at returns the value of vertex v of the group.
	at(v uint32) uint64

	// xor returns the XOR of the values of the vertices first+i for which bit
	// i is set: bit i%64 of set[i/64].
	xor(first uint32, set []uint64) uint64
}

// A word is a width that nimbers are kept in.
type word interface{ uint16 | uint32 | uint64 }

// A column holds nimbers, by vertex.
type column[T word] []T

func (c column[T]) at(v uint32) uint64 { return uint64(c[v]) }

func (c column[T]) xor(first uint32, set []uint64) uint64 {
	x := T(0)
	c = c[first:]
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			x ^= c[i*64+bits.TrailingZeros64(w)]
		}
	}
	return uint64(x)
}
