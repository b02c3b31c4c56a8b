package stat

import (
	"math"
	"slices"
)

// unalike is the ratio from which processes differ by themselves. Of 33 plain
// benchmarks on a busy machine none had more than 3, and the median was 1.2. One
// that draws work once per process, 10% more or less, had 6 there.
const unalike = 4

// Unalike reports whether processes of the old version differ by themselves. What
// disturbs the machine comes and goes: it makes one block of a pair of processes
// unlike another, as much as one pair unlike another. If instead each pair agrees
// with itself in all blocks, and only pairs differ, a process has drawn something
// that it keeps, such as random work.
func (s *Sequence) Unalike() bool {
	pairs := slices.DeleteFunc(s.Undisturbed(), func(p Pair) bool { return math.IsNaN(p.Noise) || math.IsNaN(p.Within) })
	if len(pairs) < MinPairs {
		return false
	}
	within := Median(column(pairs, func(p Pair) float64 { return p.Within }))
	return s.Scatter() > unalike*within
}
