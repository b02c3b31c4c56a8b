package compare

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"mexlab/track/benchfile"
	"mexlab/track/table"
)

// shapes are kinds of large files. line returns the line at an index, of side 0
// or 1, with a time.
var shapes = []struct {
	name string
	line func(side, i int, ns float64) string
}{
	{"ten results a name", func(_, i int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum/n=%d-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", i/10, ns)
	}},
	{"500 results a name", func(_, i int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum/n=%d-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", i/500, ns)
	}},
	{"one name", func(_, _ int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", ns)
	}},
	{"all names differ", func(_, i int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum/n=%d-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", i, ns)
	}},
	{"no name in both but one", func(side, i int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum/side=%d/n=%d-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", side*min(i, 1), i, ns)
	}},
	{"long names", func(_, i int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum/%s/n=%d-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", strings.Repeat("long", 50), i, ns)
	}},
	{"all units differ", func(_, i int, ns float64) string {
		return fmt.Sprintf("BenchmarkSum-8\t1000\t%.1f u%d-ns/op\n", ns, i)
	}},
	{"all packages differ", func(_, i int, ns float64) string {
		return fmt.Sprintf("pkg: example.com/p%d\nBenchmarkSum-8\t1000\t%.1f ns/op\t64 B/op\t2 allocs/op\n", i, ns)
	}},
}

// texts makes two files of a shape.
func texts(shape, lines int) (text [2]string) {
	rng := rand.New(rand.NewPCG(1, 2))
	for side := range text {
		var s strings.Builder
		s.WriteString("goos: linux\ngoarch: amd64\npkg: example.com/sum\ncpu: Example CPU\n")
		for i := range lines {
			s.WriteString(shapes[shape].line(side, i, 250+20*rng.NormFloat64()))
		}
		text[side] = s.String()
	}
	return text
}

// compareTexts goes from texts to a table.
func compareTexts(tb testing.TB, text [2]string) *Report {
	tb.Helper()
	files, err := benchfile.ReadBoth(
		benchfile.Source{Reader: strings.NewReader(text[0]), Name: "old"},
		benchfile.Source{Reader: strings.NewReader(text[1]), Name: "new"}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := Compare(files[0], files[1], DefaultOptions())
	if err != nil {
		tb.Fatal(err)
	}
	if err := r.WriteText(io.Discard, table.Plain); err != nil {
		tb.Fatal(err)
	}
	return r
}

// heap returns the bytes that are in use, and all that have ever been taken.
func heap() (live, taken uint64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, m.TotalAlloc
}

// A line takes a few hundred bytes besides its name, whatever the names are. Two
// files of half a million lines each then fit in 500 MB.
func TestMemory(t *testing.T) {
	const lines = 10_000
	for i, shape := range shapes {
		text := texts(i, lines)
		liveBefore, takenBefore := heap()
		r := compareTexts(t, text)
		live, taken := heap()
		runtime.KeepAlive(r)
		live, taken = (live-liveBefore)/(2*lines), (taken-takenBefore)/(2*lines)
		name := uint64(len(text[0]) / lines)
		t.Logf("%s: %d bytes a line are in use, %d were taken, %d are its text", shape.name, live, taken, name)
		if live > 450+name || taken > 4000+4*name {
			t.Errorf("%s: %d bytes a line are in use and %d were taken, expected at most %d and %d", shape.name, live, taken, 450+name, 4000+4*name)
		}
	}
}

// BenchmarkFiles compares two files of 500,000 lines each, from text to table.
// live-B is what is in memory at the end, without the text.
func BenchmarkFiles(b *testing.B) {
	lines := 500_000
	if testing.Short() {
		lines = 10_000
	}
	for i, shape := range shapes {
		b.Run(fmt.Sprintf("lines=%d/%s", lines, strings.ReplaceAll(shape.name, " ", "-")), func(b *testing.B) {
			text := texts(i, lines)
			before, _ := heap()
			b.ReportAllocs()
			b.SetBytes(int64(len(text[0]) + len(text[1])))
			var r *Report
			for b.Loop() {
				r = compareTexts(b, text)
			}
			live, _ := heap()
			runtime.KeepAlive(r)
			b.ReportMetric(float64(live)-float64(before), "live-B")
		})
	}
}
