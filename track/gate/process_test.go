package gate

import "testing"

func TestParseSample(t *testing.T) {
	for _, test := range []struct {
		line string
		want sample
		ok   bool
	}{
		{"BenchmarkSum-2 \t 100\t 250.5 ns/op\t 16 B/op\t 1 allocs/op\n", sample{250.5e-9, 1}, true},
		{"BenchmarkSum \t 100\t 3 us/op\n", sample{}, false},
		{"BenchmarkSum \t 1\t 2 ns/op\t 7 hits/op\n", sample{2e-9, -1}, true},
		{"BenchmarkSum \t 100\t 0 ns/op\n", sample{}, false},
		{"cpu: some 3 ns/op\n", sample{}, false},
		{"PASS\n", sample{}, false},
	} {
		got, ok := parseSample([]byte(test.line))
		if ok != test.ok || ok && (got.sec < test.want.sec*(1-1e-9) || got.sec > test.want.sec*(1+1e-9) || got.allocs != test.want.allocs) {
			t.Errorf("%q: %+v, %v; expected %+v, %v", test.line, got, ok, test.want, test.ok)
		}
	}
}

func TestSymbolPrefix(t *testing.T) {
	module := func(path string) goPackage {
		return goPackage{ImportPath: path + "/inner", Module: &struct{ Path string }{path}}
	}
	for path, want := range map[string]string{
		"mexlab": "mexlab", "example.com/sums": "example.com/sums", "gopkg.in/yaml.v3": "gopkg.in/yaml%2ev3",
	} {
		if got := symbolPrefix(module(path)); got != want {
			t.Errorf("%s: %s, expected %s", path, got, want)
		}
	}
}
