package addsub

import (
	"cmp"
	"math/bits"
	"slices"

	"mexlab/kernel"
)

// A move takes one token from a vertex and gives tokens to its successors, all
// numbered as in their game.
type move struct {
	from uint32
	to   []gift // by vertex, each with at least one token
}

type gift struct {
	vertex uint32
	count  uint64
}

// move finds a winning move of game m from a round whose nimber is total, above
// 0, and whose vertices with a token are set in positive. The move leaves from
// the lowest vertex that any winning move leaves from, and brings the total to
// 0. to is memory for the answer. The error is as of group.fail.
func (s *solver) move(sol *solution, m *header, positive []uint64, total uint64, to []gift) (move, error) {
	values := sol.nimbers
	u := mover(values, m, positive, total)
	at := sol.graph.Succ(int(m.first + u))
	s.succ, s.counts = s.succ[:0], slices.Grow(s.counts[:0], len(at))[:len(at)]
	for _, v := range at {
		s.succ = append(s.succ, values.at(v))
	}
	target := values.at(m.first+u) ^ total
	if err := kernel.Witness(&s.ws, s.succ, sol.k[m.first+u], target, s.counts); err != nil {
		return move{}, sol.fail(m, err, "game %d, vertex %d: the move to nimber %d: %v", m.number, u, target, err)
	}
	to = to[:0]
	for i, c := range s.counts {
		if c > 0 {
			to = append(to, gift{at[i] - m.first, c})
		}
	}
	return move{u, merge(to)}, nil
}

// merge sorts gifts by vertex and makes one of all to the same vertex, to which
// duplicate edges may lead. It works in place.
func merge(to []gift) []gift {
	slices.SortFunc(to, func(a, b gift) int { return cmp.Compare(a.vertex, b.vertex) })
	n := 0
	for _, t := range to {
		if n > 0 && to[n-1].vertex == t.vertex {
			to[n-1].count += t.count
		} else {
			to[n] = t
			n++
		}
	}
	return to[:n]
}

// mover returns the lowest vertex of m with a token and a value that total
// lowers. There is one, for the highest bit of total comes from an odd vertex.
func mover(values nimbers, m *header, positive []uint64, total uint64) uint32 {
	for i, w := range positive {
		for ; w != 0; w &= w - 1 {
			u := uint32(i*64 + bits.TrailingZeros64(w))
			if v := values.at(m.first + u); v^total < v {
				return u
			}
		}
	}
	panic("addsub: a nimber above 0 that no vertex can lower")
}
