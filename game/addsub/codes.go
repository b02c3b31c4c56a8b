package addsub

import (
	"errors"
	"math/bits"
	"sync"

	"mexlab/game"
	"mexlab/internal/hugepage"
)

// Codes are the nimbers of a game in as few bytes as tell them apart: even a large
// graph has few different ones. 0 and the powers of two have the codes that
// game.Rows has bits for; the others get theirs in the order in which they appear.
type codes[T game.Code] struct {
	of []T // by vertex; below zeroCode it is a leaf

	mu     sync.Mutex
	values []uint64     // by code
	codes  map[uint64]T // by value, of those that have no fixed code
}

const (
	zeroCode = game.FirstCode
	oneCode  = zeroCode + 1              // 2^i has code oneCode+i
	units    = game.FirstOther - oneCode // powers of two that have such a code
)

// errNarrow says that there are more nimbers than codes.
var errNarrow = errors.New("too many different nimbers")

func newCodes[T game.Code](n int) *codes[T] {
	c := &codes[T]{of: hugepage.Make[T](n), values: make([]uint64, game.FirstOther, 1<<8), codes: map[uint64]T{}}
	for i := range units {
		c.values[oneCode+i] = 1 << i
	}
	return c
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

// A coder is what one worker knows of the codes. What most rows need it finds
// without the lock.
type coder[T game.Code] struct {
	*codes[T]
	known []uint64 // the first of the values
	small [1 << 8]T
}

// value returns the nimber that has a code.
func (c *coder[T]) value(code T) uint64 {
	if uint64(code) >= uint64(len(c.known)) {
		c.mu.Lock()
		c.known = c.values
		c.mu.Unlock()
	}
	return c.known[code]
}

// encode returns the code of a nimber.
func (c *coder[T]) encode(x uint64) (T, error) {
	if code, ok := c.find(x); ok {
		return code, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.add(x)
}

// find finds the code of a nimber without the lock.
func (c *coder[T]) find(x uint64) (code T, ok bool) {
	if x&(x-1) == 0 && x>>units == 0 {
		return T(zeroCode + bits.Len64(x)), true
	}
	if x < uint64(len(c.small)) {
		code = c.small[x]
	}
	return code, code != 0
}

// add finds the code of any other nimber, or gives it one. The caller has the lock.
func (c *coder[T]) add(x uint64) (T, error) {
	code, ok := c.codes.codes[x]
	if !ok {
		if code = T(len(c.values)); code == game.Pending[T]() {
			return 0, errNarrow
		}
		c.values = append(c.values, x)
		c.codes.codes[x] = code
	}
	if x < uint64(len(c.small)) {
		c.small[x] = code
	}
	return code, nil
}
