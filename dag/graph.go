// Package dag stores directed graphs in compact rows, groups their vertices
// into waves and names a cycle if there is one.
//
//	graph.go    New sorts a list of edges into rows, a Graph, on one CPU.
//	sorter.go   A Sorter does the same with pieces of the list, on several CPUs: it
//	            sorts edges by blocks of starts as they come,
//	compact.go  and then turns the blocks into rows in the same memory.
//	waves.go    Waves groups vertices so that each leads only to waves before its
//	            own, by Kahn's method.
//	degrees.go  How many edges still lead to each vertex.
//	blocks.go   Large graphs are counted block by block, by all CPUs.
//	cycle.go    A CycleError names the cycle that keeps a graph from having waves.
//
// Large graphs are bound by cache misses, so every loop is written to keep many
// of them in flight: numbers take 32 bits, counts of edges 8 bits as long as they
// fit, and rows are prefetched before they are used.
package dag

import (
	"math"
	"slices"
	"sync"

	"mexlab/internal/hugepage"
)

// A Graph is a directed graph on the vertices 0..Len()-1. It never changes, and
// goroutines may share it.
type Graph struct {
	off []uint32 // the successors of vertex u are to[off[u]:off[u+1]]
	to  []uint32

	up   bool // every edge leads to a higher vertex
	down bool // every edge leads to a lower vertex

	mu    sync.Mutex
	spare []uint32 // memory that takeSpare hands out
}

// New makes the graph of n vertices with the edges src[i] -> dst[i]. Each row
// keeps its edges in the given order, duplicates included. It takes linear time
// and 4 bytes for each vertex and edge.
//
// New panics unless n < 2^32-1, all ends are below n, and src and dst are
// equally long with fewer than 2^32 edges.
func New(n int, src, dst []uint32) *Graph {
	checkVertices(n)
	return NewIn(hugepage.Make[uint32](n+1), hugepage.Make[uint32](len(src)), src, dst)
}

// NewIn is New in the caller's memory: off has one number more than the graph
// has vertices, all 0, and to is as long as src.
func NewIn(off, to, src, dst []uint32) *Graph {
	if len(src) != len(dst) || len(src) != len(to) || uint64(len(src)) > math.MaxUint32 {
		panic("dag: wrong number of edges")
	}
	g := &Graph{off: off, to: to, up: true, down: true}
	n := uint32(g.Len())
	for i, u := range src {
		v := dst[i]
		if max(u, v) >= n {
			panic("dag: an edge leads out of the graph")
		}
		g.up = g.up && u < v
		g.down = g.down && u > v
	}
	next := off[1:]
	for _, u := range src {
		next[u]++
	}
	startRows(next)
	for i, u := range src {
		at := next[u]
		next[u] = at + 1
		to[at] = dst[i]
	}
	return g
}

func checkVertices(n int) {
	if n < 0 || uint64(n) >= math.MaxUint32 {
		panic("dag: wrong number of vertices")
	}
}

// startRows turns the lengths of rows that stand one after another into their
// starts. Filling the rows then moves each number on to where its row ends.
func startRows(lengths []uint32) {
	start := uint32(0)
	for i, n := range lengths {
		lengths[i] = start
		start += n
	}
}

// Len returns the number of vertices.
func (g *Graph) Len() int { return len(g.off) - 1 }

// Edges returns the number of edges, duplicates included.
func (g *Graph) Edges() int { return len(g.to) }

// Succ returns the successors of u, in a slice of the graph that must not change.
func (g *Graph) Succ(u int) []uint32 {
	lo, hi := g.off[u], g.off[u+1]
	return g.to[lo:hi:hi]
}

// Prefix returns the graph of the first n vertices, which must have no edges to
// others. It shares g's memory.
func (g *Graph) Prefix(n int) *Graph {
	return &Graph{off: g.off[:n+1], to: g.to[:g.off[n]], up: g.up, down: g.down}
}

// Rows returns all rows at once: the successors of u are to[off[u]:off[u+1]].
// The slices alias the graph and must not be changed.
func (g *Graph) Rows() (off, to []uint32) { return g.off, g.to }

// takeSpare returns memory for n numbers of any value. If it can, it takes what
// was used to sort the edges.
func (g *Graph) takeSpare(n int) []uint32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n > len(g.spare) {
		return hugepage.Make[uint32](n)
	}
	s := g.spare[:n:n]
	g.spare = g.spare[n:]
	return s
}

// PrefetchRows is a good number of rows to Prefetch.
const PrefetchRows = 128

// Prefetch loads both ends of the vertices' rows into the cache. In random order
// every row is a cache miss. The loads depend neither on one another nor on
// anything else, so the CPU waits for many of them at once.
func (g *Graph) Prefetch(vertices []uint32) {
	x := uint32(0)
	for _, u := range vertices {
		if row := g.Succ(int(u)); len(row) > 0 {
			x |= row[0] | row[len(row)-1]
		}
	}
	keep(x)
}

// keep uses x, so that the compiler does not drop the loads that made it.
//
//go:noinline
func keep(x uint32) {}

// gather appends the successors of the vertices to dst, row after row. If each
// successor is then looked up somewhere at random, this is faster than to go row
// by row: the end of a row is hard to predict, and a wrong guess discards the
// misses that were already begun for the next row.
//
// Most rows are short, and to call a function that copies takes longer than to copy
// some numbers too many. The next row overwrites these.
func (g *Graph) gather(dst, vertices []uint32) []uint32 {
	const copySize = 16
	g.Prefetch(vertices)
	dst = slices.Grow(dst, (len(vertices)+1)*copySize)
	for _, u := range vertices {
		lo, hi, n := int(g.off[u]), int(g.off[u+1]), len(dst)
		if hi-lo <= copySize && lo+copySize <= len(g.to) && n+copySize <= cap(dst) {
			*(*[copySize]uint32)(dst[n : n+copySize]) = [copySize]uint32(g.to[lo:])
			dst = dst[:n+hi-lo]
		} else {
			dst = append(dst, g.to[lo:hi]...)
		}
	}
	return dst
}

// Ordered returns whether every edge leads to a lower vertex, and whether every
// edge leads to a higher one. Successors then come first in the order of the
// numbers, or in the opposite one, and no waves are needed.
func (g *Graph) Ordered() (down, up bool) { return g.down, g.up }
