package kernel

// pickByPick is the oracle: the mex of a row's reachable set, grown pick by
// pick. It shares nothing with the kernels and knows no subsets, no bases and
// no bitsets.
func pickByPick(succ []uint64, k uint64) uint64 {
	if len(succ) == 0 {
		return 0
	}
	reached := reachablePickByPick(succ, k)
	mex := uint64(0)
	for reached[mex] {
		mex++
	}
	return mex
}

// reachablePickByPick returns the XORs of exactly k picks from a row.
//
// Two more picks of one successor do not change an XOR, so what k picks reach,
// k+2 reach as well, and each pick has to start only from what the pick before
// it reached for the first time in its parity. When there is no such number,
// more picks reach nothing new.
func reachablePickByPick(succ []uint64, k uint64) map[uint64]bool {
	reached := [2]map[uint64]bool{{0: true}, {}} // by an even and an odd number of picks
	fresh := []uint64{0}
	for pick := uint64(1); pick <= k && len(fresh) > 0; pick++ {
		var next []uint64
		for _, x := range fresh {
			for _, v := range succ {
				if !reached[pick%2][x^v] {
					reached[pick%2][x^v] = true
					next = append(next, x^v)
				}
			}
		}
		fresh = next
	}
	return reached[k%2]
}
