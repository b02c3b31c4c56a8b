package kernel

import (
	"cmp"
	"math/bits"
	"slices"

	"mexlab/asm"
)

const (
	// chunkCost is the cost of a chunk without extras.
	chunkCost = 50

	// quickNear is the cost of nearRank below which it is better than most chunks
	// without vectors. With vectors it is divided by the words of a register.
	quickNear = 700

	// chunkSize is the size of a chunk of numbers. From it on, an extra leads out
	// of the chunk.
	chunkSize = 64

	// farExtra is the number from which on an extra is too large for Search16.
	farExtra = 256
)

// A narrowRow is what the search by chunks needs of a narrow row: at most
// ShortDegree values, all below 2^16.
type narrowRow struct {
	ok     bool       // the row is narrow
	items  [32]uint32 // elements of G in the high halves, and their places in the row
	size   int        // how many
	basis  itemList   // items of the basis, and their rows, by coordinate
	extras itemList   // items of the extras, and their words

	lanes asm.Bounded16 // the row in lane 0
}

// An itemList has items, each with what was left of its number: in the basis a row,
// without the leading bits of the rows before it; in the extras a word.
type itemList struct {
	n    int
	list [32]struct{ left, item uint32 }
}

// loadNarrow is load for a narrow row. It returns false if the row is not narrow.
// Large elements are the first choice for the basis, see chunks.
func (b *boundedRow) loadNarrow(succ []uint64) bool {
	if len(succ) > ShortDegree {
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
	s.basis.n, s.extras.n = 0, 0
	clear(s.items[s.size:][:3])
	for j := 0; j < s.size; j += 4 {
		// A number in the high half, its word so far in the low half. The smaller of
		// x and x^r is the one that lacks r's leading bit. Four items at a time keep the
		// CPU busy: within an item each step waits for the one before it.
		items := (*[4]uint32)(s.items[j:])
		x0, x1, x2, x3 := items[0]&^0xffff, items[1]&^0xffff, items[2]&^0xffff, items[3]&^0xffff
		for _, t := range s.basis.list[:s.basis.n] {
			r := t.left
			x0, x1, x2, x3 = min(x0, x0^r), min(x1, x1^r), min(x2, x2^r), min(x3, x3^r)
		}
		r := s.add(x0, items[0])
		x1, x2, x3 = min(x1, x1^r), min(x2, x2^r), min(x3, x3^r)
		r = s.add(x1, items[1])
		x2, x3 = min(x2, x2^r), min(x3, x3^r)
		r = s.add(x2, items[2])
		s.add(min(x3, x3^r), items[3])
	}
	c := uint32(b.c << 16)
	b.rank, b.span.pivots = s.basis.n, 0
	for i, t := range s.basis.list[:s.basis.n] {
		r := t.left
		c = min(c, c^r)
		h := bits.Len32(r>>16) - 1
		b.span.pivots |= 1 << h
		b.span.rows[h&15], b.words[h&15] = uint64(r>>16), uint64(r&0xffff)
		b.basis[i], b.basisAt[i] = uint64(t.item>>16), int(t.item&0xffff)
	}
	b.origin, b.rest = uint64(c&0xffff), uint64(c>>16)
	b.extras, b.extrasAt = b.extras[:0], b.extrasAt[:0]
	extras := s.extras.list[:s.extras.n]
	s.extras.n = 0
	for _, t := range extras {
		if word := uint64(t.left); !slices.Contains(b.extras, word) {
			b.extras, b.extrasAt = append(b.extras, word), append(b.extrasAt, int(t.item&0xffff))
			s.extras.list[s.extras.n] = t
			s.extras.n++
		}
	}
}

// add adds an item to the basis or to the extras. x is what is left of it without
// the leading bits of the rows so far. If that makes a row, add returns it, else 0.
//
// What becomes of an item is hard to predict, so there is no branch: it is written
// to both lists, and counts in one or in none.
func (s *narrowRow) add(x, item uint32) (row uint32) {
	outside := (x>>16 + 0xffff) >> 16                     // 1 if it is outside the span so far
	several := (x&(x-1)&0xffff + 0xffff) >> 16 &^ outside // 1 if its word has two bits or more
	basis, extras := &s.basis, &s.extras
	row = (x | 1<<(basis.n&31)) & -outside
	t := &basis.list[basis.n&31]
	t.left, t.item = row, item
	basis.n += int(outside)
	t = &extras.list[extras.n&31]
	t.left, t.item = x, item
	extras.n += int(several)
	return row
}

// powers returns words of the powers of two, such that the word of every number in
// the span and below 2^n is the XOR of the words of its bits.
func (b *boundedRow) powers(n int) (words [16]uint64) {
	// A row is its leading bit and some that are less. With words of 0 for bits that
	// lead no row, this tells the word of each bit that does.
	for h := range n {
		row, word := b.span.rows[h], b.words[h]
		for i, w := range words[:h&15] {
			word ^= w & -(row >> i & 1)
		}
		words[h&15] = word & -(b.span.pivots >> h & 1)
	}
	return words
}

// mexOfNarrow finds the mex of a narrow row by chunks. Complements near the rank
// are tried first if they are so few that one chunk would take longer. It returns
// false if neither finds it, within limit.
func (b *boundedRow) mexOfNarrow(limit uint64) (mex uint64, ok bool) {
	b.found = byComplements
	if near := b.nearRankCost(); near < min(limit, quickNear/uint64(b.tier.Words)) {
		if mex, ok = b.nearRank(limit); ok {
			return mex, true
		}
	}
	b.found = byChunks
	return b.chunks()
}

// firstExtra returns the extra that was found first, or 0. If there are any that
// lead out of a chunk, it does. If items are sorted it is the greatest.
func (s *narrowRow) firstExtra() uint32 {
	if s.extras.n == 0 {
		return 0
	}
	return s.extras.list[0].item >> 16
}

// below counts the elements below x, without v0.
func (s *narrowRow) below(x uint32) (n int) {
	for _, item := range s.items[:s.size] {
		if item>>16-1 < x-1 {
			n++
		}
	}
	return n
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
	if s.firstExtra() >= chunkSize {
		if s.below(farExtra) < s.extras.n {
			return 0, false // whichever of them are the basis
		}
		slices.SortFunc(s.items[:s.size], func(x, y uint32) int { return cmp.Compare(y, x) })
		b.eliminate()
		b.known = 0
		if s.firstExtra() >= farExtra {
			return 0, false
		}
	}
	r := &s.lanes.Rows[0]
	r.Extras = [16]uint8{}
	for i, t := range s.extras.list[:s.extras.n] {
		x := uint8(t.item >> 16)
		for ; i > 0 && r.Extras[i-1] < x; i-- {
			r.Extras[i] = r.Extras[i-1]
		}
		r.Extras[i] = x
	}
	shift := 16 - b.rank // so that coordinates that few small numbers have come first
	r.K = uint16(b.k)
	r.Origin = uint16(b.origin << shift)
	r.Last = uint16(1<<b.low - 1)
	// Numbers that are looked at, and extras, are below 2^low or 256.
	for i, w := range transpose16(b.powers(max(8, b.low)), shift) {
		r.Masks[4*i] = uint16(w)
		r.Masks[4*i+1] = uint16(w >> 16)
		r.Masks[4*i+2] = uint16(w >> 32)
		r.Masks[4*i+3] = uint16(w >> 48)
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

// transpose16 transposes 16 numbers of 16 bits, shifted left. The result has four
// in a word.
func transpose16(x [16]uint64, shift int) [4]uint64 {
	four := func(i int) uint64 { return (x[i] | x[i+1]<<16 | x[i+2]<<32 | x[i+3]<<48) << (shift & 15) }
	a, b, c, d := four(0), four(4), four(8), four(12)
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
