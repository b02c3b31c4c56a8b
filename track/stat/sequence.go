package stat

import (
	"math"
	"slices"
)

// A Pair is what one process of each version, run at the same time, say. All
// but Level are differences of logarithms, new minus old.
type Pair struct {
	Typical float64 // the median over their paired slices
	Best    float64 // between the fastest slices of each
	Noise   float64 // as Typical, of a second process of the old version; NaN without one
	Level   float64 // the mean logarithm of their times: high when something disturbed both
}

// Rules are what a change is, and how often a verdict may be wrong.
type Rules struct {
	Threshold float64 // the change that must not pass unseen
	Floor     float64 // a change known to mean nothing, besides that which Pair.Noise shows
	Alarm     float64 // probability of seeing a change in a given direction where there is none
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

// MinPairs is the fewest pairs of processes that a verdict rests on. Five
// cannot reject at any budget that a gate would have: 1/32 is above it.
const MinPairs = 6

// nearly is the share of the threshold from which a change that is certain is
// called one without waiting for more data. At 1, a change of just the threshold
// would wait half of the time, to no avail.
const nearly = 0.75

// confidence is that of the intervals.
const confidence = 0.95

// A Sequence collects pairs until they decide. Each side is tested in both
// directions: above the floor (Slower, Faster), and within the threshold.
type Sequence struct {
	Rules
	Pairs []Pair

	slower, faster, notSlower, notFaster Budget
}

// NewSequence returns a sequence without pairs.
func NewSequence(r Rules) *Sequence {
	b := Budget{p: 1}
	return &Sequence{Rules: r, slower: b, faster: b, notSlower: b, notFaster: b}
}

// Add adds a pair.
func (s *Sequence) Add(p Pair) { s.Pairs = append(s.Pairs, p) }

// quiet is how far above the lowest level of all a pair is undisturbed at any
// rate. As far as that the clock of a CPU wanders.
const quiet = 0.02

// Calm is the pairs that decide: all but those whose level is far from the
// lowest, three times as far as the median is. What disturbs the machine for
// longer than a pair takes makes all times longer, and the difference anything.
//
// The test stays exact: it holds for each sign of the differences whatever their
// sizes, and the level is the same when the versions change places.
func (s *Sequence) Calm() []Pair {
	levels := column(s.Pairs, func(p Pair) float64 { return p.Level })
	if len(levels) == 0 {
		return nil
	}
	lowest := slices.Min(levels)
	highest := lowest + max(quiet, 3*(Median(levels)-lowest))
	return slices.DeleteFunc(slices.Clone(s.Pairs), func(p Pair) bool { return p.Level > highest })
}

// Look tests the pairs at time t, a share of the longest time, and returns the
// verdict.
func (s *Sequence) Look(t float64) Verdict {
	n := len(s.Calm())
	if n < MinPairs {
		return Undecided
	}
	up := s.typical()
	down := negated(up)
	least := math.Ldexp(1, -n)
	floor := s.Noise()
	s.slower.Look(t, SignedRank(up, floor), least, s.Alarm)
	s.faster.Look(t, SignedRank(down, floor), least, s.Alarm)
	s.notSlower.Look(t, SignedRank(down, -s.Threshold), least, s.Miss)
	s.notFaster.Look(t, SignedRank(up, -s.Threshold), least, s.Miss)
	return s.verdict(t >= 1)
}

// Final is the verdict when no more pairs are to come and another probability
// of an alarm holds.
func (s *Sequence) Final(alarm float64) Verdict {
	if len(s.Calm()) < MinPairs {
		return Undecided
	}
	s.Alarm = alarm
	return s.verdict(true)
}

func (s *Sequence) verdict(last bool) Verdict {
	change := s.Change()
	switch {
	case s.changed(&s.slower, +1) && (change >= nearly*s.Threshold || last && s.notSlower.P() > s.Miss):
		return Slower
	case s.changed(&s.faster, -1) && (change <= -nearly*s.Threshold || last && s.notFaster.P() > s.Miss):
		return Faster
	case s.notSlower.P() <= s.Miss && s.notFaster.P() <= s.Miss:
		return Same
	case s.notSlower.P() <= s.Miss && last:
		return NotSlower
	}
	return Undecided
}

// changed tells whether there is a change in a direction, +1 or -1: the test
// has seen it, the interval lies above the floor, and the fastest slices agree.
// Of pure computation they are the sharpest witness; they know nothing of what
// happens now and then, and so they confirm and do not accuse.
func (s *Sequence) changed(b *Budget, direction float64) bool {
	if b.P() > s.Alarm {
		return false
	}
	in := s.Interval()
	nearest := min(direction*in.Low, direction*in.High)
	return nearest > s.Noise() && direction*s.BestChange() >= min(s.Threshold, direction*s.Change())/2
}

// P is the p value of a change in the direction of the one seen.
func (s *Sequence) P() float64 {
	if s.Change() < 0 {
		return s.faster.P()
	}
	return s.slower.P()
}

// Change is the median difference.
func (s *Sequence) Change() float64 { return Median(s.typical()) }

// BestChange is the median difference between the fastest slices.
func (s *Sequence) BestChange() float64 {
	return Median(column(s.Calm(), func(p Pair) float64 { return p.Best }))
}

// Interval is that of Change.
func (s *Sequence) Interval() Interval { return MedianInterval(s.typical(), confidence) }

// Noise is the change that this run has certainly seen in identical code: how
// far the interval of the old version against itself is from zero, or
// Rules.Floor. The median itself would be chance, which the tests know already;
// and of fewer than MinPairs, so would the interval.
func (s *Sequence) Noise() float64 {
	noise := slices.DeleteFunc(column(s.Calm(), func(p Pair) float64 { return p.Noise }), math.IsNaN)
	if len(noise) < MinPairs {
		return s.Floor
	}
	in := MedianInterval(noise, confidence)
	return max(s.Floor, in.Low, -in.High)
}

// Seen is the smallest change that this run would have seen nine times in ten.
// It is the floor, and 3.6 standard errors: 2.3 for the alarm, at 0.01, and 1.3
// for the nine in ten. Half the interval is 1.96 of them.
func (s *Sequence) Seen() float64 {
	in := s.Interval()
	return s.Noise() + 3.6/1.96*(in.High-in.Low)/2
}

func (s *Sequence) typical() []float64 {
	return column(s.Calm(), func(p Pair) float64 { return p.Typical })
}

func column(pairs []Pair, of func(Pair) float64) []float64 {
	x := make([]float64, len(pairs))
	for i, p := range pairs {
		x[i] = of(p)
	}
	return x
}

func negated(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = -x[i]
	}
	return y
}
