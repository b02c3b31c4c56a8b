package stat

import "math"

// Unalike reports whether processes differ by themselves. What disturbs the
// machine hardly ever slows down all slices of a process. So if even the fastest
// slices differ from pair to pair, and not much less than typical ones, processes
// do not do the same: they draw random work, for example.
func (s *Sequence) Unalike() bool {
	best := column(s.Undisturbed(), func(p Pair) float64 { return p.Best })
	return len(best) >= MinPairs && deviation(best) > deviation(s.typical())/2
}

// deviation returns the median distance from the median.
func deviation(x []float64) float64 {
	middle := Median(x)
	distance := make([]float64, len(x))
	for i, v := range x {
		distance[i] = math.Abs(v - middle)
	}
	return Median(distance)
}
