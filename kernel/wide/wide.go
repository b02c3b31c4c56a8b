// Package wide does what package kernel does, for Grundy values of any number of
// bits: the mex of the XORs of exactly K picks, and the picks of a move. It is exact,
// and slow: the values are big integers, and every row is done alone.
//
// Such values are rare. A value of b bits takes at least b successors, and K of about
// b. But on the complete graph with large K, vertex i is worth 2^(i-1).
//
// # The ways
//
//   - Rows of 0 and powers of two, K = 0 and K = 1 have closed forms, as in kernel.
//   - If K is the rank or more, the reached numbers are a coset of the span.
//   - If the rank is at most 64, the row is squeezed into words and given to
//     kernel.Auto. An element of the span is determined by its bits at the pivots, and
//     a word has room for these. The mex is at most 2^t, and the numbers below are in
//     the span and keep their bits.
//   - Above rank 64, K is either small, and all sums are listed, or near the rank, and
//     what the basis does not reach is listed: search.go. Anything between would take
//     longer than any budget.
package wide

import (
	"errors"
	"math/big"

	"mexlab/kernel"
)

// wordBits is the largest rank of a row that fits into words.
const wordBits = 64

// Mex returns the mex of the XORs of exactly k picks from succ, repetition allowed. No
// value may be below 0. None is changed.
//
// The error is a *kernel.BudgetError if that takes more than the workspace's budget.
func Mex(ws *kernel.Workspace, succ []*big.Int, k uint64) (*big.Int, error) {
	return mex(ws, succ, k, wordBits)
}

// mex is Mex with a limit of its own for the rank of rows that are squeezed into words.
func mex(ws *kernel.Workspace, succ []*big.Int, k uint64, narrow int) (*big.Int, error) {
	switch {
	case len(succ) == 0:
		return new(big.Int), nil
	case k == 0:
		return big.NewInt(1), nil
	case k == 1:
		return leastMissing(succ), nil
	}
	if mex, ok := mexOfUnits(succ, k); ok {
		return mex, nil
	}
	r := load(succ, k)
	rest, _ := r.reduce(&r.c)
	end := powerOfTwo(uint64(r.low()))
	switch {
	case rest.Sign() != 0:
		return rest.SetUint64(0), nil // 0 is out of reach
	case k >= uint64(r.rank()):
		return end, nil
	case r.rank() <= narrow:
		return r.mexInWords(ws, end)
	}
	return r.search(ws, end)
}

// mexInWords squeezes a row of rank 64 or less into words. end is the lowest power of
// two out of the span. The words stand for no numbers from there on.
func (r *row) mexInWords(ws *kernel.Workspace, end *big.Int) (*big.Int, error) {
	var b kernel.Batch
	b.Add(uint64(r.k), r.words()...)
	err := kernel.Auto().Mex(ws, &b)
	if errors.Is(err, kernel.ErrOverflow) {
		return end, nil
	}
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		err = row.Err // there is one row only
	}
	if err != nil {
		return nil, err
	}
	if mex := new(big.Int).SetUint64(b.Mex[0]); mex.Cmp(end) < 0 {
		return mex, nil
	}
	return end, nil
}

// leastMissing returns the least number that is not a value.
func leastMissing(succ []*big.Int) *big.Int {
	there := make([]bool, len(succ)+1)
	for _, v := range succ {
		if v.IsUint64() && v.Uint64() < uint64(len(there)) {
			there[v.Uint64()] = true
		}
	}
	mex := 0
	for there[mex] { // there is one more place than values
		mex++
	}
	return big.NewInt(int64(mex))
}

// mexOfUnits is kernel.MexOfUnits. It is not ok if a value is neither 0 nor a power of two.
func mexOfUnits(succ []*big.Int, k uint64) (mex *big.Int, ok bool) {
	var or big.Int
	zero := false
	for _, v := range succ {
		n := v.BitLen()
		if n == 0 {
			zero = true
			continue
		}
		if v.TrailingZeroBits() != uint(n-1) {
			return nil, false
		}
		or.SetBit(&or, n-1, 1)
	}
	if !zero {
		return new(big.Int).SetUint64(1 &^ k), true
	}
	ones := uint64(0)
	for or.Bit(int(ones)) == 1 {
		ones++
	}
	if k >= ones {
		return powerOfTwo(ones), true
	}
	mex = powerOfTwo(k + 1)
	return mex.Sub(mex, big.NewInt(1)), true
}

func powerOfTwo(n uint64) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
