package paired

import (
	"math"
	"math/rand/v2"
	"testing"
)

// simulate runs a sequence on pairs with a change and noise that is normal but
// for one pair in ten, where it is five times as wide.
func simulate(r *rand.Rand, rules Rules, change, spread float64, longest int) (Verdict, int) {
	s := NewSequence(rules)
	draw := func() float64 {
		x := spread * r.NormFloat64()
		if r.IntN(10) == 0 {
			x *= 5
		}
		return x
	}
	for n := 1; ; n++ {
		s.Add(Pair{change + draw(), change + draw(), math.NaN()})
		v := s.Look(float64(n) / float64(longest))
		if v != Undecided || n == longest {
			return v, n
		}
	}
}

// Size: code without a change is called slower at most as often as the budget
// says, however often the data are looked at.
func TestSize(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	// A threshold of nearly nothing, so that only the test stands in the way.
	rules := Rules{Threshold: 1e-9, Alarm: 0.05, Miss: 0.05}
	const trials = 400
	alarms := 0
	for range trials {
		s := NewSequence(rules)
		for n := 1; n <= 24; n++ {
			d := r.NormFloat64() * float64(1+4*(r.IntN(10)/9))
			s.Add(Pair{d, d, math.NaN()})
			s.Look(float64(n) / 24)
		}
		if s.slower.P() <= rules.Alarm {
			alarms++
		}
	}
	// 5% of 400 is 20; three standard deviations are 13. The bound is not
	// tight, but a test that never rejects would be useless.
	if alarms > 33 || alarms < 2 {
		t.Errorf("%d alarms in %d trials, expected some and at most about 20", alarms, trials)
	}
}

// Power, and how long it takes, in pairs of processes.
func TestPower(t *testing.T) {
	rules := Rules{Threshold: 0.01, Alarm: 0.02, Miss: 0.05}
	for _, test := range []struct {
		change  float64
		verdict Verdict
		atLeast int // of 100
		pairs   int // mean, at most
	}{
		{0, Same, 99, 14},
		{0.01, Slower, 90, 30},
		{0.02, Slower, 99, 12},
		{0.05, Slower, 100, 10},
		{-0.02, Faster, 99, 12},
	} {
		r := rand.New(rand.NewPCG(2, 2))
		right, wrong, pairs := 0, 0, 0
		for range 100 {
			v, n := simulate(r, rules, test.change, 0.003, 40)
			pairs += n
			switch {
			case v == test.verdict:
				right++
			case v == Slower && test.change <= 0, v == Faster && test.change >= 0:
				wrong++
			}
		}
		if right < test.atLeast || wrong > 0 || pairs > 100*test.pairs {
			t.Errorf("change %v: %d of 100 %v, %d in the wrong direction, %.1f pairs; expected %d, 0, %d",
				test.change, right, test.verdict, wrong, float64(pairs)/100, test.atLeast, test.pairs)
		}
	}
}

// The fastest slices must confirm what the median says.
func TestBestConfirms(t *testing.T) {
	rules := Rules{Threshold: 0.01, Alarm: 0.02, Miss: 0.05}
	for _, test := range []struct {
		best float64
		want Verdict
	}{{0.03, Slower}, {0.004, Undecided}, {-0.03, Undecided}} {
		s := NewSequence(rules)
		var v Verdict
		for n := 1; n <= 20; n++ {
			s.Add(Pair{0.03 + float64(n)*1e-5, test.best, math.NaN()})
			v = s.Look(float64(n) / 20)
		}
		if v != test.want {
			t.Errorf("median +3%%, best %v: %v, expected %v", test.best, v, test.want)
		}
	}
}

// A change must rise above what the old version shows against itself.
func TestNoiseIsTheFloor(t *testing.T) {
	for _, test := range []struct {
		noise float64
		want  Verdict
	}{{0, Slower}, {0.05, Undecided}} {
		s := NewSequence(Rules{Threshold: 0.01, Alarm: 0.02, Miss: 0.05})
		var v Verdict
		for n := 1; n <= 20; n++ {
			s.Add(Pair{0.03 + float64(n)*1e-5, 0.03, test.noise})
			v = s.Look(float64(n) / 20)
		}
		if v != test.want {
			t.Errorf("noise %v: %v, expected %v", test.noise, v, test.want)
		}
		if seen := s.Seen(); seen < test.noise {
			t.Errorf("noise %v: claims to see %v", test.noise, seen)
		}
	}
}
