package kernel

import (
	"cmp"
	"math/bits"
	"slices"

	"mexlab/asm"
)

const (
	// narrowDegree is the most values of a narrow row, whose values are below 2^16.
	// It has at most 16 elements of G, and one value is v0.
	narrowDegree = 17

	// chunkCost is the cost of a chunk without extras.
	chunkCost = 50

	// quickNear is the cost of nearRank below which it is better than most chunks,
	// in registers of a word.
	quickNear = 700

	// chunkSize is the size of a chunk of numbers. From it on, an extra leads out
	// of the chunk.
	chunkSize = 64
)

// A narrowRow is what the search by chunks needs of a narrow row.
type narrowRow struct {
	ok     bool          // the row is narrow
	items  [32]uint32    // elements of G in the high halves, and their places in the row
	size   int           // how many
	extras []uint32      // the extras as numbers, like boundedRow.extras
	rows   echelon       // of the elements, by coordinate
	lanes  asm.Bounded16 // the row in lane 0
}

// loadNarrow is load for a narrow row. It returns false if the row is not narrow.
// Large elements are the first choice for the basis, see chunks.
func (b *boundedRow) loadNarrow(succ []uint64) bool {
	if len(succ) > narrowDegree {
		return false
	}
	s := &b.narrow
	or, v0, first, last := uint64(0), b.v0, 0, len(succ)-1
	for i, v := range succ {
		or |= v
		x := v ^ v0
		// It goes where the next large element would go, and where a small one would.
		item := uint32(x<<16) | uint32(i)
		s.items[first&31], s.items[last&31] = item, item
		large := int((chunkSize - 1 - x) >> 63)
		first += large
		last -= 1 - large
	}
	if or>>16 != 0 {
		return false
	}
	s.size = len(succ)
	b.eliminate()
	return true
}

// eliminate works out basis, extras and words of a narrow row, and the word of c.
// The first items are the first choice for the basis.
func (b *boundedRow) eliminate() {
	s := &b.narrow
	b.extras, b.extrasAt, s.extras = b.extras[:0], b.extrasAt[:0], s.extras[:0]
	s.rows, b.span.pivots = echelon{}, 0
	rank := 0
	for _, item := range s.items[:s.size] {
		x := s.rows.reduce(item&^0xffff, rank)
		switch at := int(item & 0xffff); {
		case x>>16 != 0:
			i, h := rank&15, bits.Len32(x>>16)-1
			x |= 1 << i
			s.rows[i] = x
			b.span.pivots |= 1 << h
			b.span.rows[h], b.words[h] = uint64(x>>16), uint64(x&0xffff)
			b.basis[i], b.basisAt[i] = uint64(item>>16), at
			rank++
		case x&(x-1) != 0: // neither 0 nor a basis element
			b.extras, b.extrasAt = append(b.extras, uint64(x)), append(b.extrasAt, at)
			s.extras = append(s.extras, item>>16)
		}
	}
	c := s.rows.reduce(uint32(b.c<<16), rank)
	b.rank, b.origin, b.rest = rank, uint64(c&0xffff), uint64(c>>16)
}

// An echelon has rows of which each lacks the leading bits of those before it, and
// zeros. A number is in the high half, and its word in the low half.
type echelon [16]uint32

// reduce clears the leading bits of the first rows in x.
func (e *echelon) reduce(x uint32, rows int) uint32 {
	for i := 0; i < rows; i += 4 {
		r := (*[4]uint32)(e[i&12:])
		// The smaller of two is the one without the row's leading bit.
		x = min(x, x^r[0])
		x = min(x, x^r[1])
		x = min(x, x^r[2])
		x = min(x, x^r[3])
	}
	return x
}

// powers returns words of the powers of two, 16 bits each, such that the word of
// every number in the span is the XOR of the words of its bits.
func (e echelon) powers(rank int) (words [4]uint64) {
	for i := rank - 1; i >= 0; i-- {
		// The row lacks the leading bits of all others: those of later ones are cleared
		// by now. So it is the sum of a power of two and of bits that lead no row. With
		// words of 0 for these, its word is that of the power.
		row := e[i&15]
		h := bits.Len32(row>>16) - 1
		words[h/4&3] |= uint64(row&0xffff) << (h % 4 * 16)
		for j := 0; j < i; j += 4 {
			r := (*[4]uint32)(e[j&12:])
			r[0] = min(r[0], r[0]^row)
			r[1] = min(r[1], r[1]^row)
			r[2] = min(r[2], r[2]^row)
			r[3] = min(r[3], r[3]^row)
		}
	}
	return words
}

