package addsub

import (
	"math/bits"
	"slices"
)

// Nimbers are the Grundy values of a group's vertices, in one of two forms: column or codes.
type nimbers interface {
	// at returns the nimber of vertex v of the group.
	at(v uint32) uint64

	// xor returns the XOR of the nimbers of a set of vertices: vertex first+i is
	// in it if bit i%64 of set[i/64] is set.
	xor(first uint32, set []uint64) uint64
}

// wins reports whether the XOR of the nimbers of a set, as nimbers.xor has it, is
// above 0.
func (g *group) wins(first uint32, set []uint64) bool {
	if g.wide != nil {
		return g.wide.xor(first, set).Sign() != 0
	}
	return g.nimbers.xor(first, set) != 0
}

// A column holds nimbers of 16 bits, by vertex.
type column []uint16

func (c column) at(v uint32) uint64 { return uint64(c[v]) }

func (c column) xor(first uint32, set []uint64) uint64 {
	x := uint16(0)
	c = c[first:]
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			x ^= c[i*64+bits.TrailingZeros64(w)]
		}
	}
	return uint64(x)
}

// Bitplanes are the nimbers of a game bit by bit: plane b is the set of vertices
// whose nimber has bit b, as a row of bits in whole words. The XOR of the nimbers
// of a set has bit b if an odd number of its vertices are in plane b. The first
// two planes mostly show whether the XOR is 0, 64 vertices a step.
type bitplanes struct {
	words int      // a plane
	sets  []uint64 // plane by plane
}

// Bitplanes pay if a game has many rounds, and stay in the nearest cache if a
// round has few words.
const (
	minPlaneRounds = 4
	maxPlaneWords  = 64
)

// load makes the planes of n vertices from first on.
func (p *bitplanes) load(values nimbers, first, n uint32) {
	or := uint64(0)
	for v := range n {
		or |= values.at(first + v)
	}
	p.words = words(int(n))
	size := p.words * bits.Len64(or)
	p.sets = slices.Grow(p.sets[:0], size)[:size]
	clear(p.sets)
	for v := range n {
		for x := values.at(first + v); x != 0; x &= x - 1 {
			p.sets[bits.TrailingZeros64(x)*p.words+int(v/64)] |= 1 << (v % 64)
		}
	}
}

// wins reports whether the XOR of the nimbers of a set is above 0.
func (p *bitplanes) wins(set []uint64) bool {
	for rest := p.sets; len(rest) > 0; rest = rest[p.words:] {
		both := uint64(0)
		for i, w := range rest[:len(set)] {
			both ^= w & set[i]
		}
		if bits.OnesCount64(both)&1 != 0 {
			return true
		}
	}
	return false
}
