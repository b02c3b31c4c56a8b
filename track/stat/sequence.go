package stat

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// A Pair is what two processes measured, one of each version, that ran at the
// same time. All fields up to Noise are differences of logarithms, new minus
// old: 0.01 is a slowdown of one percent.
type Pair struct {
	Typical float64 // the median over their paired slices
	Best    float64 // between the fastest slices of each
	Noise   float64 // as Typical, for a second process of the old version; NaN without one
	Within  float64 // how far single blocks of the pair are from Noise; NaN if there is only one
	Level   float64 // the mean logarithm of both versions' times: high if something disturbed both
	Layout  int     // the order in which the functions of both versions stand in memory
}

// Rules say what a change is, and how often a verdict may be wrong.
type Rules struct {
	Threshold float64 // the change that must not pass unseen
	Floor     float64 // a change that is known to mean nothing, besides what Pair.Noise shows
	Alarm     float64 // probability of seeing a change, in a given direction, in identical code
	Miss      float64 // probability of passing a change of the threshold
	Suspicion float64 // probability that chance alone led to this sequence; 0 if it confirms no other
	Nearly    float64 // the share of the threshold from which a certain change is a verdict at once; 0 is three quarters
}

// A Verdict is what the data say.
type Verdict int

// The verdicts.
const (
	Undecided Verdict = iota
	Slower            // above the floor, and not shown to be below the threshold
	Faster            // the mirror image of Slower
	Same              // within the threshold on both sides
	NotSlower         // below the threshold; perhaps faster
)

var verdictNames = [...]string{"undecided", "slower", "faster", "same", "not slower"}

func (v Verdict) String() string { return verdictNames[v] }

// MinPairs is the fewest pairs that a verdict rests on. The smallest p value of
// five is 1/32: more than a gate would ever allow.
const MinPairs = 6

// nearly is Rules.Nearly if that is 0. At 1, a change of just the threshold would
// wait in vain half of the time.
const nearly = 0.75

// confidence is that of the intervals.
const confidence = 0.95

// A Sequence collects pairs until they decide. It tests both directions, for a
// change above the floor (Slower, Faster), and for none as large as the
// threshold (NotSlower; together with its mirror image Same). What it says of
// some layouts has to hold for layouts at large, see layout.go.
type Sequence struct {
	Rules
	Pairs []Pair

	slower, faster, notSlower, notFaster claim
}

// A claim is something that the data may show.
type claim struct {
	alphaSpending         // over pairs
	layouts       float64 // p value over layouts; 0 if there is only one
}

func (c claim) pValue() float64 { return max(c.p, c.layouts) }

// NewSequence returns a sequence without pairs.
func NewSequence(r Rules) *Sequence {
	c := claim{alphaSpending: alphaSpending{p: 1}}
	return &Sequence{Rules: r, slower: c, faster: c, notSlower: c, notFaster: c}
}

// Add adds a pair.
func (s *Sequence) Add(p Pair) { s.Pairs = append(s.Pairs, p) }

// quiet is how far above the lowest level a pair certainly counts as
// undisturbed. The clock of a CPU alone wanders that far.
const quiet = 0.02

// Undisturbed returns the pairs that decide. It leaves out those whose level is
// more than three times as far from the lowest as the median level is. What
// disturbs the machine for longer than a pair lengthens all times, and makes
// the difference meaningless.
//
// The tests stay exact: they hold for the signs of differences of any sizes, and
// the level stays the same when the versions change places.
func (s *Sequence) Undisturbed() []Pair {
	levels := column(s.Pairs, func(p Pair) float64 { return p.Level })
	if len(levels) == 0 {
		return nil
	}
	lowest := slices.Min(levels)
	highest := lowest + max(quiet, 3*(Median(levels)-lowest))
	return slices.DeleteFunc(slices.Clone(s.Pairs), func(p Pair) bool { return p.Level > highest })
}

// Test returns the verdict on the pairs at time t, a share of the longest time.
func (s *Sequence) Test(t float64) Verdict {
	n := len(s.Undisturbed())
	if n < MinPairs {
		return Undecided
	}
	up, down := s.typical(), negative(s.typical())
	many, layoutsUp, layoutsDown := s.manyLayouts(), s.layouts(), negative(s.layouts())
	least := math.Ldexp(1, -n)
	floor := s.Noise()
	for _, test := range []struct {
		claim          *claim
		pairs, layouts []float64
		center, alpha  float64
	}{
		{&s.slower, up, layoutsUp, floor, s.Alarm / cmp.Or(s.Suspicion, 1)},
		{&s.faster, down, layoutsDown, floor, s.Alarm / cmp.Or(s.Suspicion, 1)},
		{&s.notSlower, down, layoutsDown, -s.Threshold, s.Miss},
		{&s.notFaster, up, layoutsUp, -s.Threshold, s.Miss},
	} {
		test.claim.test(t, SignedRank(test.pairs, test.center), least, test.alpha)
		if many {
			test.claim.layouts = meanAbove(test.layouts, test.center)
		}
	}
	return s.verdict(t >= 1)
}

