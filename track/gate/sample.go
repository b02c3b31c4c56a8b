package gate

import (
	"bytes"

	"golang.org/x/perf/benchfmt"
)

// A sample is what a benchmark reports about one slice.
type sample struct {
	sec    float64 // per operation
	allocs float64 // per operation, or -1 if it does not say
	bytes  float64 // allocated per operation, or -1 if it does not say
	own    []metric
}

// A metric is one of the benchmark's own, by testing.B.ReportMetric.
type metric struct {
	unit  string // as the benchmark writes it
	value float64
}

// parseSample reads a result. Only units that are written like Go's own are Go's:
// a benchmark may well have one called sec/op. Speed is left out, since the time says it.
func parseSample(lines []byte) (sample, bool) {
	s := sample{allocs: -1, bytes: -1}
	ok := false
	for r := benchfmt.NewReader(bytes.NewReader(lines), ""); r.Scan(); {
		res, is := r.Result().(*benchfmt.Result)
		if !is {
			continue
		}
		for _, v := range res.Values {
			value, unit := v.Value, v.Unit
			if v.OrigUnit != "" {
				value, unit = v.OrigValue, v.OrigUnit
			}
			switch unit {
			case "ns/op":
				s.sec, ok = value/1e9, value > 0
			case "allocs/op":
				s.allocs = value
			case "B/op":
				s.bytes = value
			case "MB/s":
			default:
				s.own = append(s.own, metric{unit, value})
			}
		}
	}
	return s, ok
}
