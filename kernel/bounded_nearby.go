package kernel

import "math/bits"

const (
	// maxMarkedRank is the largest rank of a bitset in the first-level cache.
	maxMarkedRank = 16

	// sparseSums is a number of words for each element. With that many, most sums of
	// an element and y are no elements, and it pays to mark all sums of two.
	sparseSums = 512
)

// scanNearby tries the numbers below most, from 0 on, as scan does. It makes the
// sets of extras for each number anew, of one extra, then of two, and so on. With
// many extras there are too many sets to list, but small ones are mostly enough, or K
// is too small for others. It is the way if few numbers are in the span, or K is
// small. It returns ok = false if all numbers below most are reachable, or if it needs
// more work than limit. An extra may be there twice.
func (b *boundedRow) scanNearby(ws *Workspace, most, limit uint64) (mex uint64, ok bool) {
	near := nearby{row: b, left: limit, last: b.k}
	if b.rank <= maxMarkedRank && b.k >= 2 && b.k <= 5 {
		near.marked = 1
		if b.k > 2 && 1<<b.rank >= sparseSums*b.size() {
			near.marked = 2
		}
		near.last -= near.marked
	}
	y, end := b.origin, b.end()
	for x := uint64(0); x < most; {
		if found, ok := near.reaches(ws, y); !found {
			return x, ok
		}
		if x++; x == end {
			return x, true
		}
		y ^= b.step(bits.TrailingZeros64(x))
	}
	return 0, false
}

// marks is a bitset over the coordinates.
type marks [1 << (maxMarkedRank - 6)]uint64

func (m *marks) set(w uint64)      { m[w>>6%uint64(len(m))] |= 1 << (w & 63) }
func (m *marks) has(w uint64) bool { return m[w>>6%uint64(len(m))]>>(w&63)&1 != 0 }

// nearby tells which words are in Ball_K, by sets of few extras.
type nearby struct {
	row    *boundedRow
	left   uint64 // work that is allowed
	last   int    // the size of the largest sets that matter
	marked int    // sums of sets of the last size are looked up in this ball, if it is not 0
	marks  *marks // the ball, once it is needed
}

// reaches tells whether y is in Ball_K. If it does not find out, ok is false.
func (n *nearby) reaches(ws *Workspace, y uint64) (found, ok bool) {
	if n.left < testCost {
		return false, false
	}
	n.left -= testCost
	k, extras := n.row.k, n.row.extras
	if bits.OnesCount64(y) <= k {
		return true, true
	}
	sets := uint64(1) // of the size
	for size := 1; size <= min(n.last, len(extras)); size++ {
		sets = mulCost(sets, uint64(len(extras)-size+1)) / uint64(size)
		if sets > n.left {
			return false, false
		}
		n.left -= sets
		if n.marked > 0 && size == n.last {
			if n.marks == nil {
				n.marks = n.row.markBall(ws, n.marked)
			}
			return anySumMarked(extras, size, y, n.marks), true
		}
		if anySumWithin(extras, size, y, k-size) {
			return true, true
		}
	}
	return false, true
}

// anySumWithin tells whether the sum of some size of the words differs from y in at
// most the given number of bits.
func anySumWithin(words []uint64, size int, y uint64, most int) bool {
	if size > 1 {
		for i := size - 1; i < len(words); i++ {
			if anySumWithin(words[:i], size-1, y^words[i], most) {
				return true
			}
		}
		return false
	}
	for _, w := range words {
		if bits.OnesCount64(y^w) <= most {
			return true
		}
	}
	return false
}

// anySumMarked tells whether the sum of y and some size of the words has a mark.
func anySumMarked(words []uint64, size int, y uint64, m *marks) bool {
	if size > 1 {
		for i := size - 1; i < len(words); i++ {
			if anySumMarked(words[:i], size-1, y^words[i], m) {
				return true
			}
		}
		return false
	}
	for _, w := range words {
		if m.has(w ^ y) {
			return true
		}
	}
	return false
}

// markBall marks Ball_1 or Ball_2.
func (b *boundedRow) markBall(ws *Workspace, k int) *marks {
	words := ws.values[:0]
	for i := range b.rank {
		words = append(words, 1<<i)
	}
	words = append(words, b.extras...)
	ws.values = words
	m := (*marks)(grow(&ws.words, len(marks{})))
	clear(m[:bitsetWords(b.rank)])
	m.set(0)
	for i, w := range words {
		m.set(w)
		if k == 2 {
			for _, v := range words[:i] {
				m.set(v ^ w)
			}
		}
	}
	return m
}
