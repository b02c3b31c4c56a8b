package kernel

// affine replaces the 2^d subsets by linear algebra over GF(2).
//
// Picks cancel in pairs, so the reachable set R holds the XORs of the subsets
// of D, the distinct values, whose size is at most K and of K's parity. Let v0
// be 0 if D has it, else any element of D; G = {v^v0} without 0; c = v0 if K
// is odd, else 0. Then R = c ^ Ball_K(G), the XORs of at most K elements of G:
// v0 fills up to exactly K picks, and the parity is gone.
//
// Span theorem: if K >= rank(G), Ball_K(G) is the whole span of G. Then 0 is
// in R iff c is in the span; if it is, the mex is the lowest power of two that
// the span lacks. K < rank(G) is the bounded case, see ball.
var affine = &lifted{
	info: Info{
		Name: "affine", ISA: Generic,
		Doc: "GF(2) elimination: d * rank steps when K >= rank, else the cheapest of scan, far words, closure, dilation, meet in the middle",
	},
	row: affineRow,
}

func affineRow(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
	v0, at := translation(succ)
	var wide uint64 // all bits that occur in G
	for _, v := range succ {
		wide |= v ^ v0
	}
	e := &ws.basis
	e.pivots = 0
	for i, v := range succ {
		if i != at && e.insert(v^v0) && spansAll(e.pivots, wide) {
			break // the rest of the row adds nothing
		}
	}
	if k&1 == 1 && e.reduce(v0) != 0 {
		return 0, nil
	}
	if k < uint64(e.rank()) {
		return boundedMex(ws, succ, k)
	}
	t := e.low()
	if t == 64 {
		return 0, ErrOverflow
	}
	return 1 << t, nil
}

// translation returns v0 and where it stands in the row.
func translation(succ []uint64) (v0 uint64, at int) {
	for i, v := range succ {
		if v == 0 {
			return 0, i
		}
	}
	return succ[0], 0
}

// spansAll tells whether rows at these pivots span every number made of the
// bits below wide's length.
func spansAll(pivots, wide uint64) bool {
	return pivots&(pivots+1) == 0 && pivots >= wide
}
