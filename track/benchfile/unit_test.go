package benchfile

import (
	"strings"
	"testing"

	"golang.org/x/perf/benchproc"
)

// Two units on a line are two metrics, whatever their order.
func TestUnitsOfALine(t *testing.T) {
	for _, test := range []struct{ line, filter, want string }{
		{"100 ns/op 0.5 ms/op", "", "X sec/op 1e-07\nX ms/op 0.5\n"},
		{"0.5 ms/op 100 ns/op", "", "X sec/op 1e-07\nX ms/op 0.5\n"},
		{"0.5 ms/op 0 ns/op", "", "X sec/op 0\nX ms/op 0.5\n"},
		{"0.5 ms/op", "", "X sec/op 0.0005\n"},
		{"3 us/op 0.5 ms/op", "", "X sec/op 3e-06\nX ms/op 0.5\n"},
		{"4 MB/s 3 B/s", "", "X B/s 3\nX MB/s 4\n"},
		{"5 q 6 q", "", "X q 5 6\n"},
		{"100 ns/op 0.5 ms/op", ".unit:ns/op", "X sec/op 1e-07\n"},
		{"100 ns/op 0.5 ms/op", ".unit:ms/op", "X ms/op 0.5\n"},
	} {
		var filter *benchproc.Filter
		if test.filter != "" {
			var err error
			if filter, err = benchproc.NewFilter(test.filter); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Read(strings.NewReader("BenchmarkX 1 "+test.line), "x", filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(f); got != test.want {
			t.Errorf("%s, filter %q:\n%sexpected\n%s", test.line, test.filter, got, test.want)
		}
		for b := range f.Benchmarks() {
			for unit, series := range b.Metrics() {
				if s, ok := b.In(unit); !ok || s != series {
					t.Errorf("%s: %s is not found", test.line, unit)
				}
				if unit == "ms/op" && f.Better(unit) != -1 {
					t.Errorf("%s: %s has no direction", test.line, unit)
				}
			}
		}
	}
}

func TestBetter(t *testing.T) {
	for unit, want := range map[string]int{
		"ns/op": -1, "B/op": -1, "allocs/op": -1, "ns/item": -1, "p99-ns": -1, "ms": -1,
		"MB/s": +1, "req/s": +1, "rows/sec": +1, "hits/op": 0, "%": 0, "B/item": 0,
	} {
		if got := Better(unit); got != want {
			t.Errorf("%s: %d, expected %d", unit, got, want)
		}
	}
}
