package addsub

import (
	"cmp"
	"math/bits"
	"slices"

	"mexlab/kernel"
)

// A Move takes one token from a vertex and gives K tokens to its successors.
type Move struct {
	From int
	To   []Gift // by vertex, each once; empty if K is 0
}

// A Gift is the tokens that a Move adds to one vertex, at least one.
type Gift struct {
	Vertex int
	Count  uint64
}

// A mover finds winning moves. Used again, it allocates nothing.
type mover struct {
	ws     kernel.Workspace
	succ   []uint64 // the nimbers of one vertex's successors
	counts []uint64 // how often the move picks each of them
	to     []Gift
}

// find finds a winning move of game h from a round of nimber total, above 0, with
// tokens on the vertices of the set positive. The move leaves from the lowest
// vertex that any winning move leaves from, and brings the total to 0.
// It is valid until the next call. The error is a *gameError.
func (m *mover) find(g *group, h *header, positive []uint64, total uint64) (Move, error) {
	u := origin(g.nimbers, h, positive, total)
	row := g.graph.Succ(int(h.first + u))
	m.succ, m.counts = m.succ[:0], slices.Grow(m.counts[:0], len(row))[:len(row)]
	for _, v := range row {
		m.succ = append(m.succ, g.nimbers.at(v))
	}
	target := g.nimbers.at(h.first+u) ^ total
	if err := kernel.Witness(&m.ws, m.succ, g.k[h.first+u], target, m.counts); err != nil {
		return Move{}, g.fail(h, err, "vertex %d: the move to nimber %d: %v", u, target, err)
	}
	m.to = m.to[:0]
	for i, c := range m.counts {
		if c > 0 {
			m.to = append(m.to, Gift{int(row[i] - h.first), c})
		}
	}
	m.to = merge(m.to)
	return Move{int(u), m.to}, nil
}

// merge sorts gifts by vertex and adds up those to the same vertex: edges may be
// there twice. It works in place.
func merge(to []Gift) []Gift {
	slices.SortFunc(to, func(a, b Gift) int { return cmp.Compare(a.Vertex, b.Vertex) })
	n := 0
	for _, t := range to {
		if n > 0 && to[n-1].Vertex == t.Vertex {
			to[n-1].Count += t.Count
		} else {
			to[n] = t
			n++
		}
	}
	return to[:n]
}

// origin returns the lowest vertex of h with a token and a nimber that total
// lowers. There is one: the highest bit of total comes from a vertex with an odd
// number of tokens.
func origin(values nimbers, h *header, positive []uint64, total uint64) uint32 {
	for i, w := range positive {
		for ; w != 0; w &= w - 1 {
			u := uint32(i*64 + bits.TrailingZeros64(w))
			if v := values.at(h.first + u); v^total < v {
				return u
			}
		}
	}
	panic("addsub: no vertex can lower a nimber above 0")
}
