package bench

import (
	"fmt"
	"math"
	"strings"

	"mexlab/track/stat"
	"mexlab/track/table"
)

// A Figure is a median, and the range that has the true one with 95% confidence.
type Figure struct{ Value, Low, High float64 }

// figureOf returns the figure of some measurements, at least one.
func figureOf(x []float64) Figure {
	i := stat.MedianInterval(x, 0.95)
	return Figure{stat.Median(x), i.Low, i.High}
}

// Spread returns how far the true value may be from the median, as a share of that.
func (f Figure) Spread() float64 { return max(f.High-f.Value, f.Value-f.Low) / f.Value }

// String writes the value with the digits that the range leaves, and the spread:
// 34.5 ±2%, 980 ±30%. What is compared with itself has no range.
func (f Figure) String() string {
	return strings.TrimSpace(f.Digits(f.Value) + " " + f.Within())
}

// Digits writes the value, which x is in some unit, with the digits that the range
// leaves.
func (f Figure) Digits(x float64) string {
	if f.Low == f.High {
		return table.Digits(x)
	}
	return table.Significant(x, min(3, max(1, 1-int(math.Floor(math.Log10(f.spread()))))))
}

// Within writes the spread as a percentage, "±2%", or nothing without a range.
func (f Figure) Within() string {
	if f.Low == f.High {
		return ""
	}
	return fmt.Sprintf("±%.0f%%", math.Ceil(100*f.spread()-1e-9))
}

// spread is Spread, or 1% if that is less: more digits would be read as a promise.
func (f Figure) spread() float64 { return max(f.Spread(), 0.01) }

// A steadiness is by how much the first half of the rounds disagrees with the
// second, one number a case.
type steadiness []float64

// add takes the turns of a case. summary is what its cost is made with.
func (s *steadiness) add(turns []float64, summary func([]float64) float64) {
	if half := len(turns) / 2; s != nil && half > 0 {
		a, b := summary(turns[:half]), summary(turns[half:])
		*s = append(*s, max(a, b)/min(a, b)-1)
	}
}

// Busy is the disagreement from which a machine counts as busy.
const Busy = 0.05

// typical returns the disagreement of a typical case.
func (s steadiness) typical() float64 {
	if len(s) == 0 {
		return 0
	}
	return stat.Median(s)
}

// Disturbed says by how much two halves of the rounds disagree, and what to do.
func Disturbed(apart float64) string {
	return fmt.Sprintf("The machine was busy: half of the rounds and the other half are %s apart. Stop other programs, and try again.", table.Percent(apart))
}
