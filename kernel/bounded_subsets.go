package kernel

import "math/bits"

// subsets enumerates the subsets of at most max of the given elements, the
// empty one first, each with the XOR of its elements. It keeps its own stack,
// at most 64 deep.
type subsets struct {
	of   []uint64
	max  int
	size int        // elements in the current subset
	at   [64]int    // their places in of, ascending
	xor  [65]uint64 // xor[i]: XOR of the first i of them
}

// start places the enumeration on the empty subset.
func (s *subsets) start(of []uint64, max int) {
	s.of, s.max, s.size = of, min(max, len(of)), 0
}

// sum returns the XOR of the current subset.
func (s *subsets) sum() uint64 { return s.xor[s.size] }

// next moves to the next subset and returns false when there is none left.
func (s *subsets) next() bool {
	from := 0
	if s.size > 0 {
		from = s.at[s.size-1] + 1
	}
	if s.size == s.max || from == len(s.of) {
		for s.size > 0 && s.at[s.size-1]+1 == len(s.of) {
			s.size--
		}
		if s.size == 0 {
			return false
		}
		s.size--
		from = s.at[s.size] + 1
	}
	s.at[s.size] = from
	s.xor[s.size+1] = s.xor[s.size] ^ s.of[from]
	s.size++
	return true
}

// countSubsets returns the number of subsets of at most max of n elements, or
// never when it is beyond reach.
func countSubsets(n, max int) uint64 {
	var sum, term uint64 = 0, 1 // term = n choose i
	for i := 0; i <= min(n, max); i++ {
		if i > 0 {
			hi, lo := bits.Mul64(term, uint64(n-i+1))
			if hi != 0 {
				return never
			}
			term = lo / uint64(i)
		}
		if sum += term; sum >= never {
			return never
		}
	}
	return sum
}

// never is a cost above every budget, small enough to be added up.
const never = 1 << 62
