package kernel

import "math/bits"

// scanMany tries x = 0, 1, 2, ... as scan does, for a row with many extras. All
// sets of them would be too many to list. But with many extras, one, two or three
// of them mostly do, or K is too small for more. It is the way if few numbers are
// in the span, or K is small. If it needs larger sets, or more work than limit, it
// returns ok = false. Extras may be there twice.
func (b *boundedRow) scanMany(ws *Workspace, limit uint64) (mex uint64, ok bool) {
	near := nearby{extras: b.extras, k: b.k, left: limit}
	if b.rank <= maxMarkedRank && b.k >= 2 && b.k <= 4 {
		near.marks = b.markBallOne(ws)
	}
	y, end := b.origin, b.end()
	for x := uint64(0); x < manyTries; {
		if found, ok := near.reaches(y); !found {
			return x, ok
		}
		if x++; x == end {
			return x, true
		}
		y ^= b.step(bits.TrailingZeros64(x))
	}
	return 0, false
}

// manyTries are the numbers that scanMany tries. If the mex is larger, looking at
// many numbers at once is cheaper.
const manyTries = 32

// A bitset over at most so many coordinates is in the first-level cache.
const maxMarkedRank = 16

// markBallOne returns Ball_1 as a bitset over the coordinates.
func (b *boundedRow) markBallOne(ws *Workspace) []uint64 {
	marks := zeroed(&ws.words, bitsetWords(b.rank))
	marks[0] = 1
	for i := range b.rank {
		marks[1<<i/64] |= 1 << (1 << i % 64)
	}
	for _, word := range b.extras {
		marks[word/64] |= 1 << (word % 64)
	}
	return marks
}

// nearby tells which words are in Ball_K, by sets of few extras.
type nearby struct {
	extras []uint64
	k      int
	left   uint64   // work that is allowed
	marks  []uint64 // nil, or Ball_1
}

// reaches tells whether y is in Ball_K. If it does not find out, ok is false.
func (n *nearby) reaches(y uint64) (found, ok bool) {
	if n.left < testCost {
		return false, false
	}
	n.left -= testCost
	if bits.OnesCount64(y) <= n.k {
		return true, true
	}
	last := n.k // the size of the largest sets that can matter
	if n.marks != nil {
		last--
	}
	sets := uint64(1) // of the size
	for size := 1; size <= min(last, len(n.extras)); size++ {
		sets = mulCost(sets, uint64(len(n.extras)-size+1)) / uint64(size)
		if mulCost(testCost, sets) > n.left {
			return false, false
		}
		var marks []uint64
		if size == n.k-1 {
			marks = n.marks
		}
		if n.anySum(n.extras, size, y, n.k-size, marks) {
			return true, true
		}
	}
	return false, true
}

// anySum tells whether y and the sum of some set of words, of the given size,
// differ in at most so many bits as most; or in a marked word, if there are marks.
func (n *nearby) anySum(words []uint64, size int, y uint64, most int, marks []uint64) bool {
	if size > 1 {
		for i := size - 1; i < len(words); i++ {
			if n.anySum(words[:i], size-1, y^words[i], most, marks) {
				return true
			}
		}
		return false
	}
	n.left -= testCost * uint64(len(words))
	if marks == nil {
		for _, w := range words {
			if bits.OnesCount64(y^w) <= most {
				return true
			}
		}
		return false
	}
	any := uint64(0)
	for _, w := range words {
		w ^= y
		any |= marks[w/64] >> (w % 64)
	}
	return any&1 != 0
}
