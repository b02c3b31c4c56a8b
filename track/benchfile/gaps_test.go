package benchfile

import (
	"fmt"
	"strings"
	"testing"
)

// What should be in a file and is not has a name. Lines of a log may begin with
// anything, and are no results.
func TestGaps(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"BenchmarkMap-4 \tN=1.\n 1000\t 100 ns/op\nBenchmarkMap-4 \tN=1.\n 1000\t 100 ns/op\n", "2: Map-4, 2 times: parsing iteration count: invalid syntax"},
		{"BenchmarkMap-4   \t--- FAIL: BenchmarkMap-4\n    x_test.go:3: no\nFAIL\n", "2: Map-4: parsing iteration count: invalid syntax"},
		{"BenchmarkMap-4\t1000\t", "2: Map-4: missing measurements"},
		{"BenchmarkA b-4 1000 12 ns/op", "2: A: parsing iteration count: invalid syntax"},
		{"--- FAIL: BenchmarkX\n    x_test.go:3: no\nFAIL\nexit status 1\nFAIL\texample.com/x\t0.1s\n", "2: BenchmarkX: failed; 6: example.com/x: failed"},
		{"    --- FAIL: BenchmarkX/sub\n", "2: BenchmarkX/sub: failed"},
		{"PASS\nFAIL\n", "3: FAIL: failed"},
		{"Benchmarking the server\nBenchmark results: 5 req/s\nBenchmarkServer listens on :8080\nBenchmarkX\nFAILURE\n--- BENCH: BenchmarkX\n--- SKIP: BenchmarkY\n", ""},
	} {
		f, err := Read(strings.NewReader("BenchmarkOk-4 \t1000\t50 ns/op\n"+test.text), "x", nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range f.Gaps {
			got = append(got, fmt.Sprintf("%d: %s", g.Line, g))
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%q: %q, expected %q", test.text, text, test.want)
		}
	}
}

// However many names are lost, there are few gaps, and all results count.
func TestManyGaps(t *testing.T) {
	var text strings.Builder
	text.WriteString("BenchmarkOk-4 1 50 ns/op\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "BenchmarkX%d \tlog\n", i)
	}
	f, err := Read(strings.NewReader(text.String()), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range f.Gaps {
		n += g.Results
	}
	if len(f.Gaps) != maxGaps || n != 1000 {
		t.Errorf("%d gaps with %d results", len(f.Gaps), n)
	}
}
