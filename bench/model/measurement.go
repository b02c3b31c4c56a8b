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
		value := func(unit string) float64 {
			if values := b.Values(unit); len(values) == 1 {
				return values[0]
			}
			return 0
		}
		x := Measured{Loop: Loop{Arch: goarch}, Cycles: value("cycles"), Share: value("share")}
		x.Loop.Units = int(value("units"))
		suite, key, _ := strings.Cut(b.Name, "/")
		for part := range strings.SplitSeq(key, "/") {
			switch key, value, _ := strings.Cut(part, "="); key {
			case "isa":
				x.Loop.Tier = value
			case "body":
				x.Loop.Body = value
			case "loop":
				x.Loop.Label = value
			case "unit":
				x.Loop.Unit = value
			case "with":
				x.With = strings.Split(value, "+")
			case "less":
				x.Less = strings.Split(value, "+")
			case "guessed":
				x.Guessed = strings.Split(value, "+")
			}
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
