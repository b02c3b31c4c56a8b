package kernel

import "math/bits"

// closure builds Ball_K as a bitset over the coordinates.
func (b *boundedRow) closure(ws *Workspace) uint64 {
	ball, full := b.ball(ws, b.rank, b.k)
	if full {
		return b.end()
	}
	return b.firstMissing(ball)
}

// ball builds Ball_k as a bitset over the first rank coordinates. The other basis
// elements count as 0. It returns early if the bitset is full.
//
// Layer j begins with the words of weight at most j, which are known. Then each
// extra in turn joins the layers: j-1 elements and the extra are j elements. An
// extra is used at most once, so only the layers k-m to k matter, with m = min(k,
// extras).
func (b *boundedRow) ball(ws *Workspace, rank, k int) (set []uint64, full bool) {
	words := bitsetWords(rank)
	m := min(k, len(b.extras))
	all := grow(&ws.words, (m+1)*words)
	layer := func(i int) []uint64 { return all[i*words : (i+1)*words] }
	fillWeights(all, words, k-m)
	sparse := 0 // the layers that are cheaper to fill sum by sum
	if m == k && m > 0 {
		sparse = 1
		if b.permuteCost(rank) > sumCost*uint64(rank+len(b.extras)/2) {
			sparse = 2
		}
	}
	for n, word := range b.extras {
		word &= 1<<rank - 1
		// Layer i can still reach layer m only if enough extras follow.
		last := max(1, m-(len(b.extras)-1-n))
		for i := m; i >= last; i-- {
			if i <= sparse {
				b.addSums(layer(i), rank, i, n)
			} else {
				b.tier.OrPermuted(layer(i), layer(i-1), word)
			}
		}
		if isFull(layer(m), rank) {
			return layer(m), true
		}
	}
	return layer(m), false
}

// addSums adds extra number n to a bitset over the first rank coordinates; with
// most = 2 its sums with one element before it, too.
func (b *boundedRow) addSums(set []uint64, rank, most, n int) {
	word := b.extras[n] & (1<<rank - 1)
	set[word/64] |= 1 << (word % 64)
	if most == 1 {
		return
	}
	for i := range rank {
		w := word ^ 1<<i
		set[w/64] |= 1 << (w % 64)
	}
	for _, x := range b.extras[:n] {
		w := (word ^ x) & (1<<rank - 1)
		set[w/64] |= 1 << (w % 64)
	}
}

// closureCost is the cost of closure, or infinite if it needs too much memory.
func (b *boundedRow) closureCost() uint64 {
	// The fewer words are missing, the farther away is the first of them. Counting up
	// to it, or turning all of them into numbers, takes at most this.
	readout := uint64(8) << (b.rank / 2)
	return min(infinite, readout+b.ballCost(b.rank, b.k, len(b.extras)))
}

// ballCost is the cost of ball if it ends after the given number of extras: because
// the bitset is full, or because there are no more. It is infinite if the layers need
// too much memory.
func (b *boundedRow) ballCost(rank, k, extras int) uint64 {
	m := min(k, extras)
	if rank > maxBitsetRank || uint64(min(k, len(b.extras))+1)*uint64(bitsetWords(rank)) > maxWords {
		return infinite
	}
	steps := mulCost(uint64(extras-m), uint64(m)) + uint64(m*(m+1)/2)
	layers := uint64(bitsetWords(rank) * (m + 8) / 8) // the first costs more
	return mulCost(b.permuteCost(rank), steps) + layers
}

// permuteCost is the cost of OrPermuted for bitsets over rank coordinates.
func (b *boundedRow) permuteCost(rank int) uint64 {
	words := uint64(bitsetWords(rank))
	if b.tier.Words == 1 {
		return accessCost(closureWordCost*words+closureStepCost, words)
	}
	return accessCost(words/uint64(b.tier.Words)+closureStepCost, words)
}

// bitsetWords returns the length of a bitset over rank coordinates.
func bitsetWords(rank int) int { return 1 << max(0, rank-6) }

// fillWeights fills layers of the given number of words. Bit i of the first is
// set iff popcount(i) <= most, and each further layer allows one more.
func fillWeights(layers []uint64, words, most int) {
	// w has the high coordinates, a bit's place in the word the low six.
	for w := range words {
		layers[w] = lightWords[max(0, min(7, most-bits.OnesCount(uint(w))+1))]
	}
	for len(layers) > words {
		// With one more of the high coordinates, one less is left for the others.
		below := layers[:words]
		layers = layers[words:]
		most++
		layers[0] = lightWords[max(0, min(7, most+1))]
		for i := 1; i < words; i *= 2 {
			copy(layers[i:2*i], below[:i])
		}
	}
}

// lightWords[j+1] has bit i set iff popcount(i) <= j, i < 64.
var lightWords = [8]uint64{
	0x0000000000000000,
	0x0000000000000001,
	0x0000000100010117,
	0x000101170117177f,
	0x0117177f177f7fff,
	0x177f7fff7fffffff,
	0x7fffffffffffffff,
	0xffffffffffffffff,
}

// isFull tells whether the bitset has every word of rank coordinates.
func isFull(set []uint64, rank int) bool {
	if rank < 6 {
		return set[0]|^uint64(0)<<(1<<rank) == ^uint64(0)
	}
	for _, w := range set {
		if w != ^uint64(0) {
			return false
		}
	}
	return true
}

// firstMissing returns the least x below end whose word is not in the bitset,
// or end. It counts up through x as long as this is cheaper than turning each
// missing word into its number, and then does that.
func (b *boundedRow) firstMissing(set []uint64) uint64 {
	if b.rank < 6 {
		set[0] |= ^uint64(0) << (1 << b.rank)
	}
	missing := 0
	for _, w := range set {
		missing += bits.OnesCount64(^w)
	}
	end := b.end()
	if x := b.firstMissingBelow(set, min(end, uint64(missing)*missingCost)); x < end {
		return x
	}
	mex := end
	for i, w := range set {
		for w = ^w; w != 0; w &= w - 1 {
			mex = min(mex, b.number(uint64(i<<6|bits.TrailingZeros64(w)))^b.c)
		}
	}
	return mex
}

// firstMissingBelow returns the least x below tries whose word is missing, or end.
func (b *boundedRow) firstMissingBelow(set []uint64, tries uint64) uint64 {
	end := b.end()
	for c := b.counter(); c.x < tries; b.advance(&c) {
		var missing uint64
		for i, s := range c.block {
			w := c.word ^ s
			missing |= (^set[w>>6] >> (w & 63) & 1) << i
		}
		if missing != 0 {
			return min(end, c.x+uint64(bits.TrailingZeros64(missing)))
		}
		if end-c.x <= 8 {
			break
		}
	}
	return end
}
