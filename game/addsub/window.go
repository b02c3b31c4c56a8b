package addsub

import (
	"context"
	"slices"
)

// window appends to g the games of which all numbers are read ahead, as long as
// g has room for them, and reports whether it has no room for the next. It
// stops before a game that is not there as a whole, or in which something is
// wrong, with nothing of that consumed: header and body read such games, and
// tell what is wrong.
func (rd *reader) window(ctx context.Context, g *group, size int) (full bool) {
	if rd.opt.Stream || rd.number == rd.games || context.Cause(ctx) != nil {
		return false
	}
	tokens, err := rd.in.Peek()
	if err != nil {
		return false // and met again
	}
	taken := 0 // but not told the Reader
	for rd.number < rd.games {
		numbers := whole(tokens)
		if numbers == nil {
			break
		}
		if full = !g.hasRoom(numbers[0]+numbers[1], size); full {
			break
		}
		m := g.take(numbers, rd.opt.Move)
		if m == nil {
			break
		}
		rd.number++
		m.number = rd.number
		rd.before += uint64(len(numbers))
		tokens = tokens[len(numbers):]
		taken += len(numbers)
		if !rd.again {
			rd.in.Discard(1)
			m.pos = rd.in.Pos()
			rd.in.Discard(taken - 1)
			taken = 0
		}
	}
	rd.in.Discard(taken)
	return full
}

// whole returns the numbers of the game that tokens start with, as far as its
// counts tell, or nil if not all are among them. Nor are they for a game
// without vertices.
func whole(tokens []uint64) []uint64 {
	have := uint64(len(tokens))
	if have < 2 {
		return nil
	}
	v, e := tokens[0], tokens[1]
	if v == 0 || v > have || e > have {
		return nil
	}
	rounds := 2 + 2*e + v
	if rounds >= have || tokens[rounds] > have {
		return nil
	}
	n := rounds + 1 + tokens[rounds]*v
	if n > have {
		return nil
	}
	return tokens[:n]
}

// take appends the game of which all numbers are given, and returns it. It
// appends nothing, and returns nil, if an edge has an end that is no vertex.
func (g *group) take(numbers []uint64, move bool) *header {
	v, e := numbers[0], int(numbers[1])
	at, first := len(g.src), uint32(g.len())
	g.src, g.dst = slices.Grow(g.src, e), slices.Grow(g.dst, e)
	src, dst := g.src[at:at+e], g.dst[at:at+e]
	ends, rest := numbers[2:][:2*e], numbers[2+2*e:]
	wrong := uint64(0)
	for i := range src {
		from, to := ends[2*i], ends[2*i+1]
		wrong |= (v - 1 - from) | (v - 1 - to)
		src[i], dst[i] = first+uint32(from), first+uint32(to)
	}
	if wrong>>63 != 0 {
		return nil
	}
	g.src, g.dst = g.src[:at+e], g.dst[:at+e]
	g.k = append(g.k, rest[:v]...)
	g.games = append(g.games, header{})
	m := &g.games[len(g.games)-1]
	m.first, m.vertices, m.edges = first, uint32(v), uint32(e)
	m.rounds, m.bits = rest[v], len(g.odd)
	for values := rest[v+1:]; len(values) > 0; values = values[v:] {
		g.appendBits(values[:v], move)
	}
	return m
}
