package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// scan tries x = 0, 1, 2, ... until one is not reachable. It is the best way if
// the mex is small, as it mostly is. If it would take more work than limit it
// gives up and returns ok = false. For ranks up to 16 it tries many at a time.
func (b *boundedRow) scan(ws *Workspace, limit uint64) (mex uint64, ok bool) {
	if b.rank > 16 {
		return b.scanOneByOne(ws, infinite, limit)
	}
	sums, ok := ws.extraSums(b.extras, b.k, limit)
	if !ok {
		return b.scanNearby(ws, infinite, limit)
	}
	return b.scanVectors(ws, sums, limit)
}

// listedExtras is the most extras for which a scan of few numbers lists all sets of
// extras.
const listedExtras = 4

// scanOneByOne is scan without vectors, which is faster for a few numbers. With more
// than listedExtras extras it gives up after the numbers below most.
func (b *boundedRow) scanOneByOne(ws *Workspace, most, limit uint64) (mex uint64, ok bool) {
	if len(b.extras) > listedExtras {
		return b.scanNearby(ws, most, limit)
	}
	if len(b.extras) == 0 {
		return b.scanWeights(limit)
	}
	sums, _ := ws.extraSums(b.extras, b.k, limit)
	return b.scanSums(sums, limit)
}

// scanWeights is scan without extras: the weight of x^c's word decides.
func (b *boundedRow) scanWeights(limit uint64) (mex uint64, ok bool) {
	end := b.end()
	for c := b.counter(); ; b.advance(&c) {
		var heavy uint64
		for i, s := range c.block {
			// The sign of k - weight.
			heavy |= uint64(b.k-bits.OnesCount64(c.word^s)) >> 63 << i
		}
		if heavy != 0 {
			return min(end, c.x+uint64(bits.TrailingZeros64(heavy))), true
		}
		if end-c.x <= 8 {
			return end, true
		}
		if c.x >= limit {
			return 0, false
		}
	}
}

// scanSums is scan with extras.
func (b *boundedRow) scanSums(sums []extraSum, limit uint64) (mex uint64, ok bool) {
	y, end := b.origin, b.end()
	for x := uint64(0); ; {
		tests := 0
		for bits.OnesCount64(y^sums[tests].word)+sums[tests].size > b.k {
			if tests++; tests == len(sums) {
				return x, true
			}
		}
		work := testCost * uint64(tests+1)
		if limit < work {
			return 0, false
		}
		limit -= work
		if x++; x == end {
			return x, true
		}
		y ^= b.step(bits.TrailingZeros64(x))
	}
}

// scanVectors is scan by the tier's primitives, for ranks up to 16.
func (b *boundedRow) scanVectors(ws *Workspace, sums []extraSum, limit uint64) (mex uint64, ok bool) {
	tier, end := b.tier, b.end()
	tests := uint64(4 * tier.Words) // at a time
	if tier.Words == 1 {
		tests = 1
	}
	n := min(end, mulCost(limit, tests)/uint64(len(sums)))
	if n == 0 {
		return 0, false
	}
	units := &ws.units
	for i := range bits.Len64(n - 1) {
		units[i] = uint16(b.unit(i))
	}
	if len(sums) == 1 {
		mex = uint64(tier.ScanWeights(units[:], uint16(b.origin), b.k, int(n)))
	} else {
		narrow := ws.narrowSums[:0]
		for _, s := range sums {
			narrow = append(narrow, asm.Sum{Word: uint16(s.word), Size: uint16(s.size)})
		}
		ws.narrowSums = narrow
		mex = uint64(tier.ScanSums(units[:], uint16(b.origin), narrow, b.k, int(n)))
	}
	return mex, mex < n || n == end
}

// An extraSum is a set of extras: the XOR of their words, and its size.
type extraSum struct {
	word uint64
	size int
}

// extraSums lists the sets of at most k extras, the empty one first. It returns
// false if they are too many for a scan within limit.
func (ws *Workspace) extraSums(extras []uint64, k int, limit uint64) ([]extraSum, bool) {
	if len(extras) > listedExtras && countSubsets(len(extras), k) > min(limit/8, maxSums) {
		return nil, false
	}
	list := append(ws.sums[:0], extraSum{})
	for _, word := range extras {
		for _, s := range list {
			if s.size < k {
				list = append(list, extraSum{s.word ^ word, s.size + 1})
			}
		}
	}
	ws.sums = list
	return list, true
}
