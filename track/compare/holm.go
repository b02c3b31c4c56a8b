package compare

import (
	"cmp"
	"slices"
)

// holm raises p values to what they mean in a family of a size: at level alpha,
// the chance of one false alarm among all is at most alpha (Holm, A Simple
// Sequentially Rejective Multiple Test Procedure, 1979). Values of 1, which
// stay, may be left out.
func holm(p []*float64, size int) {
	order := slices.Clone(p)
	slices.SortFunc(order, func(a, b *float64) int { return cmp.Compare(*a, *b) })
	least := 0.0
	for i, v := range order {
		least = max(least, min(1, *v*float64(size-i)))
		*v = least
	}
}
