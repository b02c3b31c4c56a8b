package history

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"
)

// A scale writes all values of a trend with one prefix: 412.3 ns/op, 98.7 ns/op.
type scale struct {
	benchunit.Scaler
	unit string
}

func (t *Trend) scale() scale {
	var values []float64
	for _, p := range t.Points {
		values = append(values, p.Median)
	}
	s := scale{benchunit.CommonScale(values, benchunit.ClassOf(t.Unit)), t.Unit}
	if !slices.ContainsFunc(values, func(x float64) bool { return math.Mod(x, s.Factor) != 0 }) {
		s.Prec = 0
	}
	return s
}

// text writes a value with its unit.
func (s scale) text(x float64) string {
	number, short := strconv.FormatFloat(x/s.Factor, 'f', s.Prec, 64), s.short()
	if short == s.Prefix {
		return number + short + " " + s.unit
	}
	unit, _, _ := strings.Cut(s.unit, "/")
	return number + short + s.unit[len(unit):]
}

// tick is text for an axis, which has little room.
func (s scale) tick(x float64) string {
	number := strconv.FormatFloat(x/s.Factor, 'f', s.Prec, 64)
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number + s.short()
}

// short returns the prefix, with seconds and bytes, which people read as one word.
func (s scale) short() string {
	switch unit, _, _ := strings.Cut(s.unit, "/"); unit {
	case "sec":
		return " " + s.Prefix + "s"
	case "B":
		return " " + s.Prefix + "B"
	}
	return s.Prefix
}
