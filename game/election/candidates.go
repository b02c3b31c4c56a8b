package election

import "slices"

// candidates are cities that a winning move may lower, with their roads. Mostly
// the XOR of the heights is not 0 on the highest level of all. The move then lowers
// the first city there that has the XOR's leading bit in its height. So the rows of
// one city for each bit are enough. If none of them is the one, the roads have to
// be read again.
type candidates struct {
	heights *heights
	level   int
	has     uint64     // the bits that have a city
	last    uint32     // the highest of these cities
	city    [64]uint32 // the first on the level, by a bit that its height has
	succ    [64][]uint32
}

// add takes a city with its level and successors, nil if these are not known.
func (c *candidates) add(u uint32, level int, succ []uint32) {
	if level < c.level {
		return
	}
	if level > c.level {
		c.level, c.has, c.last = level, 0, 0
	}
	height := c.heights.at(u)
	if u > c.last && height&^c.has == 0 {
		return
	}
	succ = slices.Clone(succ)
	for b := range c.city {
		if height>>b&1 != 0 && (c.has>>b&1 == 0 || u < c.city[b]) {
			c.has |= 1 << b
			c.city[b], c.succ[b] = u, succ
			c.last = max(c.last, u)
		}
	}
}

// of returns the successors of u, nil if they are not known.
func (c *candidates) of(u uint32) []uint32 {
	for b, v := range c.city {
		if c.has>>b&1 != 0 && v == u {
			return c.succ[b]
		}
	}
	return nil
}
