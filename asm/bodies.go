package asm

import "math/bits"

// bodies are the loops of one tier in assembly. They trust their arguments; the
// methods here check those, see to what is left over, and cut the work into
// calls of some ten microseconds at most. Where a body is nil the twin stands
// in.
type bodies struct {
	// orPermuted is OrPermuted for words >= 4, a power of two, and
	// v < 64*words.
	orPermuted func(dst, src *uint64, words int, v uint64)

	// orExchanged is OrExchanged for words >= 4, a power of two, and
	// v < 64*words.
	orExchanged func(a, b *uint64, words int, v uint64)

	// fullWords returns how many of the words, in whole groups of eight from
	// the first, have all bits set. n >= 8 is a multiple of eight.
	fullWords func(words *uint64, n int) int

	// scanWeights is ScanWeights with 16 units, those that are missing being 0,
	// n >= 32 a multiple of 32, and 0 <= k < 16. Where there is none it may
	// return more than n. Its units lie on the stack: a pointer through a func
	// value would make them escape to the heap.
	scanWeights func(units [16]uint16, origin uint16, k, n int) int

	// scanSums is ScanSums with 16 units, those that are missing being 0,
	// n >= 32 a multiple of 32, count >= 1 sums, and 0 <= k < 1<<14. Where there
	// is none it may return more than n.
	scanSums func(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int

	// eliminate16 and eliminate32 are Eliminate16 and Eliminate32 for d >= 1
	// values a vertex.
	eliminate16 func(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
	eliminate32 func(cols *uint32, d int, odd *[16]uint32, out *Lanes32)

	// coordinates is Coordinates for n columns, n >= d >= 1.
	coordinates func(cols *uint32, d, n int)

	// numbers is Numbers for room >= BlockMost numbers and size >= BlockReach
	// bytes.
	numbers func(dst *uint64, room int, text *byte, size int) (n, length int)
}

// The work of one call. At one vector a nanosecond each takes some ten
// microseconds.
const (
	maxWords   = 4096    // of a bitset: 32 KiB
	maxTests   = 1 << 16 // of a scan, unless 32 numbers with all sums are more
	maxColumns = 512     // of an elimination, which goes over them up to 33 times
	maxText    = 1 << 14 // bytes of text
)

// Below these sizes the twins are faster.
const (
	fewWords = 16 // to look through for a zero
	fewTests = 8
)

// primitives returns the primitives made of the bodies.
func (b *bodies) primitives(tier string) *Primitives {
	p := generic(tier)
	if b.orPermuted != nil {
		p.OrPermuted = b.OrPermuted
	}
	if b.orExchanged != nil {
		p.OrExchanged = b.OrExchanged
	}
	if b.fullWords != nil {
		p.FirstZero = b.FirstZero
	}
	if b.scanWeights != nil {
		p.ScanWeights = b.ScanWeights
	}
	if b.scanSums != nil {
		p.ScanSums = b.ScanSums
	}
	if b.eliminate16 != nil {
		p.Eliminate16 = b.Eliminate16
	}
	if b.eliminate32 != nil {
		p.Eliminate32 = b.Eliminate32
	}
	if b.coordinates != nil {
		p.Coordinates = b.Coordinates
	}
	if b.numbers != nil {
		p.Numbers = b.Numbers
	}
	return p
}

// generic returns the twins.
func generic(tier string) *Primitives {
	return &Primitives{
		Tier:        tier,
		OrPermuted:  orPermuted,
		OrExchanged: orExchanged,
		FirstZero:   firstZero,
		ScanWeights: scanWeights,
		ScanSums:    scanSums,
		Eliminate16: eliminate[uint16],
		Eliminate32: eliminate[uint32],
		Coordinates: coordinates,
		Numbers:     numbers,
	}
}

func (b *bodies) OrPermuted(dst, src []uint64, v uint64) {
	if len(dst) < 4 {
		orPermuted(dst, src, v)
		return
	}
	checkPair(len(dst), len(src), v)
	// Whole pieces of the bitset change places here, the rest within them.
	size := min(len(dst), maxWords)
	piece := int(v/64) &^ (size - 1)
	v &= uint64(64*size - 1)
	for i := 0; i < len(dst); i += size {
		b.orPermuted(&dst[i], &src[i^piece], size, v)
	}
}

func (b *bodies) OrExchanged(x, y []uint64, v uint64) {
	if len(x) < 4 {
		orExchanged(x, y, v)
		return
	}
	checkPair(len(x), len(y), v)
	size := min(len(x), maxWords)
	piece := int(v/64) &^ (size - 1)
	v &= uint64(64*size - 1)
	for i := 0; i < len(x); i += size {
		b.orExchanged(&x[i], &y[i^piece], size, v)
	}
}

// FirstZero looks through the first words itself, in the twin's way: the zero is
// mostly there.
func (b *bodies) FirstZero(words []uint64) int {
	full := len(words)
	if full >= 2*fewWords {
		full = fewWords
	}
	for i, w := range words[:full] {
		if w != ^uint64(0) {
			return 64*i + bits.TrailingZeros64(^w)
		}
	}
	for len(words)-full >= 8 {
		n := min(len(words)-full, maxWords) &^ 7
		found := b.fullWords(&words[full], n)
		if full += found; found < n {
			break
		}
	}
	return 64*full + firstZero(words[full:])
}

func (b *bodies) ScanWeights(units []uint16, origin uint16, k, n int) int {
	checkScan(units, n)
	switch {
	case k >= 16:
		return n
	case k < 0:
		return 0
	case n < fewTests:
		return scanWeights(units, origin, k, n)
	}
	all := allUnits(units)
	return min(n, b.scanWeights(all, origin, k, roundUp(n)))
}

func (b *bodies) ScanSums(units []uint16, origin uint16, sums []Sum, k, n int) int {
	checkScan(units, n)
	checkSums(sums)
	switch {
	case k < 0:
		return 0
	case n < fewTests || k >= 1<<14:
		return scanSums(units, origin, sums, k, n)
	}
	all := allUnits(units)
	// A power of two, so that L(x+i) = L(x) ^ L(i) within a call.
	size := max(32, 1<<bits.Len(uint(maxTests/len(sums)))/2)
	for x := 0; x < n; x += size {
		y, m := origin^linear(units, x), min(size, roundUp(n-x))
		if found := b.scanSums(all, y, &sums[0], len(sums), k, m); found < m {
			return min(n, x+found)
		}
	}
	return n
}

func (b *bodies) Eliminate16(cols []uint16, odd *[16]uint16, out *Lanes16) {
	checkColumns(len(cols))
	if len(cols) > 16*maxColumns {
		eliminate(cols, odd, out)
		return
	}
	b.eliminate16(&cols[0], len(cols)/16, odd, out)
}

func (b *bodies) Eliminate32(cols []uint32, odd *[16]uint32, out *Lanes32) {
	checkColumns(len(cols))
	if len(cols) > 16*maxColumns {
		eliminate(cols, odd, out)
		return
	}
	b.eliminate32(&cols[0], len(cols)/16, odd, out)
}

func (b *bodies) Coordinates(cols []uint32, d int) {
	checkCoordinates(len(cols), d)
	if len(cols) > 16*maxColumns {
		coordinates(cols, d)
		return
	}
	b.coordinates(&cols[0], d, len(cols)/16)
}

// Numbers goes on where a call ends, also where it ends for want of text only,
// until one finds nothing to do.
func (b *bodies) Numbers(dst []uint64, text []byte) (n, length int) {
	for len(dst)-n >= BlockMost && len(text)-length >= BlockReach {
		k, size := b.numbers(&dst[n], len(dst)-n, &text[length], min(len(text)-length, maxText))
		if size == 0 {
			break
		}
		n += k
		length += size
	}
	return n, length
}

// allUnits returns the units and 0 for those that are missing.
func allUnits(units []uint16) (all [16]uint16) {
	copy(all[:], units)
	return all
}

// roundUp rounds the n of a scan up to whole vectors. What a scan finds beyond
// n does not count.
func roundUp(n int) int { return (n + 31) &^ 31 }
