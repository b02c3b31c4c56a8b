package wide

import (
	"math/big"
	"math/bits"
	"slices"

	"mexlab/kernel"
)

// maxSums bounds the bitset of sums: 128 MiB.
const maxSums = 1 << 30

// integerCost is what an operation on a big integer costs besides that on its words, in
// word operations of about a nanosecond.
const integerCost = 50

// A search takes word operations from a budget.
type search struct {
	*row
	budget, left uint64
}

func (r *row) newSearch(ws *kernel.Workspace) *search {
	budget := ws.Budget
	if budget == 0 {
		budget = kernel.DefaultBudget
	}
	return &search{r, budget, budget}
}

func (s *search) overBudget() error {
	return &kernel.BudgetError{Degree: len(s.places) + 1, K: uint64(s.k), Rank: s.rank(), Budget: s.budget}
}

// take takes the word operations on a number of big integers from the budget. It
// reports whether they were left.
func (s *search) take(integers uint64) bool {
	hi, cost := bits.Mul64(integers, integerCost+uint64(len(s.echelon)/bits.UintSize+1))
	if hi != 0 || cost > s.left {
		return false
	}
	s.left -= cost
	return true
}

// search returns the mex of a row with K < rank and c in the span, by the shorter of
// two lists: of all sums, or of the numbers that the basis does not reach. It is end,
// the lowest power of two out of the span, unless a lower number is out of reach.
func (r *row) search(ws *kernel.Workspace, end *big.Int) (*big.Int, error) {
	s := r.newSearch(ws)
	sums := countSets(len(r.places), r.k)
	if sums <= countSets(r.rank(), r.rank()-r.k-1) && sums < maxSums {
		return s.listSums(end, sums)
	}
	return s.listUnreached(end)
}

// listSums marks the least of the sums of at most K elements. The mex is at most
// their number.
func (s *search) listSums(end *big.Int, count uint64) (*big.Int, error) {
	if !s.take(count) {
		return nil, s.overBudget()
	}
	elements := slices.Clone(s.members)
	for _, e := range s.extras {
		elements = append(elements, e.value)
	}
	there := make([]uint64, count/64+1)
	var x big.Int
	for size := range s.k + 1 {
		sets(elements, size, func(sum *big.Int, _ []int) (more bool) {
			if x.Xor(sum, &s.c); x.IsUint64() && x.Uint64() < count {
				there[x.Uint64()/64] |= 1 << (x.Uint64() % 64)
			}
			return true
		})
	}
	mex := count
	for i, w := range there {
		if ^w != 0 {
			mex = min(mex, uint64(i*64+bits.TrailingZeros64(^w)))
			break
		}
	}
	if x.SetUint64(mex); x.Cmp(end) < 0 {
		return &x, nil
	}
	return end, nil
}

// listUnreached goes through the words of more than K members, from the whole basis
// down. Those that no extras help are out of reach.
func (s *search) listUnreached(end *big.Int) (*big.Int, error) {
	var all, x, word big.Int
	for _, m := range s.members {
		all.Xor(&all, m)
	}
	all.Xor(&all, &s.c)
	full := new(big.Int).Sub(powerOfTwo(uint64(s.rank())), big.NewInt(1))
	mex, within := end, true
	for without := range s.rank() - s.k {
		sets(s.members, without, func(sum *big.Int, left []int) (more bool) {
			if within = s.take(2); !within {
				return false
			}
			if x.Xor(&all, sum); x.Cmp(mex) >= 0 {
				return true
			}
			word.Set(full)
			for _, i := range left {
				word.SetBit(&word, i, 0)
			}
			var helped bool
			if _, helped, within = s.help(&word); !helped {
				mex = new(big.Int).Set(&x)
			}
			return within
		})
		if !within {
			return nil, s.overBudget()
		}
	}
	return mex, nil
}

// help looks for extras that, with at most K elements in all, make what the word does.
// It tries none first, then one, and so on.
func (s *search) help(word *big.Int) (chosen []int, ok, within bool) {
	words := make([]*big.Int, len(s.extras))
	for i, e := range s.extras {
		words[i] = e.word
	}
	var x big.Int
	within = true
	for size := 0; size <= min(s.k, len(words)) && within && !ok; size++ {
		sets(words, size, func(sum *big.Int, set []int) (more bool) {
			if within = s.take(2); !within {
				return false
			}
			if weight(x.Xor(word, sum)) <= s.k-size {
				chosen, ok = set, true
			}
			return !ok
		})
	}
	return chosen, ok, within
}

// sets calls visit with the XOR of each set of size integers, and their places, until
// it returns false. Both are valid only during the call.
func sets(integers []*big.Int, size int, visit func(sum *big.Int, places []int) (more bool)) {
	sums := make([]big.Int, size+1) // of the first places
	places := make([]int, 0, size)
	for next := 0; ; {
		chosen := len(places)
		switch {
		case chosen == size:
			if !visit(&sums[size], places) {
				return
			}
		case len(integers)-next >= size-chosen:
			sums[chosen+1].Xor(&sums[chosen], integers[next])
			places = append(places, next)
			next++
			continue
		}
		if chosen == 0 {
			return
		}
		next = places[chosen-1] + 1
		places = places[:chosen-1]
	}
}

// countSets returns the number of sets of at most k of n things, up to 2^64-1.
func countSets(n, k int) (count uint64) {
	sets := uint64(1)
	for size := range min(n, k) + 1 {
		if count += sets; count < sets {
			return 1<<64 - 1
		}
		hi, lo := bits.Mul64(sets, uint64(n-size))
		if hi != 0 {
			return 1<<64 - 1
		}
		sets = lo / uint64(size+1)
	}
	return count
}

// weight returns the number of ones of x.
func weight(x *big.Int) (n int) {
	for _, w := range x.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}
