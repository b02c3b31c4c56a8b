package election

import (
	"mexlab/dag"
	"mexlab/game/text"
)

// heights holds a height of up to 63 bits for each city, and does so in 32 as
// long as that is enough: on large boards most of the time goes into touching
// fresh memory.
type heights struct {
	low  []uint32
	high []uint32 // nil while all heights are below 2^32
}

// readHeights reads n heights. On an error, it returns those before it.
func readHeights(r *text.Reader, n uint64) (h heights, err error) {
	h.low = dag.Make[uint32](r.Reserve(n))[:0]
	var chunk [1024]uint64
	for left := n; left > 0 && err == nil; {
		var got int
		got, err = r.Uints(chunk[:min(left, uint64(len(chunk)))])
		left -= uint64(got)
		h.add(chunk[:got])
	}
	return h, err
}

func (h *heights) add(values []uint64) {
	all := uint64(0)
	for _, x := range values {
		h.low = append(h.low, uint32(x))
		all |= x
	}
	if all>>32 != 0 && h.high == nil {
		h.high = make([]uint32, len(h.low)-len(values), cap(h.low))
	}
	if h.high != nil {
		for _, x := range values {
			h.high = append(h.high, uint32(x>>32))
		}
	}
}

func (h *heights) len() int { return len(h.low) }

func (h *heights) of(u uint32) uint64 {
	x := uint64(h.low[u])
	if h.high != nil {
		x |= uint64(h.high[u]) << 32
	}
	return x
}

// set gives u the height x, of no more bits than the largest height.
func (h *heights) set(u uint32, x uint64) {
	h.low[u] = uint32(x)
	if h.high != nil {
		h.high[u] = uint32(x >> 32)
	}
}
