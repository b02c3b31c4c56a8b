package election

import "mexlab/game/text"

// heights are numbers of up to 63 bits, one for each city. They take 32 bits
// each if that is enough: on large boards most time goes into touching memory.
type heights struct {
	low  []uint32
	high []uint32 // nil while all numbers are below 2^32
}

// readHeights reads n numbers, or those before an error, into low or more memory.
func readHeights(r *text.Reader, n uint64, low []uint32) (h heights, err error) {
	h.low = low[:0]
	err = h.read(r, n)
	return h, err
}

// read appends n numbers, or those before an error.
func (h *heights) read(r *text.Reader, n uint64) error {
	for n > 0 {
		values, err := r.Peek()
		if err != nil {
			return err
		}
		values = values[:min(n, uint64(len(values)))]
		h.append(values)
		r.Discard(len(values))
		n -= uint64(len(values))
	}
	return nil
}

// sub returns n of the heights, which it shares.
func (h *heights) sub(first, n int) heights {
	part := heights{low: h.low[first:][:n]}
	if h.high != nil {
		part.high = h.high[first:][:n]
	}
	return part
}

func (h *heights) append(values []uint64) {
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

func (h *heights) at(u uint32) uint64 {
	x := uint64(h.low[u])
	if h.high != nil {
		x |= uint64(h.high[u]) << 32
	}
	return x
}

// set changes the height of u to x, which is below the largest height.
func (h *heights) set(u uint32, x uint64) {
	h.low[u] = uint32(x)
	if h.high != nil {
		h.high[u] = uint32(x >> 32)
	}
}
