package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// simulate runs a sequence on pairs with a change and normal noise, which is
// five times as wide in one pair of ten.
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
		s.Add(Pair{Typical: change + draw(), Best: change + draw(), Noise: math.NaN()})
		v := s.Test(float64(n) / float64(longest))
		if v != Undecided || n == longest {
			return v, n
		}
	}
}

// Size: code without a change is called slower at most as often as the rules
// allow, however often the data are tested.
func TestSize(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	// The threshold is nearly nothing, so that only the test stands in the way.
	rules := Rules{Threshold: 1e-9, Alarm: 0.05, Miss: 0.05}
	const trials = 400
	alarms := 0
	for range trials {
		s := NewSequence(rules)
		for n := 1; n <= 24; n++ {
			d := r.NormFloat64() * float64(1+4*(r.IntN(10)/9))
			s.Add(Pair{Typical: d, Best: d, Noise: math.NaN()})
			s.Test(float64(n) / 24)
		}
		if s.slower.p <= rules.Alarm {
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
			s.Add(Pair{Typical: 0.03 + float64(n)*1e-5, Best: test.best, Noise: math.NaN()})
			v = s.Test(float64(n) / 20)
		}
		if v != test.want {
			t.Errorf("median +3%%, best %v: %v, expected %v", test.best, v, test.want)
		}
	}
}

// A change counts above what the old version shows against itself.
func TestNoiseIsTheFloor(t *testing.T) {
	for _, test := range []struct {
		noise float64
		want  Verdict
	}{{0, Slower}, {0.05, Undecided}} {
		s := NewSequence(Rules{Threshold: 0.01, Alarm: 0.02, Miss: 0.05})
		var v Verdict
		for n := 1; n <= 20; n++ {
			s.Add(Pair{Typical: 0.03 + float64(n)*1e-5, Best: 0.03, Noise: test.noise})
			v = s.Test(float64(n) / 20)
		}
		if v != test.want {
			t.Errorf("noise %v: %v, expected %v", test.noise, v, test.want)
		}
		if least := s.MinDetectable(); least < test.noise {
			t.Errorf("noise %v: claims to detect %v", test.noise, least)
		}
	}
}

// Noise and scatter take MinPairs. Processes may differ by much, this way or that,
// and be none the noisier for it.
func TestScatter(t *testing.T) {
	s := NewSequence(Rules{})
	for n := 1; n <= 2*MinPairs; n++ {
		s.Add(Pair{Noise: 0.05 * float64(1-n%2*2)})
		if got := s.Scatter(); s.HasNoise() != (n >= MinPairs) || math.IsNaN(got) == s.HasNoise() {
			t.Errorf("%d pairs: scatter %v, noise is known: %v", n, got, s.HasNoise())
		}
	}
	if s.Scatter() != 0.05 || s.Noise() != 0 {
		t.Errorf("scatter %v, noise %v; expected 0.05 and 0", s.Scatter(), s.Noise())
	}
}

// disturbed runs a sequence in which a third of the pairs are disturbed: their
// levels are higher, by chance, and so is their spread. It returns whether the
// test alone sees a slowdown, and the verdict.
func disturbed(r *rand.Rand, rules Rules, change float64, levels bool) (bool, Verdict) {
	s := NewSequence(rules)
	v := Undecided
	for n := 1; n <= 24 && v == Undecided; n++ {
		up := 0.0
		if r.IntN(3) == 0 {
			up = 0.3 * r.Float64()
		}
		spread := 0.003 + up/4
		p := Pair{Typical: change + spread*r.NormFloat64(), Best: change + spread*r.NormFloat64(), Noise: math.NaN()}
		if levels {
			p.Level = -7 + up + 0.005*r.NormFloat64()
		}
		s.Add(p)
		v = s.Test(float64(n) / 24)
	}
	return s.slower.p <= rules.Alarm, v
}

// Leaving disturbed pairs out makes the test sharper, and not less exact.
func TestUndisturbed(t *testing.T) {
	const trials = 400
	count := func(rules Rules, change float64, levels bool) (alarms, slower int) {
		r := rand.New(rand.NewPCG(3, 3))
		for range trials {
			alarm, v := disturbed(r, rules, change, levels)
			if alarm {
				alarms++
			}
			if v == Slower {
				slower++
			}
		}
		return alarms, slower
	}
	// As in TestSize: 20 alarms are expected at most, and some.
	if alarms, _ := count(Rules{Threshold: 1e-9, Alarm: 0.05, Miss: 0.05}, 0, true); alarms > 33 || alarms < 2 {
		t.Errorf("%d alarms in %d trials, expected some and at most about 20", alarms, trials)
	}
	rules := Rules{Threshold: 0.01, Alarm: 0.02, Miss: 0.01}
	_, with := count(rules, 0.01, true)
	_, without := count(rules, 0.01, false)
	if with < trials*9/10 || with < without+trials/4 {
		t.Errorf("%d of %d found with levels, %d without; expected nearly all, and many fewer", with, trials, without)
	}
	s := NewSequence(rules)
	for i, level := range []float64{-7, -6.99, -7.01, -6, -7, -6.995} {
		s.Add(Pair{Typical: float64(i), Level: level})
	}
	if left := s.Undisturbed(); len(left) != 5 || left[3].Typical != 4 {
		t.Errorf("undisturbed pairs %v, expected all but the fourth", left)
	}
}
