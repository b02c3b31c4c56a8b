package dag

import (
	"slices"
	"sync"

	"mexlab/internal/hugepage"
)

// degrees count the edges to each vertex from those that are not placed yet. A
// leaf counts one edge more, so that it is never ready to be placed.
//
// They are read and written at random, so a cache should hold as many as possible:
// a count is low + 256*high, where a low of 0 stands for 256 once all edges are
// counted. high is nil if no count reaches 256.
type degrees struct {
	low  []uint8
	high []uint32
	grow sync.Once
}

// countLeaves starts the counts of the vertices from first on, whose rows are off.
// It returns how many are leaves.
func (d *degrees) countLeaves(first int, off []uint32) (leaves int) {
	low := d.low[first:]
	for i := range len(off) - 1 {
		leaf := IsZero(off[i+1] - off[i])
		low[i] = uint8(leaf)
		leaves += leaf
	}
	return leaves
}

// count counts an edge to each of the vertices.
func (d *degrees) count(vertices []uint32) {
	low := d.low
	for _, v := range vertices {
		x := low[v] + 1
		low[v] = x
		if x == 0 {
			d.carry(int(v))
		}
	}
}

// load returns low of a block whose vertices are in chunks. If they are many, it
// brings all of the block into the cache first. To read it in order is faster than
// to wait for one line or another.
func (d *degrees) load(block int, chunks [][]uint16) *[blockSize]uint8 {
	const many, line = 2048, 64 // vertices, bytes
	low := (*[blockSize]uint8)(d.low[block<<blockShift:])
	n := 0
	for _, places := range chunks {
		n += len(places)
	}
	if n >= many {
		x := uint8(0)
		for i := 0; i < blockSize; i += line {
			x |= low[i]
		}
		keep(uint32(x))
	}
	return low
}

// countBlock counts an edge to each vertex of a block that is in the chunks.
func (d *degrees) countBlock(block int, chunks [][]uint16) {
	low := d.load(block, chunks)
	for _, places := range chunks {
		for _, p := range places {
			x := low[p&blockMask] + 1
			low[p&blockMask] = x
			if x == 0 {
				d.carry(block<<blockShift + int(p))
			}
		}
	}
}

// carry does for counting what concerns high.
func (d *degrees) carry(v int) {
	d.grow.Do(func() { d.high = hugepage.Make[uint32](len(d.low)) })
	d.high[v]++
}

// ready is called whenever low[v] is 0: at the end of counting, and when the edges
// that were counted are taken away again. It returns whether no edge is left.
func (d *degrees) ready(v int) bool {
	if d.high == nil || d.high[v] == 0 {
		return true
	}
	d.high[v]--
	return false
}

// decrement takes one edge away from each of the vertices. It appends 1 to ready
// if none is left, else 0. It does nothing else: many cache misses are in flight
// at once.
func (d *degrees) decrement(vertices []uint32, ready []uint8) []uint8 {
	ready = slices.Grow(ready, len(vertices))[:len(vertices)]
	low := d.low
	for i, v := range vertices {
		x := low[v] - 1
		low[v] = x
		ready[i] = uint8(IsZero(x))
	}
	if d.high != nil {
		for i, v := range vertices {
			if ready[i] == 1 && !d.ready(int(v)) {
				ready[i] = 0
			}
		}
	}
	return ready
}

// decrementBlock takes one edge away from each vertex of a block that is in the
// chunks. It marks those that have none left and returns how many they are.
func (d *degrees) decrementBlock(block int, chunks [][]uint16, marks *[blockSize / 64]uint64) (ready int) {
	low := d.load(block, chunks)
	for _, places := range chunks {
		for _, p := range places {
			p &= blockMask
			x := low[p] - 1
			low[p] = x
			if x == 0 && d.ready(block<<blockShift+int(p)) {
				marks[p/64] |= 1 << (p % 64)
				ready++
			}
		}
	}
	return ready
}

// IsZero returns 1 if x is 0, else 0, without a branch. x is below 2^63.
func IsZero[T uint8 | uint16 | uint32 | uint64](x T) int { return int((uint64(x) - 1) >> 63) }
