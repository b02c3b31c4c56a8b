package addsub

import (
	"slices"

	"mexlab/kernel"
)

// sweepMost is the largest number of vertices, and of edges, that a sweep
// takes: they are numbered in 16 bits.
const sweepMost = 1<<16 - 2

// A sweep goes through the graph of a group from the leaves upwards, once: each
// vertex hands its nimber to those that have an edge to it, and one that got as
// many as it has edges is on the next level. So a level needs no search, and
// the nimbers that a kernel is to have of a vertex stand together when they are
// complete.
//
// All of it is small and stays near the CPU: 8 bytes a vertex and 6 an edge
// besides the group's own. Numbers of 16 bits into arrays of 2^16 need no check
// of bounds.
type sweep struct {
	vertices [1 << 16]sweptVertex
	edges    [1 << 16]sweptEdge // from 1 on
	handed   [1 << 16]uint16    // nimbers, vertex by vertex of those that get them
	order    [1 << 16]uint16    // the vertices that are complete, by level
	values   [1 << 16]uint16
}

type sweptVertex struct {
	start, end uint16 // what it gets goes to handed[start:end]
	next       uint16 // is put here
	last       uint16 // the last edge that leads to it; 0 is none
}

type sweptEdge struct {
	from   uint16
	before uint16 // the edge before it that leads to the same vertex; 0 is none
}

// sweep computes the nimbers of g. It is not done where g is too large, a
// nimber needs more than 16 bits, or something is wrong: a cycle, or a vertex
// that the kernel cannot do. What it returns is valid until it is called again.
func (s *solver) sweep(g *group) (values column[uint16], done bool) {
	if g.built != nil || g.len() > sweepMost || len(g.src) > sweepMost {
		return nil, false
	}
	if s.swept == nil {
		s.swept = new(sweep)
	}
	w := s.swept
	tail := w.start(g)
	for head, level := 0, 0; head < tail; level++ {
		now := w.order[head:tail]
		head = tail
		switch {
		case s.opt.Err() != nil:
			return nil, false
		case level <= settled:
			for _, v := range now {
				w.values[v] = uint16(level)
			}
		case !s.sweepLevel(now, g.k):
			return nil, false
		}
		tail = w.hand(now, tail)
	}
	if tail < g.len() {
		return nil, false
	}
	s.opt.Done(tail)
	return w.values[:tail], true
}

// start lays out the group's graph, puts the leaves into order, and returns
// their number.
func (w *sweep) start(g *group) (leaves int) {
	n := g.len()
	vertices := w.vertices[:n]
	clear(vertices)
	dst := g.dst[:len(g.src)]
	for i, u := range g.src {
		from, to := &w.vertices[uint16(u)], &w.vertices[uint16(dst[i])]
		from.end++
		e := uint16(i + 1)
		w.edges[e] = sweptEdge{uint16(u), to.last}
		to.last = e
	}
	at := uint16(0)
	for u := range vertices {
		v := &vertices[u]
		degree := v.end
		v.start, v.next = at, at
		at += degree
		v.end = at
		w.order[leaves] = uint16(u)
		leaves += isZero(degree)
	}
	return leaves
}

// isZero returns 1 for 0, and 0 for all else: what is hard to predict is better
// done without a branch.
func isZero(x uint16) int { return int((uint64(x) - 1) >> 63) }

// hand hands on the nimbers of vertices of one level, the highest so far, and
// appends the vertices that are complete to order[:tail]. It returns the new
// tail.
func (w *sweep) hand(vertices []uint16, tail int) int {
	end := uint16(tail)
	for _, v := range vertices {
		x := w.values[v]
		for e := w.vertices[v].last; e != 0; {
			edge := w.edges[e]
			from := &w.vertices[edge.from]
			w.handed[from.next] = x
			from.next++
			w.order[end] = edge.from
			end += uint16(isZero(from.end - from.next))
			e = edge.before
		}
	}
	return int(end)
}

// sweepLevel computes the nimbers of one level, and reports whether it could.
func (s *solver) sweepLevel(level []uint16, k []uint64) bool {
	for len(level) > 0 {
		n := s.swept.gather(&s.batch, level, k)
		if s.kernel.Mex(&s.ws, &s.batch) != nil || !scatter(s.swept.values[:], level[:n], s.batch.Mex) {
			return false
		}
		level = level[n:]
	}
	return true
}

// gather fills the batch with a row for each of the first vertices of level, as
// many as make a chunk, and returns their number.
func (w *sweep) gather(b *kernel.Batch, level []uint16, k []uint64) int {
	b.Reset()
	for i, u := range level[:min(chunk, len(level))] {
		v := &w.vertices[u]
		handed := w.handed[v.start:v.end]
		at := len(b.Succ)
		if i > 0 && at+len(handed) > chunk {
			return i
		}
		b.Succ = slices.Grow(b.Succ, len(handed))[:at+len(handed)]
		row := b.Succ[at:]
		for j, x := range handed {
			row[j] = uint64(x)
		}
		b.Close(k[u])
	}
	return b.Len()
}
