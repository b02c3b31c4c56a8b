package addsub

import (
	"fmt"
	"slices"

	"mexlab/dag"
	"mexlab/game/text"
)

// groupSize bounds a group of games, in vertices, edges and words of rounds. A
// level of a small board is a few vertices, too few to fill a batch; with the
// levels of 2^16 vertices and edges together, as of 40 boards of the judges'
// size, batches are full, and what a group takes, 1.5 MB, still fits in a cache.
const groupSize = 1 << 16

// A group is games that are solved together, as one graph: the boards are
// numbered one after another. A game that is larger than a group is a group of
// its own.
type group struct {
	games    []game
	src, dst []uint32       // edges, game by game
	built    *dag.Graph     // the board of a game whose edges were not kept
	values   column[uint64] // of a game that was solved while it was read
	k        []uint64       // by vertex

	// A round is a row of bits, one a vertex, in whole words: all that its
	// verdict needs of the values is which are odd, and all that a move needs
	// besides is which are positive.
	odd      []uint64
	positive []uint64 // empty unless moves are wanted
}

// A game is a board and its rounds. Its vertex v is the group's first+v.
type game struct {
	number   uint64   // 1-based, in the input
	pos      text.Pos // of its header
	first    uint32
	vertices uint32
	edges    uint32
	rounds   uint64
	bits     int // its rounds start at odd[bits]
}

// fail returns the error, at the game's header, that cause keeps the game from
// being solved.
func (g *game) fail(cause error, format string, args ...any) *text.Error {
	return &text.Error{Pos: g.pos, Msg: fmt.Sprintf(format, args...), Cause: cause}
}

// words returns how many words a round takes.
func (g *game) words() int { return int((uint64(g.vertices) + 63) / 64) }

// len returns the number of vertices.
func (g *group) len() int { return len(g.k) }

// size is what groupSize bounds. Each game counts, lest there be no end of
// empty ones.
func (g *group) size() uint64 {
	n := len(g.games) + len(g.k) + len(g.src) + len(g.odd) + len(g.positive)
	if g.built != nil {
		n += g.built.Edges()
	}
	return uint64(n)
}

// newGroup returns an empty group. Its slices are made for a file of the judges'
// size at once: what is reserved and not used costs nothing, but growing step
// by step touches three times the memory, and fresh pages are what a short run
// spends most of its time on.
func newGroup() *group {
	return &group{
		games: make([]game, 0, 1<<5),
		src:   make([]uint32, 0, 1<<16),
		dst:   make([]uint32, 0, 1<<16),
		k:     make([]uint64, 0, 1<<13),
		odd:   make([]uint64, 0, 1<<13),
	}
}

// large reports whether the group is one game that is larger than a group.
func (g *group) large() bool { return g.size() > 2*groupSize }

// reset empties the group. It keeps the memory, but for what one huge game
// took.
func (g *group) reset() {
	if g.large() {
		*g = group{}
		return
	}
	g.games, g.src, g.dst = g.games[:0], g.src[:0], g.dst[:0]
	g.k, g.odd, g.positive = g.k[:0], g.odd[:0], g.positive[:0]
	g.built, g.values = nil, nil
}

// union makes the union of the boards. It lets go of the list of edges, which
// is no longer needed, where that is large.
func (g *group) union() *dag.Graph {
	if g.built != nil {
		return g.built
	}
	u := dag.New(g.len(), g.src, g.dst)
	if len(g.src) > groupSize {
		g.src, g.dst = nil, nil
	}
	return u
}

// gameOf returns the index of the game that has the group's vertex v.
func (g *group) gameOf(v uint32) int {
	i, _ := slices.BinarySearchFunc(g.games, v, func(m game, v uint32) int {
		if uint64(v) >= uint64(m.first)+uint64(m.vertices) {
			return -1
		}
		return 1
	})
	return i
}
