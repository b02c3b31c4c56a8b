// Package dag holds directed graphs in compact rows, orders them, and names a
// cycle where there is one.
package dag

import (
	"math"

	"mexlab/internal/hugepage"
)

// A Graph is a directed graph on the vertices 0..Len()-1. It does not change
// once made, and may be shared by goroutines.
type Graph struct {
	off []uint32 // vertex u's successors are to[off[u]:off[u+1]]
	to  []uint32

	up   bool // every edge leads to a higher vertex
	down bool // every edge leads to a lower vertex
}

// New makes the graph on n vertices with the edges src[i] -> dst[i]. A row
// keeps its edges in the order given; duplicates stay. The caller has checked
// that all ends are below n, that n is below 2^32-1 and the number of edges
// below 2^32, and that src and dst are equally long; New panics where they are
// not.
//
// It is a counting sort. Time and memory are linear, 4 bytes a vertex and 4 an
// edge.
func New(n int, src, dst []uint32) *Graph {
	if n < 0 || n >= math.MaxUint32 {
		panic("dag: wrong number of vertices")
	}
	if len(src) != len(dst) || len(src) > math.MaxUint32 {
		panic("dag: wrong number of edges")
	}
	g := &Graph{off: hugepage.Make[uint32](n + 1), to: hugepage.Make[uint32](len(src)), up: true, down: true}
	for i, u := range src {
		v := dst[i]
		if int(max(u, v)) >= n {
			panic("dag: an edge leads out of the graph")
		}
		g.up = g.up && u < v
		g.down = g.down && u > v
	}
	SortEdges(src, dst, g.off, g.to)
	return g
}

// SortEdges puts the edges src[i] -> dst[i] into rows: those of u then lead to
// to[off[u]:off[u+1]], in the order given. It works in the memory it gets: off
// of zeros, one more than there are vertices, and to, as long as src.
func SortEdges(src, dst, off, to []uint32) {
	end := off[1:]
	for _, u := range src {
		end[u]++
	}
	begin(end, 0)
	for i, u := range src {
		at := end[u]
		end[u] = at + 1
		to[at] = dst[i]
	}
}

// begin turns counts into where each begins when all stand one after another,
// the first at at: the middle of a counting sort, which then moves each on to
// where it ends.
func begin(counts []uint32, at uint32) {
	for i, c := range counts {
		counts[i] = at
		at += c
	}
}

// Len returns the number of vertices.
func (g *Graph) Len() int { return len(g.off) - 1 }

// Edges returns the number of edges, duplicates included.
func (g *Graph) Edges() int { return len(g.to) }

// Succ returns the successors of u. It aliases the graph's memory and must not
// be changed.
func (g *Graph) Succ(u int) []uint32 {
	lo, hi := g.off[u], g.off[u+1]
	return g.to[lo:hi:hi]
}

// Rows returns all rows at once: the successors of u are to[off[u]:off[u+1]].
// Both alias the graph's memory and must not be changed.
func (g *Graph) Rows() (off, to []uint32) { return g.off, g.to }
