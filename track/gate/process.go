package gate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/perf/benchfmt"
)

// A sample is what a benchmark reports about one slice.
type sample struct {
	sec    float64 // per operation
	allocs float64 // per operation, or -1 if it does not say
}

func parseSample(lines []byte) (sample, bool) {
	s := sample{allocs: -1}
	ok := false
	for r := benchfmt.NewReader(bytes.NewReader(lines), ""); r.Scan(); {
		if res, is := r.Result().(*benchfmt.Result); is {
			for _, v := range res.Values {
				switch v.Unit {
				case "sec/op":
					s.sec, ok = v.Value, v.Value > 0
				case "allocs/op":
					s.allocs = v.Value
				}
			}
		}
	}
	return s, ok
}

// ended returns the error of a process without further results. err is the
// outcome of waiting for it, log and stderr are what it wrote besides results.
func ended(err error, log, stderr []byte) error {
	if err == nil {
		err = errors.New("it ended without a result")
	}
	return fmt.Errorf("%w; it wrote: %s", err, bytes.TrimSpace(append(excerpt(log), excerpt(stderr)...)))
}

// maxExcerpt is how much of a process's output a message quotes, in bytes. A
// panic says why at the beginning.
const maxExcerpt = 1000

func excerpt(text []byte) []byte {
	if len(text) > maxExcerpt {
		return append(text[:maxExcerpt:maxExcerpt], "...\n"...)
	}
	return slices.Clip(text)
}
