package addsub

import (
	"context"
	"fmt"
	"math"

	"mexlab/kernel"
)

// A Board is a solved board. It does not change, and goroutines may share it.
type Board struct {
	g      *group
	budget uint64
}

// NewBoard solves the board with the vertices 0 to len(k)-1 and the edges from
// edges[i][0] to edges[i][1]. A move at vertex u adds k[u] tokens. Duplicate edges
// change nothing. Each k must be below 2^63.
//
// Of the options, Kernel, Budget, Workers and Solved apply. The error names the
// edge or vertex that is wrong. It wraps a *dag.CycleError if there is a cycle,
// what the kernel reported if it could not do a vertex, and the cause of the end
// of ctx.
func NewBoard(ctx context.Context, edges [][2]int, k []uint64, o Options) (*Board, error) {
	if err := context.Cause(ctx); err != nil { // small boards do not ask again
		return nil, fmt.Errorf("addsub: %w", err)
	}
	if uint64(len(k)) > maxVertices || uint64(len(edges)) > math.MaxUint32 {
		return nil, fmt.Errorf("addsub: %d vertices and %d edges are too many: they are numbered in 32 bits", len(k), len(edges))
	}
	g := &group{src: make([]uint32, len(edges)), dst: make([]uint32, len(edges)), k: make([]uint64, len(k))}
	for u, n := range k {
		if n > math.MaxInt64 {
			return nil, fmt.Errorf("addsub: vertex %d: expected K below 2^63, found %d", u, n)
		}
		g.k[u] = n
	}
	for i, e := range edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(k) {
			return nil, fmt.Errorf("addsub: edge %d, from %d to %d: the board has %d vertices, numbered from 0", i, e[0], e[1], len(k))
		}
		g.src[i], g.dst[i] = uint32(e[0]), uint32(e[1])
	}
	g.games = []header{{vertices: uint32(len(k)), edges: uint32(len(edges))}}
	o.Move = true // so that the graph is kept
	if err := newSolver(o).solve(ctx, g); err != nil {
		return nil, fmt.Errorf("addsub: %w", err)
	}
	return &Board{g, o.Budget}, nil
}

// Succ returns the successors of vertex v, in a slice that must not be changed.
// One may be there twice.
func (b *Board) Succ(v int) []uint32 { return b.g.graph.Succ(v) }

// K returns how many tokens a move at each vertex adds, in a slice that must not be
// changed.
func (b *Board) K() []uint64 { return b.g.k }

// Nimbers returns the Grundy value of every vertex.
func (b *Board) Nimbers() []uint64 {
	values := make([]uint64, b.g.len())
	for v := range values {
		values[v] = b.g.nimbers.at(uint32(v))
	}
	return values
}

// Wins reports whether the player to move wins, with tokens[v] tokens on vertex
// v. It panics unless there is a number for each vertex.
func (b *Board) Wins(tokens []uint64) bool {
	total, _ := b.position(tokens)
	return total > 0
}

// Move returns a winning move from the position that Wins describes, if there is
// one: wins reports that. The error says that finding it takes more than the budget.
func (b *Board) Move(tokens []uint64) (m Move, wins bool, err error) {
	total, round := b.position(tokens)
	if total == 0 {
		return Move{}, false, nil
	}
	finder := mover{ws: kernel.Workspace{Budget: b.budget}}
	if m, err = finder.find(b.g, &b.g.games[0], round.odd, round.positive); err != nil {
		err = fmt.Errorf("addsub: %w", err)
	}
	return m, true, err
}

// position returns the nimber of a position, and its round.
func (b *Board) position(tokens []uint64) (total uint64, round group) {
	if len(tokens) != b.g.len() {
		panic(fmt.Sprintf("addsub: numbers of tokens for %d vertices, on a board of %d", len(tokens), b.g.len()))
	}
	round.appendBits(tokens, true)
	return b.g.nimbers.xor(0, round.odd), round
}
