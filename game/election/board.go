package election

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/internal/hugepage"
)

// A Board is a position with known levels. It does not change, and goroutines
// may share it.
type Board struct {
	heights heights
	roads   *dag.Graph
	level   levels
}

// NewBoard returns the board of the cities 0 to len(heights)-1 with the roads from
// roads[i][0] to roads[i][1]. Duplicate roads change nothing.
//
// The error names a road that is wrong. It wraps a *dag.CycleError if there is a
// cycle, and the cause of the end of ctx.
func NewBoard(ctx context.Context, roads [][2]int, heights []uint64) (*Board, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, fmt.Errorf("election: %w", err)
	}
	n := len(heights)
	src, dst := make([]uint32, len(roads)), make([]uint32, len(roads))
	for i, r := range roads {
		if min(r[0], r[1]) < 0 || max(r[0], r[1]) >= n {
			return nil, fmt.Errorf("election: road %d, from %d to %d: the board has %d cities, numbered from 0", i, r[0], r[1], n)
		}
		src[i], dst[i] = uint32(r[0]), uint32(r[1])
	}
	b := &Board{roads: dag.New(n, src, dst)}
	b.heights.low = hugepage.Make[uint32](n)[:0]
	b.heights.append(heights)
	if err := b.findLevels(ctx, &game.Work{}); err != nil {
		return nil, fmt.Errorf("election: %w", err)
	}
	return b, nil
}

// With returns the board with other heights, one for each city.
func (b *Board) With(heights []uint64) *Board {
	if len(heights) != b.heights.len() {
		panic(fmt.Sprintf("election: %d heights for %d cities", len(heights), b.heights.len()))
	}
	other := &Board{roads: b.roads, level: b.level}
	other.heights.append(heights)
	return other
}

// Heights returns the height of every city.
func (b *Board) Heights() []uint64 {
	all := make([]uint64, b.heights.len())
	for u := range all {
		all[u] = b.heights.at(uint32(u))
	}
	return all
}

// Succ returns the cities that u leads to, in ascending order. One may be there
// twice.
func (b *Board) Succ(u int) []uint32 { return slices.Sorted(slices.Values(b.roads.Succ(u))) }

// Levels returns the level of every city. The slice must not be changed.
func (b *Board) Levels() []uint32 { return b.level.all() }

// Wins reports whether the player to move wins.
func (b *Board) Wins() bool {
	_, _, wins := b.mover()
	return wins
}

// A Change gives a city a new height.
type Change struct {
	City   int
	Height uint64
}

// Move returns a winning move, if there is one: wins reports that. The first
// change lowers a city, the others are to its successors.
func (b *Board) Move() (move []Change, wins bool) {
	u, sums, wins := b.mover()
	if !wins {
		return nil, false
	}
	return b.move(u, b.roads.Succ(int(u)), sums), true
}

// mover returns the city that a winning move lowers, and the XOR of the heights
// on each level. On the highest level whose sum is not 0, some city has the
// leading bit of the sum, so it can be lowered to make the sum 0.
func (b *Board) mover() (u uint32, sums []uint64, wins bool) {
	for u := range uint32(b.heights.len()) {
		l := b.level.at(u)
		for int(l) >= len(sums) {
			sums = append(sums, 0)
		}
		sums[l] ^= b.heights.at(u)
	}
	top := len(sums) - 1
	for top >= 0 && sums[top] == 0 {
		top--
	}
	if top < 0 {
		return 0, nil, false
	}
	for int(b.level.at(u)) != top || b.heights.at(u)^sums[top] >= b.heights.at(u) {
		u++
	}
	return u, sums, true
}

// move returns the winning move that lowers u. u has a successor on each lower
// level, and the lowest-numbered on each makes the sum of its level 0.
func (b *Board) move(u uint32, succ []uint32, sums []uint64) []Change {
	const none = math.MaxUint32
	lowest := slices.Repeat([]uint32{none}, len(sums))
	for _, v := range succ {
		l := b.level.at(v)
		lowest[l] = min(lowest[l], v)
	}
	changes := []Change{{int(u), b.heights.at(u) ^ sums[b.level.at(u)]}}
	for l, v := range lowest[:b.level.at(u)] {
		if sums[l] != 0 && v != none {
			changes = append(changes, Change{int(v), b.heights.at(v) ^ sums[l]})
		}
	}
	slices.SortFunc(changes[1:], func(x, y Change) int { return cmp.Compare(x.City, y.City) })
	return changes
}
