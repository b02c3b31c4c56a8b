package kernel

import (
	"math"
	"math/bits"
)

// mexOfOnePick is the mex for K = 1, the least number that is not in the row. It
// needs no coordinates. It is at most the number of successors.
func mexOfOnePick(ws *Workspace, succ []uint64) uint64 {
	var low uint64 // the values below 64, as a bitset
	for _, v := range succ {
		low |= 1 << v
	}
	if ^low != 0 {
		return uint64(bits.TrailingZeros64(^low))
	}
	set := zeroed(&ws.words, len(succ)/64+1) // with room for a number that is missing
	for _, v := range succ {
		if v/64 < uint64(len(set)) {
			set[v/64] |= 1 << (v % 64)
		}
	}
	return firstZero(set)
}

// mexOfAllButOne is the mex for K = rank-1, in closed form. Only one word weighs
// more than K, that of all coordinates. An extra has two or more of them, so that
// 1 + rank-2 elements are enough, and everything in the span is reachable.
func (b *boundedRow) mexOfAllButOne() (uint64, error) {
	if len(b.extras) > 0 {
		return powerOfTwo(b.low)
	}
	return min(b.end(), b.number(math.MaxUint64>>(64-b.rank))^b.c), nil
}
