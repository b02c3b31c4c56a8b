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

// move finds a winning move of game h from a round whose nimber is total, above
// 0, and whose vertices with a token are the set positive. The move leaves from
// the lowest vertex that any winning move leaves from, and brings the total to
// 0. to is memory for the answer. The error is a *gameError.
func (s *solver) move(sol *solution, h *header, positive []uint64, total uint64, to []Gift) (Move, error) {
	u := mover(sol.nimbers, h, positive, total)
	row := sol.graph.Succ(int(h.first + u))
	s.succ, s.counts = s.succ[:0], slices.Grow(s.counts[:0], len(row))[:len(row)]
	for _, v := range row {
		s.succ = append(s.succ, sol.nimbers.at(v))
	}
	target := sol.nimbers.at(h.first+u) ^ total
	if err := kernel.Witness(&s.ws, s.succ, sol.k[h.first+u], target, s.counts); err != nil {
		return Move{}, sol.fail(h, err, "vertex %d: the move to nimber %d: %v", u, target, err)
	}
	to = to[:0]
	for i, c := range s.counts {
		if c > 0 {
			to = append(to, Gift{int(row[i] - h.first), c})
		}
	}
	return Move{int(u), merge(to)}, nil
}

// merge sorts gifts by vertex and adds up those to the same vertex, to which
// duplicate edges may lead. It works in place.
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

// mover returns the lowest vertex of h with a token and a nimber that total
// lowers. There is one: the highest bit of total comes from a vertex with an odd
// number of tokens.
func mover(values nimbers, h *header, positive []uint64, total uint64) uint32 {
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
