package gate

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// A sample is what a benchmark reports about one slice.
type sample struct {
	sec    float64 // per operation, or NaN if it does not say
	allocs float64 // per operation, or -1 if it does not say
	bytes  float64 // allocated per operation, or -1 if it does not say
	own    []metric
}

// A metric is one of the benchmark's own, by testing.B.ReportMetric.
type metric struct {
	unit  string // as the benchmark writes it
	value float64
}

// parseSample reads a result of a slice of so many operations, if a line ends
// with one. The name that testing writes before it may be lines above: what the
// benchmark writes comes in between, and may look like anything. But no other line
// ends with the number of operations and metrics that follow it.
func parseSample(line []byte, ops int) (sample, bool) {
	text := strings.TrimSuffix(string(line), "\n")
	n := strconv.Itoa(ops)
	for {
		_, rest, ok := strings.Cut(text, n)
		if !ok {
			return sample{}, false
		}
		if metrics, ok := strings.CutPrefix(rest, "\t"); ok {
			if s, ok := parseMetrics(metrics); ok {
				return s, true
			}
		}
		text = text[len(text)-len(rest)-len(n)+1:] // the next may begin within this one
	}
}

// parseMetrics reads metrics with tabs between them. Only units that are written
// like Go's own are Go's: a benchmark may well have one called sec/op. Speed is
// left out, since the time says it.
func parseMetrics(text string) (sample, bool) {
	s := sample{sec: math.NaN(), allocs: -1, bytes: -1}
	for field := range strings.SplitSeq(text, "\t") {
		number, unit, _ := strings.Cut(strings.TrimLeft(field, " "), " ")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || unit == "" || strings.ContainsAny(unit, " \r") {
			return sample{}, false
		}
		if math.IsInf(value, 0) {
			value = math.NaN() // an infinity is no result
		}
		switch unit {
		case "ns/op":
			if s.sec = value / 1e9; s.sec < 0 {
				s.sec = math.NaN()
			}
		case "allocs/op":
			s.allocs = countOrNone(value)
		case "B/op":
			s.bytes = countOrNone(value)
		case "MB/s":
		default:
			s.own = append(s.own, metric{unit, value})
		}
	}
	return s, true
}

// countOrNone is a count, or -1 if it is none.
func countOrNone(count float64) float64 {
	if count >= 0 {
		return count
	}
	return -1
}

// timeFault returns why a sample has no time to compare, or nil.
func (s *sample) timeFault() *fault {
	switch {
	case math.IsNaN(s.sec):
		return &fault{kind: noTime}
	case s.sec == 0: // it rounds to that, over so many operations
		return &fault{kind: noGrowth}
	}
	return nil
}

// lines calls a function for each line that is written to it.
type lines struct {
	line func([]byte)
	rest []byte // of a line whose end has not come
}

// longestLine is how much of a line is kept, in bytes: the end, where a result is.
const longestLine = 1 << 16

func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n') + 1
		if end == 0 {
			l.rest = append(l.rest, p...)
			l.rest = l.rest[max(0, len(l.rest)-longestLine):]
			break
		}
		l.line(append(l.rest, p[:end]...))
		l.rest, p = l.rest[:0], p[end:]
	}
	return n, nil
}
