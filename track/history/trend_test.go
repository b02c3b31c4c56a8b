package history

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mexlab/track/table"
)

var update = flag.Bool("update", false, "write the golden files")

// makeHistory writes 12 commits: Sum gets slower at the seventh, Max faster at
// the ninth, and Min allocates from the fifth on.
func makeHistory(t *testing.T, dir string) {
	t.Helper()
	for i := range 12 {
		sum, max, allocs := 250.0, 40.0, 0
		if i >= 6 {
			sum *= 1.08
		}
		if i >= 8 {
			max *= 0.7
		}
		if i >= 4 {
			allocs = 2
		}
		wobble := []float64{1, 1.002, 0.999, 1.001, 0.998}[i%5]
		var text strings.Builder
		text.WriteString("pkg: example.com/sum\n")
		for j := range 3 {
			fmt.Fprintf(&text, "BenchmarkSum/size-16-8\t1000\t%.4g ns/op\t64 B/op\n", sum*wobble*(1+0.001*float64(j)))
			fmt.Fprintf(&text, "BenchmarkMax<b>-8\t1000\t%.4g ns/op\n", max*wobble)
			fmt.Fprintf(&text, "BenchmarkMin-8\t1000\t%d allocs/op\t%d widgets\n", allocs, 7+10*(i/6))
		}
		add(t, dir, text.String(), full(fmt.Sprintf("%07x0000", 0xabc000+i), i+1))
	}
	other := full("abc0000", 1)
	other["tier"] = "generic"
	add(t, dir, "pkg: example.com/sum\nBenchmarkSum/size-16-8\t1000\t900 ns/op\nBenchmarkMin-8 1 2 ns/op\n", other)
	if err := os.WriteFile(filepath.Join(dir, annotationsName), []byte("0abc006 <i>New</i> rounding\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

func sampleTrends(t *testing.T, dir string) []*Trend {
	t.Helper()
	records, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return Trends(records, 0.02)
}

func sampleNotes(t *testing.T, dir string) []Annotation {
	t.Helper()
	annotations, err := Annotations(dir)
	if err != nil {
		t.Fatal(err)
	}
	return annotations
}

// others are the style sheets and scripts of a page: mostly those of other packages.
var others = regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>\n`)

func TestGolden(t *testing.T) {
	dir := t.TempDir()
	makeHistory(t, dir)
	trends, annotations := sampleTrends(t, dir), sampleNotes(t, dir)
	for _, g := range []struct {
		name  string
		write func(io.Writer, []*Trend, []Annotation) error
	}{{"history.txt", func(w io.Writer, trends []*Trend, annotations []Annotation) error {
		return WriteText(w, table.Plain, trends, annotations)
	}}, {"history.md", WriteMarkdown}, {"history.json", WriteJSON}, {"history.html", func(w io.Writer, trends []*Trend, annotations []Annotation) error {
		return WriteHTML(w, trends, annotations, "https://example.com/o/r/commit/%s")
	}}} {
		var out bytes.Buffer
		if err := g.write(&out, trends, annotations); err != nil {
			t.Fatal(err)
		}
		got := out.Bytes()
		if g.name == "history.html" {
			got = others.ReplaceAll(got, nil)
			if strings.Contains(string(got), "<b>") || strings.Contains(string(got), "<i>") || strings.Contains(string(got), "NaN") {
				t.Error("the page has tags of names, or NaN")
			}
		}
		golden := filepath.Join("testdata", g.name)
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs; go test -update writes it anew:\n%s", g.name, got)
		}
	}
}

// The changes are those that makeHistory made, without those below the threshold.
func TestTrends(t *testing.T) {
	dir := t.TempDir()
	makeHistory(t, dir)
	records, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		threshold float64
		want      string
	}{
		{0.02, "example.com/sum.Max<b> sec/op 8, example.com/sum.Min allocs/op 4, example.com/sum.Min widgets 6, example.com/sum.Sum/size-16 sec/op 6"},
		{0.10, "example.com/sum.Max<b> sec/op 8, example.com/sum.Min allocs/op 4, example.com/sum.Min widgets 6"},
	} {
		var got []string
		for _, trend := range Trends(records, test.threshold) {
			for _, c := range trend.Changes {
				got = append(got, fmt.Sprintf("%s %s %d", trend.Benchmark, trend.Unit, c.At))
			}
		}
		if s := strings.Join(got, ", "); s != test.want {
			t.Errorf("threshold %v: %s\nexpected %s", test.threshold, s, test.want)
		}
	}
}
