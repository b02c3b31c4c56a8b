package dag

import (
	"errors"
	"math"
)

// A Builder makes a graph of edges that are shown to it twice, in pieces, and
// so need not be in memory: first each piece goes to Count, then each to Place,
// in the same order. It is a counting sort.
type Builder struct {
	g      *Graph
	edges  int // counted
	placed int
	sum    uint64 // over the edges counted, less that over those placed
}

// ErrChanged says that a Builder was not shown the same edges twice.
var ErrChanged = errors.New("the edges changed between the first and the second reading")

// NewBuilder returns a Builder of a graph on n vertices, below 2^32-1.
func NewBuilder(n int) *Builder {
	if n < 0 || n >= math.MaxUint32 {
		panic("dag: wrong number of vertices")
	}
	return &Builder{g: &Graph{off: Make[uint32](n + 1), up: true, down: true}}
}

// Count takes note of the edges src[i] -> dst[i]. It panics where an end is no
// vertex, and where there are 2^32 edges or more.
func (b *Builder) Count(src, dst []uint32) {
	if len(src) != len(dst) || b.edges+len(src) > math.MaxUint32 {
		panic("dag: wrong number of edges")
	}
	b.edges += len(src)
	// off[u+1] counts u's edges, then is where its row starts, then, all rows
	// being filled, where it ends.
	count := b.g.off[1:]
	up, down, sum := b.g.up, b.g.down, b.sum
	for i, u := range src {
		v := dst[i]
		if int(v) >= len(count) {
			panic("dag: an edge leads out of the graph")
		}
		count[u]++
		sum += mix(u, v)
		up = up && u < v
		down = down && u > v
	}
	b.g.up, b.g.down, b.sum = up, down, sum
}

// Place puts edges that Count has seen into their rows. Once it was given
// others, which Graph reports, rows are not what they should be.
func (b *Builder) Place(src, dst []uint32) {
	count := b.g.off[1:]
	if b.g.to == nil {
		b.g.to = Make[uint32](b.edges)
		start := uint32(0)
		for u, c := range count {
			count[u] = start
			start += c
		}
	}
	b.placed += len(src)
	to := b.g.to
	sum := b.sum
	dst = dst[:len(src)]
	for i, u := range src {
		v := dst[i]
		sum -= mix(u, v)
		at := count[u]
		count[u] = at + 1
		if int(at) < len(to) {
			to[at] = v
		}
	}
	b.sum = sum
}

// mix makes a number of an edge. Where edges change, the sum of theirs does too.
func mix(u, v uint32) uint64 {
	x := (uint64(u)<<32 | uint64(v)) * 0x9e3779b97f4a7c15
	return x ^ x>>32
}

// Graph returns the graph. The error is ErrChanged unless the edges placed are
// those counted.
func (b *Builder) Graph() (*Graph, error) {
	if b.placed != b.edges || b.sum != 0 {
		return nil, ErrChanged
	}
	return b.g, nil
}
