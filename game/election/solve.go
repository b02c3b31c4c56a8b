package election

import (
	"errors"
	"fmt"

	"mexlab/dag"
)

// A change gives a city, numbered from 0, a new height.
type change struct {
	city   uint32
	height uint64
}

// levels returns the level of every city. The error names a cycle.
//
// A level takes an edge to every lower one, so level k rests on k(k+1)/2
// edges and m edges give levels below sqrt(2m): scanning for a mex costs no
// more than reading the row did.
func (b *board) levels() ([]uint32, error) {
	order, err := b.graph.Order()
	if cycle := (*dag.CycleError)(nil); errors.As(err, &cycle) {
		return nil, fmt.Errorf("expected an acyclic graph, found a cycle of cities: %s", cycle.Path(1))
	}
	level := make([]uint32, b.graph.Len())
	// seen[l] is 1 + the last city found to have a successor of level l. No
	// level is above its city's degree.
	seen := make([]uint32, b.graph.MaxDegree()+1)
	for _, u := range order {
		for _, v := range b.graph.Succ(int(u)) {
			seen[level[v]] = u + 1
		}
		l := uint32(0)
		for seen[l] == u+1 {
			l++
		}
		level[u] = l
	}
	return level, err
}

// move returns a winning move, the lowered city first, or nil when there is
// none: then the player to move loses.
//
// On the highest level whose XOR is not 0, some city can be lowered so that it
// becomes 0. That city has a successor on each lower level, and these repair
// theirs.
func (b *board) move(level []uint32) []change {
	var xor []uint64 // by level
	for u, l := range level {
		for int(l) >= len(xor) {
			xor = append(xor, 0)
		}
		xor[l] ^= b.heights[u]
	}
	top := len(xor) - 1
	for top >= 0 && xor[top] == 0 {
		top--
	}
	if top < 0 {
		return nil
	}
	// The city is one whose height has the leading bit of the XOR.
	u := 0
	for int(level[u]) != top || b.heights[u]^xor[top] >= b.heights[u] {
		u++
	}
	changes := []change{{uint32(u), b.heights[u] ^ xor[top]}}
	for _, v := range b.graph.Succ(u) {
		if x := &xor[level[v]]; *x != 0 {
			changes = append(changes, change{v, b.heights[v] ^ *x})
			*x = 0
		}
	}
	return changes
}