// mexOfNarrow finds the mex of a narrow row by chunks. Complements near the rank
// are tried first if they are so few that one chunk would take longer. It returns
// false if neither finds it, within limit.
func (b *boundedRow) mexOfNarrow(limit uint64) (mex uint64, ok bool) {
	b.found = nearRanked
	if near := b.nearRankCost(); near < min(limit, quickNear/uint64(b.tier.Words)) {
		if mex, ok = b.nearRank(limit); ok {
			return mex, true
		}
	}
	b.found = chunked
	return b.chunks()
}

// chunks is the search by chunks, see asm.Search16. It returns false if the row is
// not fit for it, or the mex is too far from 0.
//
// Extras must be small, so that they lead from a number to others nearby. They are
// as small as they can be if the basis takes greater elements first. But the
// order does not matter for those that do not lead out of a chunk, and mostly
// the extras are among them.
func (b *boundedRow) chunks() (mex uint64, ok bool) {
	s := &b.narrow
	if len(s.extras) > 0 && s.extras[0] >= chunkSize {
		slices.SortFunc(s.items[:s.size], func(x, y uint32) int { return cmp.Compare(y, x) })
		b.eliminate()
		b.known = 0
		if len(s.extras) > 0 && s.extras[0] >= 256 {
			return 0, false
		}
	}
	r := &s.lanes.Rows[0]
	r.Extras = [16]uint8{}
	for i, x := range s.extras {
		for ; i > 0 && r.Extras[i-1] < uint8(x); i-- {
			r.Extras[i] = r.Extras[i-1]
		}
		r.Extras[i] = uint8(x)
	}
	shift := 16 - b.rank // so that coordinates that few small numbers have come first
	r.K = uint16(b.k)
	r.Origin = uint16(b.origin << shift)
	r.Last = uint16(1<<b.low - 1)
	for i, w := range transpose16(s.rows.powers(b.rank)) {
		for j := range 4 {
			r.Masks[(4*i+j+shift)&15] = uint16(w >> (16 * j))
		}
	}
	s.lanes.Few, s.lanes.Some, s.lanes.Wide, s.lanes.Many = 0, 0, 0, 0
	s.lanes.Classify(0)
	left := b.tier.Search16(&s.lanes)
	return uint64(s.lanes.Mex[0]), left == 0
}

// chunksCost is the cost of chunks if the mex is far from 0, or infinite without a
// narrow row.
func (b *boundedRow) chunksCost() uint64 {
	if !b.narrow.ok {
		return infinite
	}
	extras := min(len(b.extras), b.k)
	return chunkCost * uint64(1+extras*len(b.extras)/4) << min(6, max(0, b.low-6))
}

// transpose16 transposes sixteen rows of 16 bits, four in a word.
func transpose16(x [4]uint64) [4]uint64 {
	a, b, c, d := x[0], x[1], x[2], x[3]
	t := (a>>8 ^ c) & 0x00ff00ff00ff00ff
	a, c = a^t<<8, c^t
	t = (b>>8 ^ d) & 0x00ff00ff00ff00ff
	b, d = b^t<<8, d^t
	t = (a>>4 ^ b) & 0x0f0f0f0f0f0f0f0f
	a, b = a^t<<4, b^t
	t = (c>>4 ^ d) & 0x0f0f0f0f0f0f0f0f
	c, d = c^t<<4, d^t
	return [4]uint64{transpose4(a), transpose4(b), transpose4(c), transpose4(d)}
}

// transpose4 does that for the four by four in each group of columns of a word.
func transpose4(x uint64) uint64 {
	t := (x ^ x>>30) & 0x00000000cccccccc
	x ^= t ^ t<<30
	t = (x ^ x>>15) & 0x0000aaaa0000aaaa
	return x ^ t ^ t<<15
}
