package addsub

import (
	"context"
	"math"
	"math/bits"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

const (
	// maxVertices is the largest number of vertices of a game: they are numbered
	// in 32 bits, and so are the ends of their rows.
	maxVertices = math.MaxUint32 - 1

	// maxEmptyRounds bounds the rounds of a game without vertices, unless the input
	// has more bytes: such rounds take no text, only time and output.
	maxEmptyRounds = 1 << 20

	// streamBytes is what a vertex takes: K and a code, of 4 bytes after 1 and 2.
	streamBytes = 1 + 1 + 2 + 4
)

// graphBytes returns how many bytes a vertex takes of a graph in memory.
func (o *Options) graphBytes() uint64 {
	const graph = streamBytes + 4 + 4 + 1 // rows, an order, and a count to find it
	if o.keepsK() {
		return graph + 8
	}
	return graph
}

// readHeader reads the number of vertices and edges of the next game.
func (rd *reader) readHeader() error {
	v, err := rd.in.Uint()
	if err != nil {
		return text.Expected(err, "expected the number of vertices")
	}
	rd.next = header{number: rd.number}
	if !rd.rewinds || rd.opt.Stream {
		rd.next.pos = rd.in.Pos()
	}
	if v > maxVertices {
		return rd.in.Errorf("expected at most %d vertices, found %d", uint64(maxVertices), v)
	}
	if !rd.in.Fits(v + 2) {
		return rd.in.TooShort("K of %d vertices", v)
	}
	e, err := rd.in.EdgeCount(text.Vertices{Count: v}, v+1)
	if err != nil {
		return err
	}
	rd.next.vertices, rd.next.edges = uint32(v), uint32(e)
	if rd.opt.Stream {
		return rd.opt.CheckMemory(rd.in, v, streamBytes, 0)
	}
	rd.refused = rd.opt.CheckMemory(rd.in, v, rd.opt.graphBytes(), e)
	if rd.refused != nil && rd.mayStream(&rd.next) && rd.opt.CheckMemory(rd.in, v, streamBytes, 0) == nil {
		return nil
	}
	return rd.refused
}

// readBody reads the rest of the game after its header, and appends it to g.
func (rd *reader) readBody(ctx context.Context, g *group) (err error) {
	h := rd.next
	h.first, h.bits = uint32(g.len()), len(g.odd)
	vs := text.Vertices{Count: uint64(h.vertices), Base: h.first}
	if rd.opt.Stream || h.first == 0 && rd.mayStream(&h) {
		if solved, err := rd.stream(ctx, g, &h, vs); solved || err != nil {
			return err
		}
	}
	if rd.refused != nil {
		return rd.refused
	}
	if m := uint64(h.edges); h.first == 0 && game.IsLarge(rd.in, m, vs) {
		read := rd.opt.ReadGraph
		if rd.opt.keepsGraph() {
			read = rd.opt.ReadOrderedGraph // of equal moves, the first in the text is told
		}
		g.graph, err = read(ctx, rd.in, m, vs)
	} else {
		g.src, g.dst, err = rd.in.Edges(m, vs, g.src, g.dst)
	}
	if err != nil {
		return err
	}
	if err := rd.readK(g, &h); err != nil {
		return err
	}
	return rd.readRounds(g, &h)
}

// readK reads K of all vertices.
func (rd *reader) readK(g *group, h *header) error {
	large := uint64(h.vertices)+uint64(h.edges) > 2*groupSize // and so alone in the group
	if large && !rd.opt.keepsK() {
		return rd.readLargeK(g, h)
	}
	if large {
		g.k = hugepage.Make[uint64](rd.in.Reserve(uint64(h.vertices)))[:0]
	}
	return rd.readExactK(g, h)
}

func (rd *reader) readExactK(g *group, h *header) (err error) {
	if g.k, err = rd.in.Append(g.k, uint64(h.vertices)); err != nil {
		return text.Expected(err, "expected K of vertex %d of 0 to %d", len(g.k)-int(h.first), h.vertices-1)
	}
	return nil
}

func (rd *reader) readRounds(g *group, h *header) (err error) {
	if h.rounds, err = rd.readRoundCount(h); err != nil {
		return err
	}
	for j := uint64(0); h.vertices > 0 && j < h.rounds; j++ {
		if err := rd.readRound(g, h, j); err != nil {
			return err
		}
	}
	if h.vertices == 0 {
		g.empty += h.rounds
	}
	g.games = append(g.games, *h)
	rd.since += h.tokens()
	return nil
}

func (rd *reader) readRoundCount(h *header) (uint64, error) {
	n, err := rd.in.Uint()
	if err != nil {
		return 0, text.Expected(err, "expected the number of rounds")
	}
	if h.vertices == 0 {
		// Rounds without tokens are empty lines: there may be as many as the input
		// has bytes.
		limit := uint64(maxEmptyRounds)
		if left, known := rd.in.Remaining(); known {
			limit = max(limit, uint64(left))
		}
		if n > limit {
			return 0, rd.in.Errorf("expected at most %d rounds, for there are no vertices, found %d", limit, n)
		}
		return n, nil
	}
	if !rd.in.Fits(h.roundTokens(n)) {
		return 0, rd.in.TooShort("%d rounds of %d values", n, h.vertices)
	}
	return n, nil
}

// roundTokens returns how many numbers n rounds are made of, at most 2^64-1.
func (h *header) roundTokens(n uint64) uint64 {
	if hi, tokens := bits.Mul64(n, uint64(h.vertices)); hi == 0 {
		return tokens
	}
	return math.MaxUint64
}

// readRound reads the tokens of round j and appends its bits to g.
func (rd *reader) readRound(g *group, h *header, j uint64) error {
	var kept []uint64
	for done := uint64(0); done < uint64(h.vertices); {
		part := rd.buf[:min(uint64(h.vertices)-done, uint64(len(rd.buf)))]
		n, err := rd.in.Uints(part)
		if err != nil {
			return text.Expected(err, "expected the value of vertex %d of 0 to %d in round %d of %d",
				done+uint64(n), h.vertices-1, j+1, h.rounds)
		}
		g.appendBits(part, rd.opt.Move)
		done += uint64(n)
		if rd.keep != nil {
			kept = append(kept, part...)
		}
	}
	if rd.keep != nil {
		*rd.keep = append(*rd.keep, kept)
	}
	return nil
}
