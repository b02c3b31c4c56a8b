package election

import "mexlab/game/text"

// A column has a number of up to 63 bits for each city, and keeps it in 32 as
// long as that is enough: on large boards most of the time goes into touching
// memory.
type column struct {
	low  []uint32
	high []uint32 // nil while all numbers are below 2^32
}

// readColumn reads n numbers into low, or more memory. On an error, it returns
// those before it.
func readColumn(r *text.Reader, n uint64, low []uint32) (c column, err error) {
	c.low = low[:0]
	var chunk [1024]uint64
	for left := n; left > 0 && err == nil; {
		var got int
		got, err = r.Uints(chunk[:min(left, uint64(len(chunk)))])
		left -= uint64(got)
		c.add(chunk[:got])
	}
	return c, err
}

func (c *column) add(values []uint64) {
	all := uint64(0)
	for _, x := range values {
		c.low = append(c.low, uint32(x))
		all |= x
	}
	if all>>32 != 0 && c.high == nil {
		c.high = make([]uint32, len(c.low)-len(values), cap(c.low))
	}
	if c.high != nil {
		for _, x := range values {
			c.high = append(c.high, uint32(x>>32))
		}
	}
}

func (c *column) len() int { return len(c.low) }

func (c *column) of(u uint32) uint64 {
	x := uint64(c.low[u])
	if c.high != nil {
		x |= uint64(c.high[u]) << 32
	}
	return x
}

// set gives u the number x, of no more bits than the largest number.
func (c *column) set(u uint32, x uint64) {
	c.low[u] = uint32(x)
	if c.high != nil {
		c.high[u] = uint32(x >> 32)
	}
}
