package addsub

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

const (
	// most is the largest number of vertices of a game: they are numbered in
	// 32 bits, and so are their rows' ends.
	most = math.MaxUint32 - 1

	// emptyRounds is how many rounds a game without vertices may have where
	// the input's size does not vouch for more: such rounds take no text, only
	// time and output.
	emptyRounds = 1 << 20
)

// A reader reads games, a group at a time.
type reader struct {
	in     *text.Reader
	opt    Options
	solver *solver // of games that are solved while they are read

	started bool
	games   uint64    // in the input
	start   text.Mark // of the games
	again   bool      // start can be gone back to

	number uint64 // of the game whose header was read last
	before uint64 // numbers of the games that were read

	// A game's header is read before it is known whether the game still
	// belongs to the group.
	pending bool
	next    header

	buf [4096]uint64 // 32 KiB of tokens at a time, whole words of rounds
}

// group appends games to g, which is empty: one, and then as many as fit in
// size. It reports whether there are more. After an error, g has the games
// before the bad one.
func (rd *reader) group(ctx context.Context, g *group, size int) (more bool, err error) {
	if !rd.started {
		if rd.games, err = rd.count(); err != nil {
			return false, err
		}
		rd.started = true
		rd.start, rd.again = rd.in.Mark()
	}
	g.before = rd.before
	for {
		if !rd.pending {
			if full := rd.window(ctx, g, size); full {
				return true, nil
			}
			if rd.number == rd.games {
				break
			}
			rd.number++
			if err := rd.readHeader(); err != nil {
				return false, text.In(err, "game %d", rd.number)
			}
			rd.pending = true
		}
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		if rd.opt.Stream && len(g.games) > 0 || !g.hasRoom(uint64(rd.next.vertices)+uint64(rd.next.edges), size) {
			return true, nil
		}
		rd.pending = false
		before := *g
		if err := rd.body(ctx, g); err != nil {
			if g.layers != nil {
				g.layers() // nothing goes on when all is over
			}
			*g = before
			return false, text.In(err, "game %d", rd.number)
		}
	}
	err = rd.in.End()
	if wrong := (*text.Error)(nil); err != nil && !errors.As(err, &wrong) {
		// The source failed after the last game, as of a file that does not have
		// its checksum. What is answered must not look whole.
		g.reset()
	}
	return false, text.In(err, "after game %d of %d", rd.number, rd.games)
}

// count reads the number of games.
func (rd *reader) count() (uint64, error) {
	const tokens = 3 // of the smallest game
	n, err := rd.in.Uint()
	if err != nil {
		return 0, text.Expected(err, "expected the number of games")
	}
	if !rd.in.Fits(tokens * min(n, math.MaxUint64/tokens)) {
		return 0, rd.in.TooShort("%d games of at least %d numbers", n, tokens)
	}
	return n, nil
}

// header reads the number of vertices and edges of the next game.
func (rd *reader) readHeader() error {
	v, err := rd.in.Uint()
	if err != nil {
		return text.Expected(err, "expected the number of vertices")
	}
	rd.next = header{number: rd.number}
	if !rd.again || rd.opt.Stream {
		rd.next.pos = rd.in.Pos()
	}
	if v > most {
		return rd.in.Errorf("expected at most %d vertices, found %d", uint64(most), v)
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
		return rd.opt.CheckMemory(rd.in, v, 17, 0) // bytes: K, value and mark
	}
	const vertex = 36 // bytes: K, rows, order, levels and values
	return rd.opt.CheckMemory(rd.in, v, vertex, e)
}

// body reads the rest of the game whose header was read last and appends the
// game to g.
func (rd *reader) body(ctx context.Context, g *group) (err error) {
	m := rd.next
	m.first, m.bits = uint32(g.len()), len(g.odd)
	vs := text.Vertices{Count: uint64(m.vertices), Base: m.first}
	if rd.opt.Stream {
		return rd.stream(ctx, g, &m, vs)
	}
	if err := rd.edges(ctx, g, &m, vs); err != nil {
		return err
	}
	return rd.rest(g, &m)
}

// rest reads what stands after the edges.
func (rd *reader) rest(g *group, m *header) (err error) {
	if g.len() == 0 && m.vertices > groupSize {
		g.k = hugepage.Make[uint64](rd.in.Reserve(uint64(m.vertices)))[:0]
	}
	if g.k, err = rd.in.Append(g.k, uint64(m.vertices)); err != nil {
		return text.Expected(err, "expected K of vertex %d of 0 to %d", len(g.k)-int(m.first), m.vertices-1)
	}
	if m.rounds, err = rd.rounds(m); err != nil {
		return err
	}
	for j := uint64(0); m.vertices > 0 && j < m.rounds; j++ {
		if err := rd.round(g, m, j); err != nil {
			return err
		}
	}
	g.games = append(g.games, *m)
	rd.before += m.tokens()
	return nil
}

// edges reads m's edges: as rows where the game is game.
func (rd *reader) edges(ctx context.Context, g *group, m *header, vs text.Vertices) (err error) {
	if m.first == 0 && game.IsLarge(rd.in, uint64(m.edges), vs) {
		if g.built, err = rd.opt.ReadGraph(ctx, rd.in, uint64(m.edges), vs); err == nil {
			g.layer(rd.opt.WorkerCount())
		}
		return err
	}
	g.src, g.dst, err = rd.in.Edges(uint64(m.edges), vs, g.src, g.dst)
	return err
}

// rounds reads the number of m's rounds.
func (rd *reader) rounds(m *header) (uint64, error) {
	n, err := rd.in.Uint()
	if err != nil {
		return 0, text.Expected(err, "expected the number of rounds")
	}
	if m.vertices == 0 {
		// Rounds of no values are empty lines: the input may have as many as
		// it has bytes.
		limit := uint64(emptyRounds)
		if left, known := rd.in.Remaining(); known {
			limit = max(limit, uint64(left))
		}
		if n > limit {
			return 0, rd.in.Errorf("expected at most %d rounds, for there are no vertices, found %d", limit, n)
		}
		return n, nil
	}
	hi, tokens := bits.Mul64(n, uint64(m.vertices))
	if hi > 0 {
		tokens = math.MaxUint64
	}
	if !rd.in.Fits(tokens) {
		return 0, rd.in.TooShort("%d rounds of %d values", n, m.vertices)
	}
	return n, nil
}

// round reads the values of m's round j and appends its bits to g.
func (rd *reader) round(g *group, m *header, j uint64) error {
	for done := uint64(0); done < uint64(m.vertices); {
		chunk := rd.buf[:min(uint64(m.vertices)-done, uint64(len(rd.buf)))]
		n, err := rd.in.Uints(chunk)
		if err != nil {
			return text.Expected(err, "expected the value of vertex %d of 0 to %d in round %d of %d",
				done+uint64(n), m.vertices-1, j+1, m.rounds)
		}
		g.appendBits(chunk, rd.opt.Move)
		done += uint64(n)
	}
	return nil
}
