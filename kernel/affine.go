package kernel

import (
	"math/bits"

	"mexlab/asm"
)

// newAffine returns the kernel affine on a tier. It replaces the 2^d subsets by
// linear algebra over GF(2).
//
// Picks cancel in pairs. So the reachable set R holds the XORs of those subsets
// of D, the distinct values, that have at most K elements and K's parity. Let
// v0 be 0 if D has it, else any element of D; G = {v^v0} without 0; c = v0 if K
// is odd, else 0. Then R = c ^ Ball_K(G), with Ball_K(G) the XORs of at most K
// elements of G: v0 fills up to exactly K picks, and the parity is gone.
//
// Span theorem: if K >= rank(G), Ball_K(G) is the whole span of G. Then 0 is
// in R iff c is in the span. If it is, the mex is the lowest power of two that
// the span lacks. A row with K < rank(G) is bounded, see boundedRow.
//
// On vector registers elimination goes across vertices, see lanes.
func newAffine(t *asm.Tier) Kernel {
	single := rowByRow{
		info: Info{
			Name: "affine", Tier: t.Name,
			Doc: "GF(2) elimination: d * rank steps; for K < rank the cheapest of several searches",
		},
		row: func(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
			return affineRow(ws, t, succ, k)
		},
	}
	if t.Name == Generic {
		return &single
	}
	return &lanes{rowByRow: single, tier: t, search: t, minRows: 1}
}

func affineRow(ws *Workspace, t *asm.Tier, succ []uint64, k uint64) (uint64, error) {
	switch k {
	case 0:
		return 1, nil // only the empty sum
	case 1:
		return mexOfOnePick(ws, succ), nil
	}
	at, wide := translation(succ)
	if maxRank := min(len(succ)-1, bits.Len64(wide)); k < uint64(maxRank) {
		return boundedMex(ws, t, succ, k, at) // K < rank is possible
	}
	v0 := succ[at]
	s := &ws.span
	s.reset()
	for _, v := range succ {
		if s.insert(v ^ v0); s.hasAllBelow(wide) {
			break // the rest of the row adds nothing
		}
	}
	if k&1 == 1 && s.reduce(v0) != 0 {
		return 0, nil
	}
	return powerOfTwo(s.low())
}

// translation returns the place of v0 in the row, and the bits in which values
// differ: those that occur in G. v0 is the least value, so that elements of G are
// small if values are.
func translation(succ []uint64) (at int, wide uint64) {
	first := succ[0]
	least := first
	for _, v := range succ {
		wide |= v ^ first
		least = min(least, v)
	}
	// Keeping the place in the loop above would take a branch that is hard to predict.
	for succ[at] != least {
		at++
	}
	return at, wide
}

// powerOfTwo returns 2^t as a Grundy value.
func powerOfTwo(t int) (uint64, error) {
	if t == 64 {
		return 0, ErrOverflow
	}
	return 1 << t, nil
}
