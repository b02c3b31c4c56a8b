package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Processes that draw their work differ also in their fastest slices, and those
// that are disturbed do not.
func TestUnalike(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		name             string
		draws, disturbed float64
	}{
		{"random work", 0.05, 0.005},
		{"random work on a busy machine", 0.05, 0.03},
		{"a busy machine", 0.002, 0.03},
	} {
		s := NewSequence(Rules{Threshold: 0.02, Alarm: 0.01, Miss: 0.01})
		for range 60 {
			var best, typical [2]float64
			for p := range best {
				best[p] = test.draws * random.NormFloat64()
				typical[p] = best[p] + test.disturbed*random.ExpFloat64()
			}
			s.Add(Pair{Typical: typical[1] - typical[0], Best: best[1] - best[0], Noise: math.NaN()})
		}
		if want := test.draws > test.disturbed; s.Unalike() != want {
			t.Errorf("%s: %v, expected %v", test.name, !want, want)
		}
	}
	if NewSequence(Rules{}).Unalike() {
		t.Error("no pairs, and yet they differ")
	}
}
