package election

import (
	"errors"
	"math/bits"
	"slices"

	"mexlab/asm"
	"mexlab/game"
	"mexlab/internal/hugepage"
)

// levels has the levels of the cities, or their codes of one byte.
type levels struct {
	codes []uint8
	wide  []uint32 // if codes is nil
}

// errNarrow says that there are more levels than codes.
var errNarrow = errors.New("too many levels")

// find finds the codes of n cities, of one byte if that is enough. Both functions
// fill in the given codes.
func (l *levels) find(n int, narrow func(codes []uint8) error, wide func(codes []uint32) error) error {
	l.codes = hugepage.Make[uint8](n)
	err := narrow(l.codes)
	if err == errNarrow {
		l.codes, l.wide = nil, hugepage.Make[uint32](n)
		err = wide(l.wide)
		for u, c := range l.wide {
			l.wide[u] = levelOf(c)
		}
	}
	return err
}

func (l *levels) at(u uint32) uint32 {
	if l.codes != nil {
		return levelOf(l.codes[u])
	}
	return l.wide[u]
}

// sub returns the levels of n cities, which it shares.
func (l *levels) sub(first, n int) levels {
	if l.codes != nil {
		return levels{codes: l.codes[first:][:n]}
	}
	return levels{wide: l.wide[first:][:n]}
}

// all returns all levels.
func (l *levels) all() []uint32 {
	if l.codes == nil {
		return l.wide
	}
	all := hugepage.Make[uint32](len(l.codes))
	for u, c := range l.codes {
		all[u] = levelOf(c)
	}
	return all
}

// levelOf returns the level with a code. Leaves have codes below firstCode.
func levelOf[T game.Code](c T) uint32 { return max(uint32(c), firstCode) - firstCode }

// rows finds levels row by row. The code of level l is firstCode+l.
type rows[T game.Code] struct {
	last *candidates // that are told of each city; may be nil
	set  []uint64    // memory for the levels that a row leads to
}

const (
	firstCode    = game.FirstCode
	narrowLevels = game.FirstOther - firstCode // levels that have a bit in a mask
)

// EndRow implements game.Rows.
func (r *rows[T]) EndRow(u uint32, seen uint64, others []T, succ []uint32) (T, error) {
	levels := seen >> firstCode
	if seen&(1<<firstCode-1) != 0 {
		levels |= 1 // leaves
	}
	l := bits.TrailingZeros64(^levels)
	if l == narrowLevels {
		l += r.mex(others)
	}
	if uint64(l)+firstCode >= uint64(game.Pending[T]()) {
		return 0, errNarrow
	}
	if r.last != nil {
		r.last.add(u, l, succ)
	}
	return T(l + firstCode), nil
}

// Flush implements game.Rows: no level is put off.
func (r *rows[T]) Flush() error { return nil }

// mex returns how many codes from game.FirstOther on are all among the given ones.
func (r *rows[T]) mex(codes []T) int {
	words := len(codes)/64 + 1
	r.set = slices.Grow(r.set[:0], words)[:words]
	clear(r.set)
	for _, c := range codes {
		if l := c - game.FirstOther; int(l/64) < words {
			r.set[l/64] |= 1 << (l % 64)
		}
	}
	return asm.Best().FirstZero(r.set)
}
