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

// find finds a winning move of game h from a round that wins, with tokens on the
// vertices of the set positive, and an odd number on those of the set odd. The move
// leaves from the lowest vertex that any winning move leaves from, and brings the XOR
// of the tokens' nimbers to 0. It is valid until the next call. The error is a
// *gameError.
func (m *mover) find(g *group, h *header, odd, positive []uint64) (Move, error) {
	pick := m.pick
	if g.wide != nil {
		pick = m.pickWide
	}
	u, err := pick(g, h, odd, positive)
	if err != nil {
		return Move{}, err
	}
	row := g.graph.Succ(int(h.first + u))
	m.to = m.to[:0]
	for i, c := range m.counts {
		if c > 0 {
			m.to = append(m.to, Gift{int(row[i] - h.first), c})
		}
	}
	m.to = merge(m.to)
	return Move{int(u), m.to}, nil
}

// pick returns the vertex that the move leaves from, and sets how often it picks each
// successor.
func (m *mover) pick(g *group, h *header, odd, positive []uint64) (uint32, error) {
	total := g.nimbers.xor(h.first, odd)
	u := origin(h, positive, func(v uint32) bool { x := g.nimbers.at(v); return x^total < x })
	row := m.row(g, h, u)
	m.succ = m.succ[:0]
	for _, v := range row {
		m.succ = append(m.succ, g.nimbers.at(v))
	}
	target := g.nimbers.at(h.first+u) ^ total
	if err := kernel.Witness(&m.ws, m.succ, g.k[h.first+u], target, m.counts); err != nil {
		return 0, g.fail(h, err, "vertex %d: the move to nimber %d: %v", u, target, err)
	}
	return u, nil
}

// row returns the successors of vertex u of the game, and makes counts as long.
func (m *mover) row(g *group, h *header, u uint32) []uint32 {
	row := g.graph.Succ(int(h.first + u))
	m.counts = slices.Grow(m.counts[:0], len(row))[:len(row)]
	return row
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

// origin returns the lowest vertex of h with a token and a nimber that the XOR of all
// lowers, as lowers tells of a vertex of the group. There is one: the highest bit of
// that XOR comes from a vertex with an odd number of tokens.
func origin(h *header, positive []uint64, lowers func(v uint32) bool) uint32 {
	for i, w := range positive {
		for ; w != 0; w &= w - 1 {
			if u := uint32(i*64 + bits.TrailingZeros64(w)); lowers(h.first + u) {
				return u
			}
		}
	}
	panic("addsub: no vertex can lower a nimber above 0")
}
