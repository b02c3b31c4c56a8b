// Package election plays the game of Election Promises (Codeforces 1149E). There
// are cities with a height each, and roads between them without a cycle. A move
// lowers the height of one city and sets those of its direct successors to
// anything. Who cannot move loses.
//
// The level of a city is the mex of its successors' levels: the least number
// that is not among them. The player to move loses if and only if, on every
// level, the XOR of the heights is 0. Otherwise a winning move lowers a city on
// the highest level whose XOR is not 0, and lets its successors make up for the
// levels below.
//
// A program makes a Board of heights and roads and asks it for Levels, Wins and
// Move. Solve does the same from text to text:
//
//	reading   the heights, in 32 bits as long as they fit (heights.go), and the
//	          roads, each turned round, into rows (solve.go); many roads are read
//	          and sorted by all workers (package game)
//	levels    each city, once its level is known, tells it to the cities with a
//	          road to it, and so each road is looked at once (levels.go, ready.go)
//	move      one look at the heights and one at the roads (election.go)
//	writing   the answer as lines or as JSON (write.go)
//
// With Options.Stream, roads are not kept but give levels while they are read
// (stream.go).
//
// For 200,000 cities and as many roads, Solve takes 37 ns a city; reading the
// numbers is 6 ns of that. A file of 10^7 roads on 10^6 cities takes 0.3 s and
// 13 bytes a road, whichever way the cities are numbered.
package election

import (
	"context"
	"fmt"
	"slices"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/internal/hugepage"
)

// A Board is a position of the game.
type Board struct {
	heights heights
	roads   *dag.Graph // reversed: the row of a city has those with a road to it
	level   []uint32
}

// A Change gives a city a new height.
type Change struct {
	City   uint32
	Height uint64
}

// NewBoard returns the board with a city for each of heights, numbered from 0,
// and the roads src[i] -> dst[i], which may repeat. It takes 21 bytes a city, 4
// more if a height needs over 32 bits, and 4 a road. There must be fewer than
// 2^32-1 cities and fewer than 2^32 roads.
//
// The error names a road whose end is not a city, is a *dag.CycleError if the
// roads have a cycle, or is the cause of the end of ctx.
func NewBoard(ctx context.Context, heights []uint64, src, dst []uint32) (*Board, error) {
	n := len(heights)
	for i, u := range src {
		if v := dst[i]; int(max(u, v)) >= n {
			return nil, fmt.Errorf("road %d leads from city %d to city %d, expected cities below %d", i, u, v, n)
		}
	}
	b := &Board{roads: dag.New(n, dst, src)}
	b.heights.low = hugepage.Make[uint32](n)[:0]
	b.heights.append(heights)
	if err := b.findLevels(ctx, &game.Work{}, nil); err != nil {
		return nil, err
	}
	return b, nil
}

// Levels returns the level of every city. The slice belongs to the Board and
// must not be changed.
func (b *Board) Levels() []uint32 { return b.level }

// Wins reports whether the player to move wins.
func (b *Board) Wins() bool {
	return slices.ContainsFunc(b.sums(), func(x uint64) bool { return x != 0 })
}

// Move returns a winning move, first the city that it lowers, or nil if the
// player to move loses. The Board stays as it is.
func (b *Board) Move() []Change {
	u, sums, wins := b.mover()
	if !wins {
		return nil
	}
	return b.move(u, b.succ(u), sums)
}

// sums returns the XOR of the heights on each level.
func (b *Board) sums() (sums []uint64) {
	for u, l := range b.level {
		for int(l) >= len(sums) {
			sums = append(sums, 0)
		}
		sums[l] ^= b.heights.at(uint32(u))
	}
	return sums
}

// mover returns the city that a winning move lowers, and the sums. On the
// highest level whose sum is not 0, some city has the leading bit of the sum, so
// it can be lowered to make the sum 0.
func (b *Board) mover() (u uint32, sums []uint64, wins bool) {
	sums = b.sums()
	top := len(sums) - 1
	for top >= 0 && sums[top] == 0 {
		top--
	}
	if top < 0 {
		return 0, nil, false
	}
	for int(b.level[u]) != top || b.heights.at(u)^sums[top] >= b.heights.at(u) {
		u++
	}
	return u, sums, true
}

// succ returns the cities that u leads to, in ascending order.
func (b *Board) succ(u uint32) (succ []uint32) {
	start, from := b.roads.Rows()
	v := uint32(0)
	for i, p := range from {
		if p == u {
			for start[v+1] <= uint32(i) {
				v++
			}
			succ = append(succ, v)
		}
	}
	return succ
}

// move returns the winning move that lowers u. u has a successor on each lower
// level, and the first one on each makes the sum of its level 0.
func (b *Board) move(u uint32, succ []uint32, sums []uint64) []Change {
	changes := []Change{{u, b.heights.at(u) ^ sums[b.level[u]]}}
	for _, v := range succ {
		if x := &sums[b.level[v]]; *x != 0 {
			changes = append(changes, Change{v, b.heights.at(v) ^ *x})
			*x = 0
		}
	}
	return changes
}
