package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Processes that draw their work differ in all blocks alike, and those that are
// disturbed do not.
func TestUnalike(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		name             string
		draws, disturbed float64
		want             bool
	}{
		{"random work", 0.05, 0.005, true},
		{"random work on a busy machine", 0.05, 0.03, false},
		{"a busy machine", 0.01, 0.03, false},
	} {
		s := NewSequence(Rules{Threshold: 0.02, Alarm: 0.01, Miss: 0.01})
		for range 60 {
			drawn := test.draws * random.NormFloat64()
			a, b := drawn+test.disturbed*random.NormFloat64(), drawn+test.disturbed*random.NormFloat64()
			s.Add(Pair{Noise: (a + b) / 2, Within: math.Abs(a-b) / 2})
		}
		if got := s.Unalike(); got != test.want {
			t.Errorf("%s: %v, expected %v", test.name, got, test.want)
		}
	}
	s := NewSequence(Rules{})
	for range 60 {
		s.Add(Pair{Noise: random.NormFloat64(), Within: math.NaN()})
	}
	if s.Unalike() || NewSequence(Rules{}).Unalike() {
		t.Error("processes differ, and nothing tells in what way")
	}
}
