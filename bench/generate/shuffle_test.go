package generate

import (
	"math"
	"slices"
	"testing"
)

// A shuffle is a permutation.
func TestShuffle(t *testing.T) {
	for _, n := range []uint64{0, 1, 2, 3, 4, 5, 100, 4095, 4096, 4097, 5000, 1<<16 - 1, 1 << 16, 1<<16 + 1, 100_000} {
		s := newShuffle(1, n)
		seen := make([]bool, n)
		for i := range n {
			if j := s.at(i); j >= n || seen[j] {
				t.Fatalf("n=%d: %d goes to %d", n, i, j)
			} else {
				seen[j] = true
			}
		}
	}
	const most = math.MaxUint64
	if s := newShuffle(1, most); s.at(0) == s.at(1) || s.at(most-1) == s.at(1) {
		t.Error("two numbers go to one place")
	}
}

// Each place is equally likely for a number. So is each step from there to the
// place of its neighbour, in a table. In a rectangle, where neighbours begin in one
// line, no step is more than three times as likely as it should be.
func TestShuffleIsEven(t *testing.T) {
	for _, n := range []uint64{3, 10, 100, maxTable + 1, 5000} {
		for _, i := range []uint64{0, 1, n / 2, n - 2} {
			places, steps := make([]int, n), make([]int, n-1)
			for key := range random(max(1000, 64*n)) {
				s := newShuffle(key, n)
				at, next := s.at(i), s.at(i+1)
				places[at]++
				steps[(next+n-at)%n-1]++ // they are never the same
			}
			if off := deviations(places); off > 6 {
				t.Errorf("n=%d: places of %d are %.1f deviations off", n, i, off)
			}
			if off := deviations(steps); off > 6 && n <= maxTable {
				t.Errorf("n=%d: steps from %d are %.1f deviations off", n, i, off)
			}
			if most := slices.Max(steps); most > 3*64 && n > maxTable {
				t.Errorf("n=%d: a step from %d comes %d times, expected about 64", n, i, most)
			}
		}
	}
}

// deviations returns how far counts are from even, by the chi-squared test: the
// sum has mean f and variance 2f.
func deviations(counts []int) float64 {
	total, sum := 0, 0.0
	for _, c := range counts {
		total += c
	}
	mean := float64(total) / float64(len(counts))
	for _, c := range counts {
		sum += (float64(c) - mean) * (float64(c) - mean) / mean
	}
	f := float64(len(counts) - 1)
	return (sum - f) / math.Sqrt(2*f)
}
