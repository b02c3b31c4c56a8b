package wide

import (
	"math/big"

	"mexlab/kernel"
)

// Witness finds k picks whose XOR is target. It sets counts[i] to the number of times
// that succ[i] is picked. counts must be as long as succ, which must not be empty.
//
// The error is kernel.ErrUnreachable if there are no such picks, and a
// *kernel.BudgetError if the search would take more than the workspace's budget.
func Witness(ws *kernel.Workspace, succ []*big.Int, k uint64, target *big.Int, counts []uint64) error {
	return witness(ws, succ, k, target, counts, wordBits)
}

// witness is Witness with a limit of its own for the rank of rows that are squeezed
// into words.
func witness(ws *kernel.Workspace, succ []*big.Int, k uint64, target *big.Int, counts []uint64, narrow int) error {
	clear(counts)
	r := load(succ, k)
	var want big.Int
	rest, word := r.reduce(want.Xor(target, &r.c))
	if rest.Sign() != 0 {
		return kernel.ErrUnreachable
	}
	if r.rank() <= narrow {
		return r.witnessInWords(ws, k, target, counts)
	}
	s := r.newSearch(ws)
	extras, ok, within := s.help(word)
	if !within {
		return s.overBudget()
	}
	if !ok {
		return kernel.ErrUnreachable
	}
	picks := uint64(0)
	pick := func(element int) {
		counts[r.places[element]]++
		picks++
	}
	for _, i := range extras {
		pick(r.rank() + i)
		word.Xor(word, r.extras[i].word)
	}
	for i := range r.rank() {
		if word.Bit(i) == 1 {
			pick(i)
		}
	}
	counts[r.at] += k - picks // v0 fills up
	return nil
}

// witnessInWords squeezes a row of rank 64 or less, and a target in its coset, into words.
func (r *row) witnessInWords(ws *kernel.Workspace, k uint64, target *big.Int, counts []uint64) error {
	words := r.words()
	few := make([]uint64, len(words))
	err := kernel.Witness(ws, words, k, r.squeeze(target), few)
	counts[r.at] = few[0]
	for i, place := range r.places {
		counts[place] = few[i+1]
	}
	return err
}
