package kernel

import (
	"math/bits"
	"slices"

	"mexlab/asm"
)

// newParitysplit returns the kernel paritysplit on a tier. It keeps the XORs
// reached so far in bitsets over all numbers of the values' width: one for an
// even and one for an odd number of picks. Time and memory grow with the width
// of the values instead of with 2^d.
func newParitysplit(t *asm.Tier) Kernel {
	return &rowByRow{
		info: Info{
			Name: "paritysplit", Tier: t.Name,
			Doc: "bitsets of the reached XORs, by parity or count of picks: d * 2^bits steps, at most 26 bits",
		},
		row: func(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
			return paritysplitRow(ws, t, succ, k)
		},
	}
}

// maxSplitBits is the largest width. One bitset then takes 8 MiB, and a row of
// 17 values with a large K about 0.1 s.
const maxSplitBits = 26

func paritysplitRow(ws *Workspace, tier *asm.Tier, succ []uint64, k uint64) (uint64, error) {
	values := distinct(ws, succ)
	width := bits.Len64(values[len(values)-1])
	if width > maxSplitBits {
		return 0, &LimitError{Kernel: "paritysplit", What: "bits a value",
			Got: width, Max: maxSplitBits}
	}
	words := max(1, 1<<width/64)
	layers := 2
	step := paritySets
	if k < uint64(len(values)-1) {
		layers, step = int(k)+1, countLayers
	}
	if layers > maxWords/words {
		return 0, &LimitError{Kernel: "paritysplit", What: "bitset words",
			Got: layers * words, Max: maxWords}
	}
	cost := mulCost(closureWordCost*uint64(words), mulCost(uint64(len(values)), uint64(layers)))
	if cost > ws.budget() {
		s := &ws.span
		s.reset()
		for _, v := range values {
			s.insert(v ^ values[0])
		}
		return 0, &BudgetError{Degree: len(values), K: k, Rank: s.rank(), Budget: ws.budget()}
	}
	set := step(tier, zeroed(&ws.words, layers*words), words, values, k)
	return uint64(tier.FirstZero(set)), nil
}

// paritySets is for K >= d-1: every subset of K's parity counts. It grows the
// sets of the XORs of an even and of an odd number of values by one value at a
// time. sets is room for both, zeroed; the result is the one for k.
func paritySets(tier *asm.Tier, sets []uint64, words int, values []uint64, k uint64) []uint64 {
	even, odd := sets[:words], sets[words:]
	even[0] = 1
	for _, v := range values {
		tier.OrExchanged(even, odd, v)
	}
	if k%2 == 0 {
		return even
	}
	return odd
}

// countLayers is for K < d-1. Layer j holds the XORs of the subsets that have at
// most j elements and j's parity; a value leads from layer j-1 to layer j. sets
// is room for layers 0 to k, zeroed; the result is layer k.
func countLayers(tier *asm.Tier, sets []uint64, words int, values []uint64, k uint64) []uint64 {
	last := int(k)
	layer := func(j int) []uint64 { return sets[j*words : (j+1)*words] }
	for j := 0; j <= last; j += 2 {
		layer(j)[0] = 1
	}
	for i, v := range values {
		// Downwards, so that no value is used twice. Layer j can still reach
		// the last one only if enough values follow.
		following := len(values) - 1 - i
		for j := last; j >= max(1, last-following); j-- {
			tier.OrPermuted(layer(j), layer(j-1), v)
		}
	}
	return layer(last)
}

// distinct returns the values of a row, ascending and each once.
func distinct(ws *Workspace, succ []uint64) []uint64 {
	values := grow(&ws.values, len(succ))
	copy(values, succ)
	slices.Sort(values)
	return slices.Compact(values)
}
