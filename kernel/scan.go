package kernel

import "math/bits"

// scan looks at x = 0, 1, 2, ... until one is not reachable: the best way when
// the mex is small, which it mostly is. It gives up after limit tests and then
// returns ok = false.
func (b *ball) scan(ws *Workspace, limit uint64) (mex uint64, ok bool) {
	if len(b.extras) == 0 {
		return b.scanBase(limit)
	}
	depth := min(b.k, len(b.extras))
	count := countSubsets(len(b.extras), depth)
	if count > limit {
		return 0, false
	}
	sums := ws.extraSums(b.extras, depth)
	y, end := b.origin, b.end()
	for x := uint64(0); ; {
		tests := uint64(0)
		for {
			s := &sums[tests]
			tests++
			if bits.OnesCount64(y^s.coord)+s.size <= b.k {
				break
			}
			if tests == count {
				return x, true
			}
		}
		if limit < tests {
			return 0, false
		}
		limit -= tests
		if x++; x == end {
			return x, true
		}
		y ^= b.unitSum[bits.TrailingZeros64(x)]
	}
}

// scanBase is scan without extras.
func (b *ball) scanBase(limit uint64) (mex uint64, ok bool) {
	y, end := b.origin, b.end()
	for x := uint64(0); bits.OnesCount64(y) <= b.k; {
		if x == limit {
			return 0, false
		}
		if x++; x == end {
			return x, true
		}
		y ^= b.unitSum[bits.TrailingZeros64(x)]
		mex = x
	}
	return mex, true
}

// An extraSum is a set of extras: its XOR in coordinates, and its size.
type extraSum struct {
	coord uint64
	size  int
}

// extraSums lists the subsets of at most depth extras, smaller ones first,
// since those are the likeliest to reach.
func (ws *Workspace) extraSums(extras []element, depth int) []extraSum {
	coords := grow(&ws.values, len(extras))
	for i, x := range extras {
		coords[i] = x.coord
	}
	list := ws.sums[:0]
	s := &ws.subsets
	for size := 0; size <= depth; size++ {
		for s.start(coords, size); ; {
			if s.size == size {
				list = append(list, extraSum{s.sum(), size})
			}
			if !s.next() {
				break
			}
		}
	}
	ws.sums = list
	return list
}
