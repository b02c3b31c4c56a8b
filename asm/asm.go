// Package asm has the inner loops of the kernels and of the reader of numbers as
// vector primitives: slices of words, or text, in, slices of words out. It knows
// neither graphs nor games.
//
// Every primitive has a Go form, its twin, and may have a body in assembly for
// each tier of CPU features (tier.go). All tiers give the same results, also
// for inputs of odd lengths. Assembly is entered by the wrappers in bodies.go
// alone, which check lengths before anything is written and bound the work of
// one call, because assembly cannot be preempted.
package asm

// Primitives are the primitives of one tier. They allocate nothing, write
// nothing outside what is said here, and panic, before writing anything, when
// lengths break the rules.
type Primitives struct {
	Tier string

	// OrPermuted adds to dst the permutation of src by v: dst holds x^v for
	// each x of src. Both are bitsets of the same number of words, a power of
	// two; they do not overlap; v < 64*len(dst).
	OrPermuted func(dst, src []uint64, v uint64)

	// OrExchanged adds to a the permutation of b by v and to b that of a, both
	// as they were before. The rules are those of OrPermuted.
	OrExchanged func(a, b []uint64, v uint64)

	// FirstZero returns the index of the lowest 0 in a bitset of any number of
	// words, or 64*len(words) when there is none.
	FirstZero func(words []uint64) int

	// ScanWeights returns the smallest x in [0, n) with
	// popcount(origin ^ L(x)) > k, or n when there is none. L(x) is the XOR of
	// units[i] over the bits i of x; len(units) <= 16, 0 <= n <=
	// 1<<len(units), and k may be any number.
	ScanWeights func(units []uint16, origin uint16, k, n int) int

	// ScanSums is ScanWeights where each of several words is XORed in on its
	// own and has to pass: it returns the smallest x in [0, n) such that
	// popcount(origin ^ L(x) ^ s.Word) + s.Size > k for every s of sums, or n.
	// There is at least one sum.
	ScanSums func(units []uint16, origin uint16, sums []Sum, k, n int) int

	// Eliminate16 does GF(2) elimination for 16 vertices at once, one a lane:
	// cols[16*j+l] is value j of vertex l, len(cols)/16 >= 1 values each. A
	// vertex with fewer has one of them repeated. odd[l] is all ones when
	// vertex l's number of picks is odd, else 0. out is overwritten, cols is
	// scratch and left with no particular values.
	Eliminate16 func(cols []uint16, odd *[16]uint16, out *Lanes16)

	// Eliminate32 is Eliminate16 for wider values.
	Eliminate32 func(cols []uint32, odd *[16]uint32, out *Lanes32)

	// Coordinates works out coordinates for 16 vertices at once, one a lane:
	// cols[16*j+l] is a number of vertex l in its high 16 bits, with 0 in the
	// low ones, 1 <= d <= len(cols)/16. Of each lane's first d numbers a base
	// is chosen, independent numbers that span them all; rank is how many
	// there are. Every column is then replaced by rest<<16 | word: bit i of
	// word, i < rank, says that base number i is part of the sum, and rest,
	// which is 0 for members of the span, is what has to be added. Base number
	// i itself is left as 1<<i.
	Coordinates func(cols []uint32, d int)

	// Numbers turns the numbers at the start of text, unsigned, decimal and
	// with white space between them, into dst. It returns how many there are and
	// the length of their text. What is in dst after them is not to be used.
	//
	// It works in blocks of BlockSize bytes, of which each starts where the last
	// number that ends in the one before it does. A number that the text's end
	// cuts is never taken for a whole one. It stops before a block that has a
	// number of more than 16 digits, or a byte that is neither a digit nor white
	// space, or that is followed by fewer than BlockReach bytes, itself
	// included, or for which there is less room than for BlockMost numbers.
	Numbers func(dst []uint64, text []byte) (n, length int)
}

// A Sum is the XOR of Size words.
type Sum struct{ Word, Size uint16 }

// Lanes is what elimination finds out about 16 vertices, by lane. With v0 the
// least of a vertex's values, G is the set of v^v0 over its values v.
type Lanes[T uint16 | uint32] struct {
	V0     [16]T // v0: 0 iff 0 is among the values
	Or     [16]T // OR of the values
	Rest   [16]T // OR of v&(v-1), 0 iff each value is 0 or a power of two
	Pivots [16]T // the leading bits of a basis of G in echelon form
	C      [16]T // v0 & odd reduced by that basis: 0 iff it is in G's span
}

// Lanes16 and Lanes32 are the results for the two widths of values.
type (
	Lanes16 = Lanes[uint16]
	Lanes32 = Lanes[uint32]
)
