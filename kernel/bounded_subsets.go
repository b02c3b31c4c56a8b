package kernel

import "math/bits"

// subsets enumerates the subsets of at most max of the given elements, the empty
// one first, each with its XOR. It keeps its own stack, at most 64 deep.
type subsets struct {
	elements []uint64
	max      int
	size     int        // of the current subset
	at       [64]int    // the places of its members in elements, ascending
	xor      [65]uint64 // xor[i]: XOR of the first i members
}

// start begins with the empty subset.
func (s *subsets) start(elements []uint64, max int) {
	s.elements, s.max, s.size = elements, min(max, len(elements)), 0
}

// sum returns the XOR of the current subset.
func (s *subsets) sum() uint64 { return s.xor[s.size] }

// rest returns the elements after the last member.
func (s *subsets) rest() []uint64 {
	if s.size == 0 {
		return s.elements
	}
	return s.elements[s.at[s.size-1]+1:]
}

// next moves to the next subset and returns false if there is none.
func (s *subsets) next() bool {
	from := 0
	if s.size > 0 {
		from = s.at[s.size-1] + 1
	}
	if s.size == s.max || from == len(s.elements) {
		for s.size > 0 && s.at[s.size-1]+1 == len(s.elements) {
			s.size--
		}
		if s.size == 0 {
			return false
		}
		s.size--
		from = s.at[s.size] + 1
	}
	s.at[s.size] = from
	s.xor[s.size+1] = s.xor[s.size] ^ s.elements[from]
	s.size++
	return true
}

// startLargest begins with the first subset of exactly size elements, and returns
// false if there is none.
func (s *subsets) startLargest(elements []uint64, size int) bool {
	s.start(elements, size)
	return size == 0 || size <= len(elements) && s.nextLargest()
}

// nextLargest moves to the next subset of the largest size, and returns false if there
// is none.
func (s *subsets) nextLargest() bool {
	for s.next() {
		if s.size == s.max {
			return true
		}
	}
	return false
}

// countSubsets counts the subsets of at most max of n elements, up to infinite.
func countSubsets(n, max int) uint64 {
	if max = min(n, max); n < len(subsetCounts) {
		return subsetCounts[n][max]
	}
	var sum, term uint64 = 0, 1 // term = n choose i
	for i := 0; i <= max; i++ {
		if i > 0 {
			hi, lo := bits.Mul64(term, uint64(n-i+1))
			if hi != 0 {
				return infinite
			}
			term = lo / uint64(i)
		}
		if sum += term; sum >= infinite {
			return infinite
		}
	}
	return sum
}

// subsetCounts has the counts for most rows: the divisions would take longer than
// some searches.
var subsetCounts = func() (counts [65][65]uint64) {
	for n := range counts {
		counts[n][0] = 1
		for i := 1; i <= n; i++ {
			// Subsets without the last element, and those with it.
			counts[n][i] = min(infinite, counts[n-1][min(i, n-1)]+counts[n-1][i-1])
		}
	}
	return counts
}()
