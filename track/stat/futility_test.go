package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// To stop when an accusation is improbable saves most pairs of identical code, and
// hardly loses a slowdown that all pairs would have shown.
func TestFutile(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct{ slowdown, deviation float64 }{{0, 0.005}, {0, 0.02}, {0, 0.04}, {0.02, 0.01}, {0.03, 0.02}, {0.05, 0.02}} {
		const trials, most = 200, 20
		found, lost, pairs := 0, 0, 0
		for range trials {
			s := NewSequence(Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01})
			v, futile := Undecided, false
			for n := 1; n <= most && v == Undecided; n++ {
				d := test.slowdown + test.deviation*random.NormFloat64()
				if random.IntN(5) == 0 { // something disturbs it
					d += 3 * test.deviation * random.NormFloat64()
				}
				s.Add(Pair{Typical: d, Best: d, Noise: math.NaN()})
				if v = s.Test(float64(n) / most); !futile {
					pairs++
				}
				futile = futile || v == Undecided && s.Futile()
			}
			if v == Slower {
				found++
				if futile {
					lost++
				}
			}
		}
		if test.slowdown == 0 && pairs > 10*trials || test.slowdown > 0 && (found < trials/2 || lost > trials/100) {
			t.Errorf("%+v: %d of %d found, %d lost, %d pairs", test, found, trials, lost, pairs)
		}
	}
}
