package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// layoutTrial reaches a verdict as the gate does: what a first sequence suspects,
// in an order of functions that is about the same in both versions, is measured
// again in layouts drawn at random. Where layout hides the answer, as many layouts
// again are added once. draw draws the effect of a layout.
func layoutTrial(r *rand.Rand, change float64, draw func() float64) Verdict {
	const longest, atFirst = 30, 8
	const spread = 0.004
	sequence := func(rules Rules, effects []float64) Verdict {
		given := len(effects) > 0
		s := NewSequence(rules)
		var order []int
		for n := 1; ; n++ {
			if len(order) == 0 {
				if !given && (len(effects) == 0 || len(effects) == atFirst && s.LayoutHides(false)) {
					for range atFirst {
						order = append(order, len(effects))
						effects = append(effects, draw())
					}
				} else {
					order = r.Perm(len(effects))
				}
			}
			layout := order[0]
			order = order[1:]
			noise := func() float64 {
				x := spread * r.NormFloat64()
				if r.IntN(10) == 0 {
					x *= 5
				}
				return x
			}
			d := change + effects[layout]
			s.Add(Pair{Typical: d + noise(), Best: d + noise(), Noise: math.NaN(), Layout: layout})
			if v := s.Test(float64(n) / longest); v != Undecided || n == longest {
				return v
			}
		}
	}
	v := sequence(Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01, Nearly: 0.5}, []float64{draw() / 3})
	if v == Slower || v == Faster {
		return sequence(Rules{Threshold: 0.02, Alarm: 0.001, Miss: 0.01, Suspicion: 0.02}, nil)
	}
	return v
}

// Identical code whose functions moved is rarely called slower or faster, and
// slowdowns are found in spite of layouts that swing by about as much.
func TestLayouts(t *testing.T) {
	normal := func(sd float64) func(r *rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return sd * r.NormFloat64() }
	}
	// Each version is slower in some of its layouts, and as fast as ever in others.
	some := func(share, slower float64) func(r *rand.Rand) float64 {
		return func(r *rand.Rand) (d float64) {
			for _, sign := range []float64{-1, 1} {
				if r.Float64() < share {
					d += sign * slower
				}
			}
			return d
		}
	}
	for _, test := range []struct {
		change float64
		effect string
		draw   func(r *rand.Rand) float64
		trials int
		least  int // of the trials that find the change; without one, the most that see any
	}{
		{0, "none", normal(0), 50, 0},
		{0, "normal 1%", normal(0.01), 200, 1},
		{0, "normal 5%", normal(0.05), 200, 1},
		{0, "20% in a third", some(1.0/3, 0.2), 200, 1},
		{0, "5% in a tenth", some(0.1, 0.05), 200, 1},
		{0.02, "none", normal(0), 50, 49},
		{0.02, "normal 1%", normal(0.01), 50, 40},
		{0.05, "normal 2.5%", normal(0.025), 50, 45},
	} {
		r := rand.New(rand.NewPCG(4, 4))
		slower, faster, passed := 0, 0, 0
		for range test.trials {
			switch layoutTrial(r, test.change, func() float64 { return test.draw(r) }) {
			case Slower:
				slower++
			case Faster:
				faster++
			case Same, NotSlower:
				passed++
			}
		}
		t.Logf("change %v, layouts %s: of %d, %d slower, %d faster, %d passed", test.change, test.effect, test.trials, slower, faster, passed)
		if test.change == 0 && slower+faster > test.least || test.change > 0 && (slower < test.least || faster > 0) {
			t.Errorf("change %v, layouts %s: of %d, %d slower, %d faster; expected %d", test.change, test.effect, test.trials, slower, faster, test.least)
		}
	}
}

// A change that all pairs show, and not all layouts, is hidden by layout.
func TestLayoutHides(t *testing.T) {
	s := NewSequence(Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01})
	for n := range 24 {
		d := [...]float64{0.001, 0.1, 0.002, 0.003}[n%4] + 1e-6*float64(n)
		s.Add(Pair{Typical: d, Best: d, Noise: math.NaN(), Layout: n % 4})
		if v := s.Test(float64(n+1) / 24); v != Undecided {
			t.Fatalf("%v after %d pairs", v, n+1)
		}
	}
	if !s.LayoutHides(true) {
		t.Error("layout does not hide the answer")
	}
	if spread, n := s.LayoutSpread(); n != 4 || spread < 0.09 || spread > 0.11 {
		t.Errorf("%d layouts, apart by %v", n, spread)
	}
	for i := range s.Pairs {
		s.Pairs[i].Layout = i * 4 / len(s.Pairs) // each has pairs of all sorts
	}
	if s.LayoutHides(true) {
		t.Error("layouts hide the answer that are all alike")
	}
	for i := range s.Pairs {
		s.Pairs[i].Layout = i % 4
	}
	if in := s.Interval(); in.Low > 0 || in.High < 0.05 {
		t.Errorf("%+v is no interval of layouts at large", in)
	}
}

func TestMeanAbove(t *testing.T) {
	// From tables: the upper 2.5% of Student's t with 3 degrees of freedom begins at 3.182.
	x := []float64{-1, 0, 0, 1}
	shift := 3.182 * math.Sqrt(2.0/3) / 2
	if p := meanAbove(x, -shift); math.Abs(p-0.025) > 1e-5 {
		t.Errorf("p = %v, expected 0.025", p)
	}
	for _, test := range []struct {
		x    []float64
		want float64
	}{{[]float64{1}, 1}, {[]float64{1, 1}, 0}, {[]float64{-1, -1}, 1}} {
		if p := meanAbove(test.x, 0); p != test.want {
			t.Errorf("%v: p = %v, expected %v", test.x, p, test.want)
		}
	}
}
