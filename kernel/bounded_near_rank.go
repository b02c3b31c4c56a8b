package kernel

import (
	"math"
	"math/bits"
)

// nearRank finds the mex from the numbers that the basis does not reach. Their
// words weigh more than K: they are the complements of subsets of fewer than
// rank-K basis elements. If K is just below the rank, such subsets are few, and
// a scan is slowest. Each of these numbers is tried with the extras. If that takes
// more work than limit, nearRank gives up and returns ok = false.
func (b *boundedRow) nearRank(limit uint64) (mex uint64, ok bool) {
	c := complements{
		nearby: nearby{row: b, left: limit, last: b.k},
		basis:  b.basis[:b.rank], mex: b.end(), ok: true,
	}
	word := uint64(math.MaxUint64) >> (64 - b.rank)
	x := b.number(word) ^ b.c
	c.try(x, word)
	c.drop(x, word, 0, b.rank-b.k-1)
	return c.mex, c.ok
}

// complements goes through numbers that the basis does not reach.
type complements struct {
	nearby
	basis []uint64
	mex   uint64 // the least that the extras do not reach, so far
	ok    bool   // nothing was too much work
}

// drop takes up to most of the basis elements from place first on out of the sum
// with the given word, for which word^c is x, and tries what is left.
func (c *complements) drop(x, word uint64, first, most int) {
	if most == 0 {
		return
	}
	for i := first; i < len(c.basis); i++ {
		x, word := x^c.basis[i], word^1<<i
		c.try(x, word)
		c.drop(x, word, i+1, most-1)
	}
}

// try lowers the mex to x if the extras do not reach x, whose word is too heavy.
func (c *complements) try(x, word uint64) {
	if x >= c.mex {
		return
	}
	for _, w := range c.row.extras {
		if bits.OnesCount64(word^w) < c.row.k {
			return
		}
	}
	found, ok := c.reaches(nil, word)
	if c.ok = c.ok && ok; !found {
		c.mex = x
	}
}

// nearRankCost estimates the cost of nearRank. Mostly one of the first few
// extras reaches a number, if any does.
func (b *boundedRow) nearRankCost() uint64 {
	tests := uint64(min(len(b.extras), 4))
	return mulCost(subsetCost+testCost*tests, countSubsets(b.rank, b.rank-b.k-1))
}
