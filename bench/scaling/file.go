package scaling

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mexlab/bench/generate"
)

// Line writes a result as benchmark output.
func (r Result) Line() string {
	return fmt.Sprintf("BenchmarkScaling/game=%s/order=%s/edges=%d/workers=%d 1 %d ns/op %d cpu-ns/op %d text-B %d peak-B\n",
		r.Game, r.Order, r.Edges, r.Workers, r.Wall.Nanoseconds(), r.CPU.Nanoseconds(), r.Bytes, r.Peak)
}

// Parse reads what Line wrote; other lines are remarks.
func Parse(raw []byte) ([]Result, error) {
	var results []Result
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		if !strings.HasPrefix(line, "BenchmarkScaling/") {
			continue
		}
		r, err := parseLine(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		results = append(results, r)
	}
	return results, nil
}

func parseLine(fields []string) (r Result, err error) {
	number := func(what, s string) (x uint64) {
		x, e := strconv.ParseUint(s, 10, 63)
		if e != nil && err == nil {
			err = fmt.Errorf("%s: expected a number, found %q", what, s)
		}
		return x
	}
	for _, part := range strings.Split(fields[0], "/")[1:] {
		switch key, value, _ := strings.Cut(part, "="); key {
		case "game":
			r.Game = value
		case "order":
			r.Order = generate.Order(value)
		case "edges":
			r.Edges = number(key, value)
		case "workers":
			r.Workers = int(number(key, value))
		}
	}
	for i := 2; i+1 < len(fields); i += 2 {
		switch value, unit := fields[i], fields[i+1]; unit {
		case "ns/op":
			r.Wall = time.Duration(number(unit, value))
		case "cpu-ns/op":
			r.CPU = time.Duration(number(unit, value))
		case "text-B":
			r.Bytes = int64(number(unit, value))
		case "peak-B":
			r.Peak = int64(number(unit, value))
		}
	}
	if err == nil && (r.Edges == 0 || r.Wall == 0 || r.CPU == 0) {
		err = fmt.Errorf("expected edges, ns/op and cpu-ns/op above 0")
	}
	return r, err
}
