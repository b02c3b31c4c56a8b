package benchfile

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// bases are the base units of what benchunit.Tidy, which knows ns and MB, leaves.
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

// units numbers the base units of a file, in the order of their first results.
type units struct {
	names  []string
	scales map[string]scale // by unit, as benchfmt.Reader gives it
	own    map[string]int32 // units as written, of results that have another in the same base unit
	better map[string]int   // by base unit, as the file says
	exact  map[string]bool
}

// A scale converts values to a base unit.
type scale struct {
	unit   int32 // the number of the base unit
	factor float64
}

// id returns the number of a unit of results.
func (u *units) id(unit string) (int32, bool) {
	if id, ok := u.own[unit]; ok {
		return id, true
	}
	s, ok := u.scales[unit]
	return s.unit, ok && u.names[s.unit] == unit
}

// inLine returns the scales of the values of a line. Two units on a line are two
// metrics, even of one base unit: that goes to the one that is written so, else
// to Go's own, such as ns/op, else to the first. The others keep their own unit.
func (u *units) inLine(values []benchfmt.Value, scales []scale) []scale {
	for i := range values {
		s := u.scale(values[i].Unit)
		scales = append(scales, s)
		for j := range i {
			if scales[j].unit != s.unit || values[j].Unit == values[i].Unit && values[j].OrigUnit == values[i].OrigUnit {
				continue
			}
			if u.claim(&values[i], s) > u.claim(&values[j], s) {
				scales[j] = u.keep(&values[j])
			} else {
				scales[i] = u.keep(&values[i])
			}
			break
		}
	}
	return scales
}

// claim ranks a value's claim to its base unit.
func (u *units) claim(v *benchfmt.Value, s scale) int {
	base := u.names[s.unit]
	switch {
	case v.OrigUnit == "" && v.Unit == base:
		return 2
	case v.OrigUnit != "" && v.Unit == base || v.Unit == "ns/op": // a zero is not tidied
		return 1
	}
	return 0
}

// keep leaves a value in the unit in which it was written.
func (u *units) keep(v *benchfmt.Value) scale {
	if v.OrigUnit != "" {
		v.Value, v.Unit, v.OrigUnit = v.OrigValue, v.OrigUnit, ""
	}
	id, ok := u.own[v.Unit]
	if !ok {
		id = int32(len(u.names))
		u.names = append(u.names, v.Unit)
		u.own[v.Unit] = id
	}
	return scale{id, 1}
}

// scale returns the scale of a unit, new or not.
func (u *units) scale(unit string) scale {
	s, ok := u.scales[unit]
	if ok {
		return s
	}
	base, factor := tidy(unit)
	id, ok := u.id(base)
	if !ok {
		id = int32(len(u.names))
		u.names = append(u.names, base)
		u.scales[base] = scale{id, 1}
	}
	s = scale{id, factor}
	u.scales[unit] = s
	return s
}

// describe notes what lines like "Unit hits/op better=higher assume=exact" say.
func (u *units) describe(metadata benchfmt.UnitMetadataMap) {
	u.better, u.exact = map[string]int{}, map[string]bool{}
	for key, meta := range metadata {
		base, _ := tidy(key.Unit)
		switch key.Key {
		case "better":
			better := map[string]int{"higher": +1, "lower": -1}[meta.Value]
			if other, ok := u.better[base]; ok && other != better {
				better = 0 // they contradict each other, as of us/op and ns/op
			}
			u.better[base] = better
		case "assume":
			other, ok := u.exact[base]
			u.exact[base] = meta.Value == "exact" && (other || !ok)
		}
	}
}

// Better returns +1 if higher values of a base unit are better, -1 if lower ones
// are, and 0 if that is not known. A line "Unit hits/op better=higher" in the
// file says it. Time, memory and speed need no such line.
func (f *File) Better(unit string) int {
	base, _ := tidy(unit) // of a unit that was kept as written
	if better, ok := f.units.better[base]; ok {
		return better
	}
	return direction(base)
}

// Better returns what File.Better does if no file says anything about a unit.
func Better(unit string) int {
	base, _ := tidy(unit)
	return direction(base)
}

// Exact reports whether a unit counts something that repeats exactly: allocs/op,
// and units with a line "Unit hits/op assume=exact".
func (f *File) Exact(unit string) bool {
	if exact, ok := f.units.exact[unit]; ok {
		return exact
	}
	return unit == "allocs/op"
}

// tidy returns the base unit of a unit and the factor to it: sec/op for ns/op,
// us/op and ms/op. They depend on the unit alone; benchfmt.Reader keeps ns/op for
// a value that is zero or infinite.
func tidy(unit string) (base string, factor float64) {
	factor, base = benchunit.Tidy(1, unit)
	above, _, _ := strings.Cut(base, "/")
	parts := strings.Split(above, "-")
	for i, part := range parts {
		if b, ok := bases[part]; ok {
			parts[i] = b.unit
			factor *= b.factor
		}
	}
	return strings.Join(parts, "-") + base[len(above):], factor
}

// direction returns what a change of a base unit means if the file does not say:
// -1 if lower is better, +1 if higher is, 0 if that is not known. Time and memory
// for an operation are costs, as is any time; anything per second is a speed.
func direction(unit string) int {
	above, below, _ := strings.Cut(unit, "/")
	switch {
	case unit == "B/op", unit == "allocs/op", slices.Contains(strings.Split(above, "-"), "sec"):
		return -1
	case below == "s", below == "sec":
		return +1
	}
	return 0
}
