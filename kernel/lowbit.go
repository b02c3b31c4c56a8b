package kernel

import "math/bits"

// lowbit keeps the XOR of every subset in a table. Each entry is made from that
// of the subset without its lowest element. Programs for this game commonly do
// this, so it is the baseline of all ratios that this project prints.
var lowbit = &rowByRow{
	info: Info{
		Name: "lowbit", Tier: Generic, MaxDegree: 24,
		Doc: "table of subset XORs, each from the subset without its lowest bit: 2^d steps",
	},
	row: lowbitRow,
}

func lowbitRow(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
	reached := reachedSet(ws, len(succ))
	all := uint64(0)
	for _, v := range succ {
		all |= v
	}
	if bits.Len64(all) <= 32 {
		lowbitFill(grow(&ws.sum32, 1<<len(succ)), reached, succ, k)
	} else {
		lowbitFill(grow(&ws.sum64, 1<<len(succ)), reached, succ, k)
	}
	return firstZero(reached), nil
}

// lowbitFill marks in reached the XORs of the subsets of succ that have at most
// k elements and k's parity. sum has an entry for each subset.
func lowbitFill[T uint32 | uint64](sum []T, reached, succ []uint64, k uint64) {
	sum[0] = 0
	if k%2 == 0 {
		reached[0] = 1
	}
	for i := 1; i < len(sum); i++ {
		xor := sum[i&(i-1)] ^ T(succ[bits.TrailingZeros(uint(i))])
		sum[i] = xor
		size := uint64(bits.OnesCount(uint(i)))
		if size <= k && (size^k)&1 == 0 {
			if w := uint64(xor) / 64; w < uint64(len(reached)) {
				reached[w] |= 1 << (xor % 64)
			}
		}
	}
}
