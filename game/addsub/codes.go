package addsub

import (
	"errors"
	"math/bits"

	"mexlab/game"
	"mexlab/internal/hugepage"
)

// Codes are the nimbers of a game in as few bytes as tell them apart: even a large
// graph has few different ones. 0 and the powers of two have the codes that
// game.Rows has bits for; the others get theirs in the order in which they appear.
type codes[T game.Code] struct {
	of     []T      // by vertex; below zeroCode it is a leaf
	values []uint64 // by code
	small  [1 << 8]T
	large  map[uint64]T // the codes of other values, from len(small) on
}

const (
	zeroCode = game.FirstCode
	oneCode  = zeroCode + 1              // 2^i has code oneCode+i
	units    = game.FirstOther - oneCode // powers of two that have such a code
)

// errNarrow says that there are more nimbers than codes.
var errNarrow = errors.New("too many different nimbers")

func newCodes[T game.Code](n int) codes[T] {
	c := codes[T]{of: hugepage.Make[T](n), values: make([]uint64, game.FirstOther, 1<<8), large: map[uint64]T{}}
	for i := range units {
		c.values[oneCode+i] = 1 << i
	}
	return c
}

// encode returns the code of a nimber.
func (c *codes[T]) encode(x uint64) (T, error) {
	if x&(x-1) == 0 && x>>units == 0 {
		return T(zeroCode + bits.Len64(x)), nil
	}
	if x < uint64(len(c.small)) {
		if c.small[x] != 0 {
			return c.small[x], nil
		}
	} else if code, ok := c.large[x]; ok {
		return code, nil
	}
	code := T(len(c.values))
	if code == game.Pending[T]() {
		return 0, errNarrow
	}
	c.values = append(c.values, x)
	if x < uint64(len(c.small)) {
		c.small[x] = code
	} else {
		c.large[x] = code
	}
	return code, nil
}

func (c *codes[T]) at(v uint32) uint64 { return c.values[c.of[v]] }

func (c *codes[T]) xor(first uint32, set []uint64) uint64 {
	x := uint64(0)
	of := c.of[first:]
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			x ^= c.values[of[i*64+bits.TrailingZeros64(w)]]
		}
	}
	return x
}
