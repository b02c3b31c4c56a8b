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

// text writes a value with its unit. Seconds and bytes have a prefix.
func (s scale) text(x float64) string {
	return strconv.FormatFloat(x/s.Factor, 'f', s.Prec, 64) + s.suffix()
}

// tick is text without zeros at the end, and without what the unit is per.
func (s scale) tick(x float64) string {
	number := strconv.FormatFloat(x/s.Factor, 'f', s.Prec, 64)
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	unit, _, _ := strings.Cut(s.suffix(), "/")
	if s.Prefix == "" && unit != " s" && unit != " B" {
		unit = ""
	}
	return number + unit
}

func (s scale) suffix() string {
	switch unit, per, _ := strings.Cut(s.unit, "/"); {
	case unit == "sec":
		return " " + s.Prefix + "s" + strings.TrimPrefix(s.unit, "sec")
	case unit == "B" || per == "":
		return " " + s.Prefix + s.unit
	}
	return s.Prefix + " " + s.unit
}
