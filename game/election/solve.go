package election

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"mexlab/dag"
	"mexlab/game/large"
	"mexlab/game/text"
)

// A change gives a city, numbered from 0, a new height.
type change struct {
	city   uint32
	height uint64
}

// levels returns the level of every city. The error, a *text.Error, names a
// cycle.
func (b *board) levels(work *large.Work) ([]uint32, error) {
	order, err := b.graph.OrderIn(b.spare[0])
	if cycle := (*dag.CycleError)(nil); errors.As(err, &cycle) {
		return nil, &text.Error{Pos: b.pos, Msg: "expected no cycle, found " + cycle.Path(1), Cause: cycle}
	}
	n := b.graph.Len()
	level := b.spare[1]
	if cap(level) < n {
		level = dag.Make[uint32](n)
	}
	level = level[:n]
	var seen []uint64
	const step = 1 << 14
	for i, u := range order {
		if i%step == step-1 {
			if err := work.Err(); err != nil {
				return nil, err
			}
			work.Done(step)
		}
		succ := b.graph.Succ(int(u))
		// Most levels are low: those below 64 fit in a word, from which the
		// shift drops the others.
		low := uint64(0)
		for _, v := range succ {
			low |= 1 << level[v]
		}
		l := bits.TrailingZeros64(^low)
		if l == 64 {
			l, seen = mex(level, succ, seen)
		}
		level[u] = uint32(l)
	}
	return level, nil
}

// mex returns the least number that is not the level of one in succ. It works
// in seen, which it returns.
func mex(level, succ []uint32, seen []uint64) (int, []uint64) {
	words := len(succ)/64 + 1 // d successors take d levels at most
	seen = slices.Grow(seen[:0], words)[:words]
	clear(seen)
	for _, v := range succ {
		if l := level[v]; int(l/64) < words {
			seen[l/64] |= 1 << (l % 64)
		}
	}
	i := 0
	for seen[i] == math.MaxUint64 {
		i++
	}
	return 64*i + bits.TrailingZeros64(^seen[i]), seen
}

// mover returns the city that a winning move lowers, and the XOR of the heights
// of every level. There is none when all of these are 0: then the player to
// move loses.
//
// On the highest level whose XOR is not 0, some city can be lowered so that it
// becomes 0: one whose height has the leading bit of the XOR.
func (b *board) mover(level []uint32) (u uint32, xor []uint64, wins bool) {
	for u, l := range level {
		for int(l) >= len(xor) {
			xor = append(xor, 0)
		}
		xor[l] ^= b.heights.of(uint32(u))
	}
	top := len(xor) - 1
	for top >= 0 && xor[top] == 0 {
		top--
	}
	if top < 0 {
		return 0, nil, false
	}
	for int(level[u]) != top || b.heights.of(u)^xor[top] >= b.heights.of(u) {
		u++
	}
	return u, xor, true
}

// move returns the winning move that lowers u, which comes first. It has a
// successor on each lower level, and these repair theirs.
func (b *board) move(level []uint32, u uint32, succ []uint32, xor []uint64) []change {
	changes := []change{{u, b.heights.of(u) ^ xor[level[u]]}}
	for _, v := range succ {
		if x := &xor[level[v]]; *x != 0 {
			changes = append(changes, change{v, b.heights.of(v) ^ *x})
			*x = 0
		}
	}
	return changes
}
