package kernel

// pickByPick is the oracle: it grows the set of reachable XORs pick by pick and
// returns its mex. It shares no code and no idea with the kernels: no subsets, no
// bases, no bitsets.
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
// Two more picks of one successor do not change an XOR, so k+2 picks reach all
// that k picks reach. A pick therefore starts only from the numbers that the pick
// before it reached for the first time in its parity. If there are none, more
// picks reach nothing new.
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
