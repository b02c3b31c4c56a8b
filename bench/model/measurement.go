package model

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"mexlab/track/benchfile"
)

// Lines writes a measurement as benchmark output.
func (m *Measurement) Lines() string {
	var out strings.Builder
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	fmt.Fprintf(&out, "BenchmarkFloor 1 %s GHz %s adds/cycle %s bytes/cycle\n", number(m.Clock), number(m.Width), number(m.Floor))
	for _, x := range m.Loops {
		key := fmt.Sprintf("BenchmarkLoop/isa=%s/body=%s/loop=%s/unit=%s", x.Loop.Tier, x.Loop.Body, x.Loop.Label, x.Loop.Unit)
		for _, list := range []struct {
			key    string
			labels []string
		}{{"with", x.With}, {"less", x.Less}, {"guessed", x.Guessed}} {
			if list.labels != nil {
				key += "/" + list.key + "=" + strings.Join(list.labels, "+")
			}
		}
		fmt.Fprintf(&out, "%s 1 %s cycles %s share %d units\n", key, number(x.Cycles), number(x.Share), x.Loop.Units)
	}
	return out.String()
}

// ReadMeasurement reads a measurement from benchmark output. Errors begin with the
// name.
func ReadMeasurement(name, goarch string, raw []byte) (*Measurement, error) {
	file, err := benchfile.Read(bytes.NewReader(raw), name, nil)
	if err != nil {
		return nil, err
	}
	m := new(Measurement)
	for b := range file.Benchmarks() {
		value := func(unit string) float64 { return single(b, unit) }
		suite, keys := fields(b.Name)
		x := Measured{
			Loop: Loop{
				Name: Name{Body: keys["body"], Label: keys["loop"], Units: int(value("units")), Unit: keys["unit"]},
				Arch: goarch, Tier: keys["isa"],
			},
			Cycles: value("cycles"), Share: value("share"),
			With: list(keys["with"]), Less: list(keys["less"]), Guessed: list(keys["guessed"]),
		}
		switch {
		case suite == "Floor" && value("bytes/cycle") > 0:
			m.Floor, m.Width, m.Clock = value("bytes/cycle"), value("adds/cycle"), value("GHz")
		case suite == "Loop" && x.Loop.Units > 0 && len(b.Values("cycles")) == 1:
			m.Loops = append(m.Loops, x)
		default:
			return nil, fmt.Errorf("%s:%d: %s is not a measurement of a loop", name, b.Line, b.Name)
		}
	}
	if m.Clock <= 0 {
		return nil, fmt.Errorf("%s: it does not say how many cycles there are in a second", name)
	}
	return m, nil
}
