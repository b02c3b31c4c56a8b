package addsub

import "math/bits"

// Planes are the nimbers of a game bit by bit. A set of vertices is a row of
// bits in whole words, and plane b is the set of those whose nimber has bit b:
// the XOR of the nimbers of a set has bit b iff an odd number of its vertices
// are in plane b. Whether it is 0 mostly shows in the first two planes, 64
// vertices a step.
type planes struct {
	words int
	sets  []uint64 // plane by plane
}

// Planes pay off where a game has many rounds, and stay in the nearest cache
// where a round has few words.
const (
	planesRounds = 4
	planesWords  = 64
)

// load makes the planes of n vertices from first on.
func (p *planes) load(values nimbers, first, n uint32) {
	or := uint64(0)
	for v := range n {
		or |= values.at(first + v)
	}
	p.words = int((uint64(n) + 63) / 64)
	if size := p.words * bits.Len64(or); size <= cap(p.sets) {
		p.sets = p.sets[:size]
		clear(p.sets)
	} else {
		p.sets = make([]uint64, size)
	}
	for v := range n {
		for x := values.at(first + v); x != 0; x &= x - 1 {
			p.sets[bits.TrailingZeros64(x)*p.words+int(v/64)] |= 1 << (v % 64)
		}
	}
}

// wins reports whether the XOR of the nimbers of a set is above 0.
func (p *planes) wins(set []uint64) bool {
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
