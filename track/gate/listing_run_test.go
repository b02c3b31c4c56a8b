package gate

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// What a benchmark prints is never taken for what testing says.
func TestListingRun(t *testing.T) {
	output := strings.Join([]string{
		"goos: linux", "cpu: any",
		"\x16=== RUN   BenchmarkA", "BenchmarkA", "Benchmarking BenchmarkA-4BenchmarkA-4 \t       1\t 5 ns/op", "\x16=== NAME  ",
		"\x16=== RUN   BenchmarkB", "BenchmarkB", "BenchmarkZ \t 1\t 5 ns/op", "done\x16=== RUN   BenchmarkB/x-4", "BenchmarkB/x-4",
		"BenchmarkB/x-4-4\t       1\t 7 ns/op\t 0 B/op", "\x16=== NAME  ",
		"\x16=== RUN   BenchmarkB/y", "BenchmarkB/y", "    b_test.go:7: why", "\x16--- FAIL: BenchmarkB/y-4", "\x16--- FAIL: BenchmarkB",
		"\x16=== RUN   BenchmarkC", "BenchmarkC", "    c_test.go:8: why not", "\x16--- SKIP: BenchmarkC",
		"\x16=== RUN   BenchmarkD", "BenchmarkD", "\x16=== RUN   BenchmarkD/z", "BenchmarkD/z", "panic: of a child",
	}, "\n") + "\n"
	l := newListing()
	r := &listingRun{listing: &l, suffix: "-4", alive: make(chan struct{}, 1)}
	(&lines{line: r.read}).Write([]byte(output))
	if want := []string{"BenchmarkA", "BenchmarkB/x-4", "BenchmarkB/y", "BenchmarkC"}; !slices.Equal(l.names, want) {
		t.Errorf("names %q, expected %q", l.names, want)
	}
	faults := map[string]fault{}
	for name, f := range l.faults {
		faults[name] = *f
	}
	if want := map[string]fault{"BenchmarkB/y": {kind: fails, text: "b_test.go:7: why"},
		"BenchmarkC": {kind: skipped, text: "c_test.go:8: why not"}}; !maps.Equal(faults, want) {
		t.Errorf("faults %v, expected %v", faults, want)
	}
	if r.orderly || !slices.Equal(r.running, []string{"BenchmarkD", "BenchmarkD/z"}) || quote(&r.log) != "panic: of a child" {
		t.Errorf("orderly %v, running %q, said %q", r.orderly, r.running, quote(&r.log))
	}
}

func TestMatch(t *testing.T) {
	f := func(kind faultKind) *fault { return &fault{kind: kind} }
	one := listing{names: []string{"A/x", "B", "C", "D", "E/1", "F"}, faults: map[string]*fault{"B": f(fails), "D": f(skipped), "F": f(fails)}}
	other := listing{names: []string{"A", "B", "D", "E/1", "E/2", "G", "H"}, faults: map[string]*fault{"A": f(fails), "B": f(fails), "H": f(fails)}}
	names, faults, vanished, added := match(&one, &other)
	got := map[string]string{}
	for i, name := range names {
		for _, f := range faults[i] {
			if f != nil {
				got[name] += string(f.kind)
			}
			got[name] += "|"
		}
	}
	want := map[string]string{"A/x": "|fails|", "B": "fails|fails|", "D": "is skipped||", "E/1": "||", "F": "fails|is missing|", "H": "is missing|fails|"}
	if !maps.Equal(got, want) || !slices.Equal(vanished, []string{"C"}) || !slices.Equal(added, []string{"E/2", "G"}) {
		t.Errorf("%v, vanished %v, added %v", got, vanished, added)
	}
}
