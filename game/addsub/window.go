package addsub

import "slices"

// window appends to g the games of which all numbers are read ahead, as long as
// g has room for them, and reports whether it has no room for the next. It
// stops before a game that is not there as a whole, or in which something is
// wrong, with nothing of that consumed: header and body read such games, and
// tell what is wrong.
func (rd *reader) window(g *group, size int) (full bool) {
	if rd.opt.Stream || rd.number == rd.games || rd.opt.Err() != nil {
		return false
	}
	tokens, err := rd.in.Window()
	if err != nil {
		return false // and met again
	}
	seen := 0 // of tokens
	for rd.number < rd.games {
		m, ok := outline(tokens[seen:])
		if !ok {
			break
		}
		if full = !g.hasRoom(&m, size); full {
			break
		}
		numbers := tokens[seen:][:m.tokens()]
		if !g.take(&m, numbers, rd.opt.Move) {
			break
		}
		rd.number++
		m.number = rd.number
		if !rd.again {
			rd.in.Take(1)
			m.pos = rd.in.Pos()
			rd.in.Take(len(numbers) - 1)
			tokens, seen = tokens[len(numbers):], 0
		} else {
			seen += len(numbers)
		}
		rd.append(g, &m)
	}
	rd.in.Take(seen)
	return full
}

// outline returns the game that tokens start with, as far as its counts tell.
// It is ok if all of its numbers are among them, and it has vertices.
func outline(tokens []uint64) (m game, ok bool) {
	if len(tokens) < 2 {
		return m, false
	}
	v, e, have := tokens[0], tokens[1], uint64(len(tokens))
	if v == 0 || v > have || e > have || 2+2*e+v >= have {
		return m, false
	}
	r := tokens[2+2*e+v]
	if r > have {
		return m, false
	}
	m.vertices, m.edges, m.rounds = uint32(v), uint32(e), r
	return m, m.tokens() <= have
}

// take appends the game m, of which all numbers are given, to g, but for its
// entry in g.games, and completes m. It appends nothing, and is not ok, if an
// edge has an end that is no vertex.
func (g *group) take(m *game, numbers []uint64, move bool) (ok bool) {
	v, e := int(m.vertices), int(m.edges)
	m.first, m.bits = uint32(g.len()), len(g.odd)
	at := len(g.src)
	src, dst := slices.Grow(g.src, e)[:at+e], slices.Grow(g.dst, e)[:at+e]
	ends, rest := numbers[2:][:2*e], numbers[2+2*e:]
	most := uint64(0)
	for i := range e {
		from, to := ends[2*i], ends[2*i+1]
		most = max(most, from, to)
		src[at+i], dst[at+i] = m.first+uint32(from), m.first+uint32(to)
	}
	if most >= uint64(v) && e > 0 {
		return false
	}
	g.src, g.dst = src, dst
	g.k = append(g.k, rest[:v]...)
	for values := rest[v+1:]; len(values) > 0; values = values[v:] {
		g.appendBits(values[:v], move)
	}
	return true
}
