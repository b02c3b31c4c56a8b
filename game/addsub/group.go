package addsub

import (
	"errors"
	"fmt"
	"slices"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
)

// groupSize bounds a group, in vertices, edges and words of rounds. Handing a
// group to another goroutine may take 50 us if that has to be woken. Solving one,
// of 2400 boards of 10 vertices, takes ten times as long; its 600 KB fit in a cache.
const groupSize = 1 << 16

// A group is games that are solved together, as one graph: their boards are
// numbered one after another. A game larger than a group is a group of its own.
type group struct {
	games    []header
	src, dst []uint32 // edges, game by game
	k        []uint64 // by vertex
	picks    []uint8  // of a large game, instead of k: K as far as nimbers depend on it

	// A round is a row of bits, one a vertex, in whole words. Its verdict needs
	// to know which tokens are odd in number. A move also needs to know where
	// there are any.
	odd      []uint64
	positive []uint64 // empty unless moves are wanted

	empty uint64 // rounds of games without vertices: they take output alone

	bad []*text.Error // of the lines without an answer, if each line is a game

	graph   *dag.Graph   // of all boards; of a large game, instead of src and dst
	nimbers nimbers      // nil until the group is solved
	wide    *wideNimbers // instead of nimbers, if some need more than 64 bits

	// The games begin skip numbers after mark, if the input can be rewound.
	mark text.Mark
	skip uint64
}

// A header describes a game: a board and its rounds. Vertex v of the game is
// vertex first+v of the group.
type header struct {
	number   uint64   // 1-based, in the input
	pos      text.Pos // in the input; zero if it can be found from the group's mark
	first    uint32
	vertices uint32
	edges    uint32
	rounds   uint64
	bits     int // the rounds start at odd[bits]
}

// tokens returns how many numbers the game is made of.
func (h *header) tokens() uint64 {
	return 2 + 2*uint64(h.edges) + uint64(h.vertices) + 1 + h.rounds*uint64(h.vertices)
}

// words returns how many words hold n bits.
func words(n int) int { return (n + 63) / 64 }

// newGroup returns an empty group. Its slices have room for most groups at once:
// unused room costs nothing, but growing step by step touches three times the
// memory, and a short run spends most of its time on fresh pages.
func newGroup() *group {
	return &group{
		games: make([]header, 0, 1<<12),
		src:   make([]uint32, 0, 1<<16),
		dst:   make([]uint32, 0, 1<<16),
		k:     make([]uint64, 0, 1<<15),
		odd:   make([]uint64, 0, 1<<13),
	}
}

// reset empties the group. It keeps the memory, except that of a large game.
func (g *group) reset() {
	if g.isLarge() {
		*g = group{}
		return
	}
	*g = group{games: g.games[:0], src: g.src[:0], dst: g.dst[:0], k: g.k[:0], odd: g.odd[:0], positive: g.positive[:0], bad: g.bad[:0]}
}

// len returns the number of vertices. A large game may have no k.
func (g *group) len() int {
	if len(g.games) == 0 {
		return 0
	}
	last := &g.games[len(g.games)-1]
	return int(last.first) + int(last.vertices)
}

// size is what groupSize bounds. Games and rounds without vertices count too, so that
// there is an end of them.
func (g *group) size() uint64 {
	n := len(g.games) + len(g.bad) + g.len() + len(g.src) + len(g.odd) + len(g.positive)
	if g.graph != nil {
		n += g.graph.Edges()
	}
	return uint64(n) + g.empty
}

// isLarge reports whether the group is one game that is larger than a group, or one
// after the other ones has so many rounds.
func (g *group) isLarge() bool { return g.size() > 2*groupSize }

// hasRoom reports whether a game with the given sum of vertices and edges still
// belongs to the group.
func (g *group) hasRoom(body uint64, size int) bool {
	return len(g.games)+len(g.bad) == 0 || g.size()+body < uint64(size)
}

// appendBits appends a round, or a part of one in whole words.
func (g *group) appendBits(tokens []uint64, positive bool) {
	for word := range slices.Chunk(tokens, 64) {
		odd, any := uint64(0), uint64(0)
		for i, n := range word {
			odd |= n & 1 << (i & 63)
		}
		g.odd = append(g.odd, odd)
		if !positive {
			continue
		}
		for i, n := range word {
			any |= (n | -n) >> 63 << (i & 63) // the sign of one of them is set unless n is 0
		}
		g.positive = append(g.positive, any)
	}
}

// unite makes the graph of all boards, and drops a list of edges if it is long.
func (g *group) unite() {
	if g.graph != nil {
		return
	}
	g.graph = dag.New(g.len(), g.src, g.dst)
	if len(g.src) > groupSize {
		g.src, g.dst = nil, nil
	}
}

// gameOf returns the index of the game that has the group's vertex v.
func (g *group) gameOf(v uint32) int {
	return slices.IndexFunc(g.games, func(h header) bool { return v-h.first < h.vertices })
}

// A gameError says why a game cannot be solved. Solve turns it into a *text.Error
// at the game's header, see reader.locate.
type gameError struct {
	msg   string
	cause error
	game  header
	mark  text.Mark // if game.pos is zero, the game begins skip numbers after mark
	skip  uint64
}

func (e *gameError) Error() string { return e.msg }
func (e *gameError) Unwrap() error { return e.cause }

// failed returns which game an error of game.Order, game.SolveRows or
// game.StreamRows is about, and turns the error into a *gameError. The game is -1,
// and the error is returned as it is, if it is about no cycle and no vertex.
func (g *group) failed(err error) (int, error) {
	if cycle, ok := errors.AsType[*dag.CycleError](err); ok {
		i := g.gameOf(cycle.Vertices[0])
		h := &g.games[i]
		for j := range cycle.Vertices {
			cycle.Vertices[j] -= h.first // as in the game
		}
		return i, g.fail(h, cycle, "expected no cycle, found %s", cycle.Path(0))
	}
	if e, ok := errors.AsType[*game.VertexError](err); ok {
		i := g.gameOf(e.Vertex)
		h := &g.games[i]
		return i, g.fail(h, e.Err, "vertex %d: %v", e.Vertex-h.first, e.Err)
	}
	return -1, err
}

// kOf returns K of a vertex, or all of it that its nimber depends on.
func (g *group) kOf(u uint32) uint64 {
	if g.picks != nil {
		return uint64(g.picks[u])
	}
	return g.k[u]
}

// forget drops K and what was solved with it.
func (g *group) forget() { g.k, g.picks, g.nimbers, g.wide = g.k[:0], nil, nil, nil }

// fail returns a *gameError: cause is why h cannot be solved.
func (g *group) fail(h *header, cause error, format string, args ...any) error {
	e := &gameError{fmt.Sprintf(format, args...), cause, *h, g.mark, g.skip}
	for i := range g.games {
		if g.games[i].number < h.number {
			e.skip += g.games[i].tokens()
		}
	}
	return e
}
