package benchfile

import (
	"strings"

	"golang.org/x/perf/benchunit"
)

// bases says what the parts of a unit that benchunit.Tidy leaves alone are
// multiples of. Tidy knows ns and MB.
var bases = map[string]struct {
	unit   string
	factor float64
}{
	"s":  {"sec", 1},
	"ms": {"sec", 1e-3},
	"us": {"sec", 1e-6},
	"µs": {"sec", 1e-6}, // U+00B5, the micro sign
	"μs": {"sec", 1e-6}, // U+03BC, the Greek letter
	"KB": {"B", 1e3},
	"kB": {"B", 1e3},
	"GB": {"B", 1e9},
}

// A scale takes values to base units.
type scale struct {
	unit   string
	factor float64
}

// tidy returns the base unit of a unit: sec/op for ns/op, us/op and ms/op. It
// depends on the unit alone, where benchfmt.Reader keeps ns/op for a value that
// is zero or infinite.
func tidy(unit string) scale {
	factor, unit := benchunit.Tidy(1, unit)
	above, below, quotient := strings.Cut(unit, "/")
	parts := strings.Split(above, "-")
	for i, part := range parts {
		if base, ok := bases[part]; ok {
			parts[i] = base.unit
			factor *= base.factor
		}
	}
	unit = strings.Join(parts, "-")
	if quotient {
		unit += "/" + below
	}
	return scale{unit, factor}
}

// direction returns what a change of a base unit means where the file does not
// say: -1 when lower is better, +1 when higher is, 0 when that is not known.
// Time and memory an operation are costs, and so is any time; bytes a second
// are a speed.
func direction(unit string) int {
	switch unit {
	case "B/op", "allocs/op":
		return -1
	case "B/s":
		return +1
	}
	above, _, _ := strings.Cut(unit, "/")
	for part := range strings.SplitSeq(above, "-") {
		if part == "sec" {
			return -1
		}
	}
	return 0
}
