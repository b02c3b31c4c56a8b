package addsub

import (
	"slices"

	"mexlab/dag"
	"mexlab/game/text"
)

// groupSize bounds a group of games, in vertices, edges and words of rounds. To
// hand a group to another goroutine may take 50 us in all, where that has to be
// woken; to solve one, as of 2400 boards of 10 vertices, takes ten times that,
// and what it takes, 600 KB, still fits in a cache.
const groupSize = 1 << 16

// A group is games that are solved together, as one graph: the boards are
// numbered one after another. A game that is larger than a group is a group of
// its own.
type group struct {
	games    []header
	before   uint64                      // numbers of the games of earlier groups
	src, dst []uint32                    // edges, game by game
	built    *dag.Graph                  // the board of a game whose edges were not kept
	layers   func() (*dag.Levels, error) // of it, waited for; may be nil
	values   column[uint64]              // of a game that was solved while it was read
	k        []uint64                    // by vertex

	// A round is a row of bits, one a vertex, in whole words: all that its
	// verdict needs of the values is which are odd, and all that a move needs
	// besides is which are positive.
	odd      []uint64
	positive []uint64 // empty unless moves are wanted
}

// A header describes a game: a board and its rounds. Its vertex v is the group's first+v.
type header struct {
	number   uint64   // 1-based, in the input
	pos      text.Pos // of its header, or zero, where it can be found later
	first    uint32
	vertices uint32
	edges    uint32
	rounds   uint64
	bits     int // its rounds start at odd[bits]
}

// tokens returns how many numbers the game is made of.
func (g *header) tokens() uint64 {
	return 2 + 2*uint64(g.edges) + uint64(g.vertices) + 1 + g.rounds*uint64(g.vertices)
}

// words returns how many words a round takes.
func (g *header) words() int { return int((uint64(g.vertices) + 63) / 64) }

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

// newGroup returns an empty group. Its slices have room for most groups at once:
// what is reserved and not used costs nothing, but growing step by step touches
// three times the memory, and fresh pages are what a short run spends most of
// its time on.
func newGroup() *group {
	return &group{
		games: make([]header, 0, 1<<12),
		src:   make([]uint32, 0, 1<<16),
		dst:   make([]uint32, 0, 1<<16),
		k:     make([]uint64, 0, 1<<15),
		odd:   make([]uint64, 0, 1<<13),
	}
}

// hasRoom reports whether a game of so many vertices and edges still belongs to
// the group.
func (g *group) hasRoom(body uint64, size int) bool {
	return len(g.games) == 0 || g.size()+body < uint64(size)
}

// appendBits appends a round, or a part of one in whole words.
func (g *group) appendBits(values []uint64, positive bool) {
	for ; len(values) > 0; values = values[min(64, len(values)):] {
		word := values[:min(64, len(values))]
		g.odd = append(g.odd, oddBits(word))
		if positive {
			g.positive = append(g.positive, positiveBits(word))
		}
	}
}

// oddBits returns a word whose bit i says whether values[i] is odd. There are
// at most 64 values, here and below.
func oddBits(values []uint64) uint64 {
	w := uint64(0)
	for i, v := range values {
		w |= v & 1 << (i & 63)
	}
	return w
}

// positiveBits returns a word whose bit i says whether values[i] is above 0.
func positiveBits(values []uint64) uint64 {
	w := uint64(0)
	for i, v := range values {
		w |= -v >> 63 << (i & 63) // v is below 2^63
	}
	return w
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
	g.built, g.layers, g.values = nil, nil, nil
}

// union makes the union of the boards. It lets go of the list of edges, which
// is no longer needed, where that is game.
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
	i, _ := slices.BinarySearchFunc(g.games, v, func(m header, v uint32) int {
		if uint64(v) >= uint64(m.first)+uint64(m.vertices) {
			return -1
		}
		return 1
	})
	return i
}
