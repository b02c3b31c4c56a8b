package stat

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// Where functions stand in memory changes how long they take, by up to a fifth:
// their loops share fetch blocks, entries of caches and of branch predictors in
// another way. Any change of the code moves functions that did not change. So a
// benchmark is measured in several layouts, which are orders that the linker drew
// at random. More pairs of one layout say more about it alone. What holds for
// layouts at large takes the differences between layouts, however many pairs each
// has: Student's t test of their medians, besides the test of the pairs.
//
// The t test takes normal differences. Those of code that did not change are
// symmetric at least, since both versions' layouts come from one distribution. In
// simulations with skewed layouts, few that are much slower, it errs on the safe
// side. It is made after every pair as if it were the only one: with many pairs
// of the same layouts, all tests are nearly the same one.

// manyLayouts reports whether the pairs have more than one layout.
func (s *Sequence) manyLayouts() bool {
	return slices.ContainsFunc(s.Pairs, func(p Pair) bool { return p.Layout != s.Pairs[0].Layout })
}

// layouts returns the median difference of each layout that undisturbed pairs
// have, in the order of their first pairs.
func (s *Sequence) layouts() []float64 {
	var order []int
	of := map[int][]float64{}
	for _, p := range s.Undisturbed() {
		if of[p.Layout] == nil {
			order = append(order, p.Layout)
		}
		of[p.Layout] = append(of[p.Layout], p.Typical)
	}
	medians := make([]float64, len(order))
	for i, l := range order {
		medians[i] = Median(of[l])
	}
	return medians
}

// meanAbove is Student's one-sided t test: the probability of a mean at least as
// far above center as that of x, if x were normal with its mean at center. It is
// 1 for a single value.
func meanAbove(x []float64, center float64) float64 {
	if len(x) < 2 {
		return 1
	}
	above, sd := stats.Mean(x)-center, stats.StdDev(x)
	switch {
	case sd > 0:
		t := above / sd * math.Sqrt(float64(len(x)))
		return stats.TDist{V: float64(len(x) - 1)}.CDF(-t)
	case above > 0:
		return 0
	}
	return 1
}

// LayoutSpread returns how far the medians of layouts lie apart, and of how many
// layouts: new over old is larger by so much in one than in another.
func (s *Sequence) LayoutSpread() (spread float64, layouts int) {
	x := s.layouts()
	if len(x) == 0 {
		return 0, 0
	}
	return slices.Max(x) - slices.Min(x), len(x)
}

// LayoutHides reports whether the pairs would decide if their layouts were all
// there are, and layouts differ more than the pairs of one layout do. Then more
// layouts may decide, and more pairs will not.
func (s *Sequence) LayoutHides(last bool) bool {
	if len(s.Undisturbed()) < MinPairs || s.layoutRatio() < differ || s.verdict(last) != Undecided {
		return false
	}
	one := *s
	one.Pairs = slices.Clone(s.Pairs)
	for i := range one.Pairs {
		one.Pairs[i].Layout = 0
	}
	for _, c := range []*claim{&one.slower, &one.faster, &one.notSlower, &one.notFaster} {
		c.layouts = 0
	}
	return one.verdict(last) != Undecided
}

// layoutsAlike reports whether layouts are known not to differ: there are two pairs
// of each, or only one layout.
func (s *Sequence) layoutsAlike() bool {
	return !s.manyLayouts() || len(s.Undisturbed()) >= 2*len(s.layouts()) && s.layoutRatio() < alike
}

// The ratio is about 1 if layouts do not differ. From differ on they do, and up to
// alike nothing speaks for it.
const alike, differ = 1.5, 2

// layoutRatio is the F of an analysis of variance: the mean square between layouts
// over that within. It is 0 if no layout has two pairs.
func (s *Sequence) layoutRatio() float64 {
	of := map[int][]float64{}
	for _, p := range s.Undisturbed() {
		of[p.Layout] = append(of[p.Layout], p.Typical)
	}
	all := s.typical()
	n, l := float64(len(all)), float64(len(of))
	if l < 2 || n == l {
		return 0
	}
	grand := stats.Mean(all)
	between, within := 0.0, 0.0
	for _, x := range of {
		mean := stats.Mean(x)
		between += float64(len(x)) * (mean - grand) * (mean - grand)
		for _, d := range x {
			within += (d - mean) * (d - mean)
		}
	}
	return between / (l - 1) / (within / (n - l))
}
