package stat

import (
	"math"
	"slices"
)

// A Pair is what two processes measured, one of each version, that ran at the
// same time. All fields except Level are differences of logarithms, new minus
// old: 0.01 is a slowdown of one percent.
type Pair struct {
	Typical float64 // the median over their paired slices
	Best    float64 // between the fastest slices of each
	Noise   float64 // as Typical, for a second process of the old version; NaN without one
	Level   float64 // the mean logarithm of both versions' times: high if something disturbed both
}

// Rules say what a change is, and how often a verdict may be wrong.
type Rules struct {
	Threshold float64 // the change that must not pass unseen
	Floor     float64 // a change that is known to mean nothing, besides what Pair.Noise shows
	Alarm     float64 // probability of seeing a change, in a given direction, in identical code
	Miss      float64 // probability of passing a change of the threshold
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

// nearly is the share of the threshold from which a certain change is a verdict at
// once. At 1, a change of just the threshold would wait in vain half of the time.
const nearly = 0.75

// confidence is that of the intervals.
const confidence = 0.95

// A Sequence collects pairs until they decide. It tests both directions, for a
// change above the floor (Slower, Faster), and for none as large as the
// threshold (NotSlower; together with its mirror image Same).
type Sequence struct {
	Rules
	Pairs []Pair

	slower, faster, notSlower, notFaster alphaSpending
}

// NewSequence returns a sequence without pairs.
func NewSequence(r Rules) *Sequence {
	a := alphaSpending{p: 1}
	return &Sequence{Rules: r, slower: a, faster: a, notSlower: a, notFaster: a}
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
	up := s.typical()
	down := column(s.Undisturbed(), func(p Pair) float64 { return -p.Typical })
	least := math.Ldexp(1, -n)
	floor := s.Noise()
	s.slower.test(t, SignedRank(up, floor), least, s.Alarm)
	s.faster.test(t, SignedRank(down, floor), least, s.Alarm)
	s.notSlower.test(t, SignedRank(down, -s.Threshold), least, s.Miss)
	s.notFaster.test(t, SignedRank(up, -s.Threshold), least, s.Miss)
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
	change := s.Change()
	switch {
	case s.changed(&s.slower, +1) && (change >= nearly*s.Threshold || last && s.notSlower.p > s.Miss):
		return Slower
	case s.changed(&s.faster, -1) && (change <= -nearly*s.Threshold || last && s.notFaster.p > s.Miss):
		return Faster
	case s.notSlower.p <= s.Miss && s.notFaster.p <= s.Miss:
		return Same
	case s.notSlower.p <= s.Miss && last:
		return NotSlower
	}
	return Undecided
}

// changed reports whether there is a change in a direction, +1 or -1: the test
// has seen it, the interval lies above the floor, and the fastest slices agree.
// The fastest slices are the sharpest witness of pure computation. But they know
// nothing of what happens now and then, so they confirm and do not accuse.
func (s *Sequence) changed(a *alphaSpending, direction float64) bool {
	if a.p > s.Alarm {
		return false
	}
	in := s.Interval()
	nearest := min(direction*in.Low, direction*in.High)
	return nearest > s.Noise() && direction*s.BestChange() >= min(s.Threshold, direction*s.Change())/2
}

// P returns the p value of a change in the direction that was measured.
func (s *Sequence) P() float64 {
	if s.Change() < 0 {
		return s.faster.p
	}
	return s.slower.p
}

// Change returns the median difference.
func (s *Sequence) Change() float64 { return Median(s.typical()) }

// BestChange returns the median difference between the fastest slices.
func (s *Sequence) BestChange() float64 {
	return Median(column(s.Undisturbed(), func(p Pair) float64 { return p.Best }))
}

// Interval returns the 95% interval of Change.
func (s *Sequence) Interval() Interval { return MedianInterval(s.typical(), confidence) }

// Noise returns the change that this run has certainly measured in identical
// code: how far the interval of the old version against itself is from zero, or
// Rules.Floor if that is more. The tests know already that the median is subject
// to chance; so would be the interval of fewer than MinPairs.
func (s *Sequence) Noise() float64 {
	noise := slices.DeleteFunc(column(s.Undisturbed(), func(p Pair) float64 { return p.Noise }), math.IsNaN)
	if len(noise) < MinPairs {
		return s.Floor
	}
	in := MedianInterval(noise, confidence)
	return max(s.Floor, in.Low, -in.High)
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

func column(pairs []Pair, of func(Pair) float64) []float64 {
	x := make([]float64, len(pairs))
	for i, p := range pairs {
		x[i] = of(p)
	}
	return x
}
