package plot

import (
	"fmt"
	"math"
	"slices"
)

// An Axis is a direction of a chart. It reaches as far as the data do.
type Axis struct {
	Label  string                 // "" for none
	Log    bool                   // logarithmic; all values are above 0
	Format func(x float64) string // of the ticks; nil for digits with k, M or G
}

// A Tick is a labeled place on an axis. Without a label it is a small one.
type Tick struct {
	Value float64
	Label string
}

// A scale places values on the screen.
type scale struct {
	Axis
	low, high float64 // values, or their logarithms
	from, to  float64 // pixels
	ticks     []Tick
}

func newScale(a Axis, values []float64) *scale {
	s := &scale{Axis: a, high: 1}
	if len(values) > 0 {
		s.low, s.high = s.value(slices.Min(values)), s.value(slices.Max(values))
	}
	if s.low == s.high {
		s.low, s.high = s.low-0.5, s.high+0.5
	}
	margin := (s.high - s.low) / 40 // so that no marker lies on the frame
	s.low, s.high = s.low-margin, s.high+margin
	return s
}

func (s *scale) value(x float64) float64 {
	if s.Log {
		return math.Log10(x)
	}
	return x
}

func (s *scale) at(x float64) float64 {
	return s.from + (s.to-s.from)*(s.value(x)-s.low)/(s.high-s.low)
}

// text writes a value as a tick's label has it.
func (s *scale) text(x float64) string {
	if s.Format == nil {
		return short(x)
	}
	return s.Format(x)
}

// multiples returns ticks at the multiples of step.
func (s *scale) multiples(step float64) (ticks []Tick) {
	for i := math.Ceil(s.low / step); i*step <= s.high; i++ {
		x := i*step + 0 // not -0
		ticks = append(ticks, Tick{x, s.text(x)})
	}
	return ticks
}

// findTicks returns ticks at round numbers: about as many as most.
func (s *scale) findTicks(most float64) []Tick {
	if !s.Log {
		return s.multiples(roundStep((s.high - s.low) / most))
	}
	var ticks []Tick
	// Powers of ten have labels. If they are few, 2 and 5 have them as well.
	few := s.high-s.low < 2.5
	for power := math.Floor(s.low); power <= s.high; power++ {
		for digit := 1.0; digit < 10; digit++ {
			t := Tick{Value: digit * math.Pow(10, power)}
			if at := s.value(t.Value); at < s.low || at > s.high {
				continue
			}
			if digit == 1 || few && (digit == 2 || digit == 5) {
				t.Label = s.text(t.Value)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// roundStep returns the least of 1, 2 and 5 times a power of ten from x on.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= x {
			return digit * power
		}
	}
	return 10 * power
}

func (s *scale) labelSize() float64 {
	size := 0
	for _, t := range s.ticks {
		size = max(size, len(t.Label))
	}
	return float64(size) * charSize
}

// short writes a number in five characters or less: 12, 3.5k, 1M.
func short(x float64) string {
	for _, unit := range []struct {
		value float64
		name  string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= unit.value {
			return fmt.Sprintf("%.3g%s", x/unit.value, unit.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}
