package wide

import (
	"math/big"

	"mexlab/kernel"
)

// Explain tells the class of a vertex as kernel.Explain does, and how Mex does it. It
// does not tell the mex, nor how far a search looks.
func Explain(succ []*big.Int, k uint64) kernel.Explanation {
	x := kernel.Explanation{Degree: len(succ), K: k, Class: "leaf", Way: "no move"}
	if len(succ) == 0 {
		return x
	}
	r := load(succ, k)
	x.Rank, x.Extras = r.rank(), len(r.extras)
	rest, _ := r.reduce(&r.c)
	_, units := mexOfUnits(succ, k)
	x.Way = "big integers: closed form"
	switch {
	case units:
		x.Class = "units"
	case k == 0:
		x.Class = "K = 0"
	case k == 1:
		x.Class = "K = 1"
	case rest.Sign() != 0:
		x.Class, x.Way = "outside the span", "big integers: elimination"
	case k >= uint64(r.rank()):
		x.Class, x.Way = "K >= rank", "big integers: elimination"
	default:
		x.Class, x.Way = "K < rank-1", "big integers: search"
		if r.k == r.rank()-1 {
			x.Class = "K = rank-1"
		}
	}
	return x
}
