package election

import (
	"math"
	"math/bits"

	"mexlab/internal/hugepage"
)

// A wide has a bit for each level from narrow up that a city leads to. There are
// bits for as many levels as the city has roads: its own level is no higher.
type wide struct {
	start []uint32 // those of city u are in bits[start[u]:start[u+1]]
	bits  []uint64
}

// newWide makes a wide without any bits set, for cities with so many roads.
func newWide(roads []uint32) *wide {
	w := &wide{start: hugepage.Make[uint32](len(roads) + 1)}
	words := uint32(0)
	for u, d := range roads {
		words += (max(d, narrow) - narrow + 63) / 64
		w.start[u+1] = words
	}
	w.bits = hugepage.Make[uint64](int(words))
	return w
}

func (w *wide) of(u uint32) []uint64 { return w.bits[w.start[u]:w.start[u+1]] }

// mex returns the least level, counted from narrow, that u does not lead to.
func (w *wide) mex(u uint32) uint {
	all := w.of(u)
	for i, b := range all {
		if b != math.MaxUint64 {
			return uint(64*i + bits.TrailingZeros64(^b))
		}
	}
	return uint(64 * len(all))
}

// tell says that the cities lead to level l, counted from narrow.
func (w *wide) tell(cities []uint32, l uint) {
	for _, u := range cities {
		if all := w.of(u); l/64 < uint(len(all)) {
			all[l/64] |= 1 << (l % 64)
		}
	}
}
