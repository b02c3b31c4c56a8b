package addsub

import (
	"context"
	"slices"
)

// readFast appends to g the next games whose numbers are all read ahead, and
// reports whether g is full: it has no room for the game that comes next. It
// stops before a game that is incomplete or wrong and consumes nothing of it.
// readHeader and readBody read such a game and say what is wrong.
func (rd *reader) readFast(ctx context.Context, g *group, size int) (full bool) {
	if rd.opt.Stream || rd.number == rd.games || context.Cause(ctx) != nil {
		return false
	}
	tokens, err := rd.in.Peek()
	if err != nil {
		return false // readHeader meets the same error
	}
	taken := 0 // tokens that rd.in has not been told of
	for rd.number < rd.games && len(tokens) >= 2 {
		if full = !g.hasRoom(tokens[0]+tokens[1], size); full {
			break
		}
		numbers := complete(tokens)
		if numbers == nil {
			break
		}
		h := g.appendGame(numbers, rd.opt.Move)
		if h == nil {
			break
		}
		rd.number++
		h.number = rd.number
		rd.since += uint64(len(numbers))
		tokens = tokens[len(numbers):]
		taken += len(numbers)
		if !rd.rewinds {
			rd.in.Discard(1)
			h.pos = rd.in.Pos()
			rd.in.Discard(taken - 1)
			taken = 0
		}
	}
	rd.in.Discard(taken)
	return full
}

// complete returns the numbers of the game at the start of tokens, by its
// counts, or nil if tokens do not have all of them or the game has no vertices.
func complete(tokens []uint64) []uint64 {
	have := uint64(len(tokens))
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

// appendGame appends the game with the given numbers, which are complete, and
// returns its header. If an end of an edge is no vertex, it appends nothing and
// returns nil.
func (g *group) appendGame(numbers []uint64, move bool) *header {
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
	h := &g.games[len(g.games)-1]
	h.first, h.vertices, h.edges = first, uint32(v), uint32(e)
	h.rounds, h.bits = rest[v], len(g.odd)
	for tokens := rest[v+1:]; len(tokens) > 0; tokens = tokens[v:] {
		g.appendBits(tokens[:v], move)
	}
	return h
}
