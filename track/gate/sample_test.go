package gate

import (
	"math"
	"slices"
	"testing"
)

func TestParseSample(t *testing.T) {
	for _, test := range []struct {
		line string
		want sample
		ok   bool
	}{
		{"BenchmarkSum-2 \t     100\t 250.5 ns/op\t 16 B/op\t 1 allocs/op\n", sample{sec: 250.5e-9, allocs: 1, bytes: 16}, true},
		{"BenchmarkSum \t 100\t 2 ns/op\t 70 MB/s\t 7 hits/op\n", sample{sec: 2e-9, allocs: -1, bytes: -1, own: []metric{{"hits/op", 7}}}, true},
		{"BenchmarkSum \t 100\t 2 ns/op\t 4 sec/op\t 5 us/op\t 8 B/op\t 0 allocs/op\n",
			sample{sec: 2e-9, bytes: 8, own: []metric{{"sec/op", 4}, {"us/op", 5}}}, true},
		{"BenchmarkSum \t 100\t 3 us/op\n", sample{sec: math.NaN(), allocs: -1, bytes: -1, own: []metric{{"us/op", 3}}}, true},
		{"BenchmarkSum \t 100\t 0 ns/op\n", sample{allocs: -1, bytes: -1}, true},
		{"BenchmarkSum \t 100\t NaN ns/op\t -1 B/op\t +Inf allocs/op\n", sample{sec: math.NaN(), allocs: -1, bytes: -1}, true},
		{"BenchmarkSum \t 100\t -2 ns/op\n", sample{sec: math.NaN(), allocs: -1, bytes: -1}, true},
		{"     100\t 2 ns/op\n", sample{sec: 2e-9, allocs: -1, bytes: -1}, true},                // after a line of the benchmark
		{"100\tof 100\t of 100100\t 2 ns/op\n", sample{sec: 2e-9, allocs: -1, bytes: -1}, true}, // in one
		{"BenchmarkSum \t 1000\t 2 ns/op\n", sample{}, false},                                   // of other slices
		{"BenchmarkSum \t 100\t 2 ns/op, as you see\n", sample{}, false},
		{"Benchmark 100\n", sample{}, false},
		{"cpu: some 3 ns/op\n", sample{}, false},
		{"PASS\n", sample{}, false},
	} {
		got, ok := parseSample([]byte(test.line), 100)
		near := math.Abs(got.sec-test.want.sec) <= 1e-9*test.want.sec || math.IsNaN(got.sec) && math.IsNaN(test.want.sec)
		if ok != test.ok || ok && (!near || got.allocs != test.want.allocs ||
			got.bytes != test.want.bytes || !slices.Equal(got.own, test.want.own)) {
			t.Errorf("%q: %+v, %v; expected %+v, %v", test.line, got, ok, test.want, test.ok)
		}
	}
}