// Final returns the verdict if no pairs follow, at another probability of an alarm.
func (s *Sequence) Final(alarm float64) Verdict {
	if len(s.Undisturbed()) < MinPairs {
		return Undecided
	}
	s.Alarm = alarm
	return s.verdict(true)
}

func (s *Sequence) verdict(last bool) Verdict {
	change, enough := s.Change(), cmp.Or(s.Nearly, nearly)*s.Threshold
	notSlower, notFaster := s.notSlower.pValue() <= s.Miss, s.notFaster.pValue() <= s.Miss
	switch {
	case s.chance(s.slower) <= s.Alarm && s.changed(+1) && (change >= enough || last && !notSlower):
		return Slower
	case s.chance(s.faster) <= s.Alarm && s.changed(-1) && (change <= -enough || last && !notFaster):
		return Faster
	case notSlower && notFaster:
		return Same
	case notSlower && last:
		return NotSlower
	}
	return Undecided
}

// changed reports whether a change that a test has seen, in direction +1 or -1,
// is one: the interval lies above the floor, and the fastest slices agree.
// The fastest slices are the sharpest witness of pure computation. But they know
// nothing of what happens now and then, so they confirm and do not accuse.
func (s *Sequence) changed(direction float64) bool {
	in := s.Interval()
	nearest := min(direction*in.Low, direction*in.High)
	return nearest > s.Noise() && direction*s.BestChange() >= min(s.Threshold, direction*s.Change())/2
}

// P returns the p value of a change in the direction that was measured.
func (s *Sequence) P() float64 {
	if s.Change() < 0 {
		return s.chance(s.faster)
	}
	return s.chance(s.slower)
}

// chance is the p value of a claim, together with that of the sequence that this
// one confirms: their product (P. Bauer and K. Köhne, "Evaluation of experiments
// with adaptive interim analyses", Biometrics 50 (1994), is the general case). But
// where layouts may differ, it may not have been chance that led here, and only
// this sequence counts.
func (s *Sequence) chance(c claim) float64 {
	if s.Suspicion > 0 && s.layoutsAlike() {
		return s.Suspicion * c.pValue()
	}
	return c.pValue()
}

// Change returns the median difference.
func (s *Sequence) Change() float64 { return Median(s.typical()) }

// BestChange returns the median difference between the fastest slices.
func (s *Sequence) BestChange() float64 {
	return Median(column(s.Undisturbed(), func(p Pair) float64 { return p.Best }))
}

// Level returns the median logarithm of both versions' times.
func (s *Sequence) Level() float64 {
	return Median(column(s.Undisturbed(), func(p Pair) float64 { return p.Level }))
}

// Interval returns the 95% interval of Change, for the layouts of the pairs and
// for layouts at large.
func (s *Sequence) Interval() Interval {
	in := MedianInterval(s.typical(), confidence)
	if x := s.layouts(); len(x) > 1 {
		_, low, high := stats.MeanCI(x, confidence)
		in.Low, in.High = min(in.Low, low), max(in.High, high)
	}
	return in
}

// Noise returns the change that this run has certainly measured in identical
// code: how far the interval of the old version against itself is from zero, or
// Rules.Floor if that is more. The tests know already that the median is subject
// to chance; so would be the interval of fewer than MinPairs.
func (s *Sequence) Noise() float64 {
	noise := s.noise()
	if len(noise) < MinPairs {
		return s.Floor
	}
	in := MedianInterval(noise, confidence)
	return max(s.Floor, in.Low, -in.High)
}

// HasNoise reports whether Noise was measured, or is the floor.
func (s *Sequence) HasNoise() bool { return s.Floor > 0 || len(s.noise()) >= MinPairs }

// Scatter returns how far two processes of the old version typically differ: the
// median of Pair.Noise, whatever its sign, or NaN if there are fewer than MinPairs.
func (s *Sequence) Scatter() float64 {
	noise := s.noise()
	if len(noise) < MinPairs {
		return math.NaN()
	}
	for i, x := range noise {
		noise[i] = math.Abs(x)
	}
	return Median(noise)
}

func (s *Sequence) noise() []float64 {
	return slices.DeleteFunc(column(s.Undisturbed(), func(p Pair) float64 { return p.Noise }), math.IsNaN)
}

// MinDetectable returns the smallest change that this run would have detected
// nine times in ten: the floor and 3.6 standard errors, 2.3 for an alarm of 0.01
// and 1.3 for the nine in ten. Half the interval is 1.96 standard errors.
func (s *Sequence) MinDetectable() float64 {
	in := s.Interval()
	return s.Noise() + 3.6/1.96*(in.High-in.Low)/2
}

func (s *Sequence) typical() []float64 {
	return column(s.Undisturbed(), func(p Pair) float64 { return p.Typical })
}

func negative(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = -v
	}
	return y
}

func column(pairs []Pair, of func(Pair) float64) []float64 {
	x := make([]float64, len(pairs))
	for i, p := range pairs {
		x[i] = of(p)
	}
	return x
}
