package history

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/track/benchfile"
)

var update = flag.Bool("update", false, "write the golden files")

// full are settings that leave nothing to the machine.
func full(commit string, day int) Settings {
	return Settings{
		"cpu": "Example CPU @ 3GHz", "tier": "avx2", "toolchain": "go1.26.8", "commit": commit,
		"commit-date": fmt.Sprintf("2026-11-%02dT12:00:00+01:00", day),
	}
}

func add(t *testing.T, dir, text string, s Settings) string {
	t.Helper()
	path, err := Add(context.Background(), dir, "results", []byte(text), s)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

const run8 = "goos: linux\ngoarch: amd64\npkg: example.com/sum\nBenchmarkSum-8\t1000\t250 ns/op\nBenchmarkMax-8\t1000\t25 ns/op\n"

func TestAdd(t *testing.T) {
	dir := t.TempDir()
	const folder = "example-cpu-3ghz/avx2-go1.26.8-procs8/"
	commit := strings.Repeat("ab", 20)
	if got, want := add(t, dir, "\ufeff"+run8, full(commit, 5)), folder+"20261105-110000-abababababab.txt"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	// The text is there as it was, and any reader of benchmarks reads it.
	text, err := os.ReadFile(filepath.Join(dir, folder, "20261105-110000-abababababab.txt"))
	if err != nil || !bytes.HasSuffix(text, []byte("\n"+run8)) {
		t.Errorf("%v: %s", err, text)
	}
	// Another run of the same commit stands beside, the same run does not.
	if got, want := add(t, dir, run8+"PASS\n", full(commit, 5)), folder+"20261105-110000-abababababab-2.txt"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if _, err := Add(context.Background(), dir, "results", []byte(run8), full(commit, 5)); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("the same again: %v", err)
	}
	// What is given wins over the text.
	given := full(commit, 6)
	given["cpu"], given["gomaxprocs"] = "../../etc", "8"
	if got, want := add(t, dir, "cpu: Other\n"+run8, given), "etc/avx2-go1.26.8-procs8/20261106-110000-abababababab.txt"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	records, err := Load(dir)
	if err != nil || len(records) != 3 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if k := records[0].Key; k != (Key{"../../etc", "avx2", "go1.26.8", "8"}) {
		t.Errorf("%+v", k)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*", ".new*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestAddRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	for _, test := range []struct {
		text, key, value, want string
	}{
		{"PASS\n", "", "", "results: no benchmark results"},
		{"cpu: A\n" + run8 + "cpu: B\n" + run8, "cpu", "", `results:11: cpu is "B", and "A" at line 5`},
		{run8, "commit-date", "yesterday", `found the commit-date "yesterday"`},
		{"cpu: Other\n" + run8, "tier", "", "results is from another machine (Other, amd64) than this one"},
		{strings.Replace(run8, "amd64", "sparc", 1), "tier", "", "results is from another machine (Example CPU @ 3GHz, sparc)"},
	} {
		s := full("abc1234", 5)
		if test.key != "" {
			s[test.key] = test.value
		}
		if test.key == "tier" && strings.HasPrefix(test.text, "cpu") {
			delete(s, "cpu")
		}
		if _, err := Add(context.Background(), dir, "results", []byte(test.text), s); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, expected %q", err, test.want)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("something was written")
	}
	for _, text := range []string{"tier", "tier=", "color=red", "cpu=a\nb"} {
		if err := (Settings{}).Parse(text); err == nil {
			t.Errorf("setting %q: no error", text)
		}
	}
}

// On this machine, in a repository, all is known but what cannot be.
func TestAddHere(t *testing.T) {
	f, err := benchfile.Read(strings.NewReader("BenchmarkX-4 1 2 ns/op\nBenchmarkY-4 1 2 ns/op\n"), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	if thisCPU() == "" {
		t.Skip("this machine does not name its CPU")
	}
	r := newRepo(t)
	commit := r.commit("a", "1")
	s, err := complete(context.Background(), f, Settings{}, r.dir)
	if err != nil {
		t.Fatal(err)
	}
	if s["commit"] != commit || s["gomaxprocs"] != "4" || s["cpu"] != thisCPU() || !strings.HasPrefix(s["toolchain"], "go") || s["tier"] == "" {
		t.Errorf("%v", s)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "a"), []byte("2"), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := complete(context.Background(), f, Settings{}, r.dir); err != nil || s["commit"] != commit+"+changes" {
		t.Errorf("with changes: %v, %v", s, err)
	}
}

// arm64's Linux has no name for the CPU.
func TestPart(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"cpuinfo-arm64.txt", "arm64 implementer 0x41 part 0xd0c"},
		{"cpuinfo-amd64.txt", ""},
	} {
		info, err := os.ReadFile(filepath.Join("testdata", test.name))
		if err != nil {
			t.Fatal(err)
		}
		if got := part(string(info)); got != test.want {
			t.Errorf("%s: %q, expected %q", test.name, got, test.want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	if records, err := Load(filepath.Join(dir, "none")); len(records) > 0 || err != nil {
		t.Errorf("%v, %v", records, err)
	}
	path := filepath.Join(dir, "stray.txt")
	if err := os.WriteFile(path, []byte(run8), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); err == nil || !strings.HasPrefix(err.Error(), path+`: found no line "cpu: ..."`) {
		t.Error(err)
	}
}

func TestAnnotations(t *testing.T) {
	dir := t.TempDir()
	if list, err := Annotations(dir); list != nil || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	path := filepath.Join(dir, annotationsName)
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("# remarks\n\nabcdef0 Go 1.27\r\nabcdef01 more\n")
	list, err := Annotations(dir)
	if err != nil || strings.Join(notes(list, "abcdef0123"), ";") != "Go 1.27;more" || notes(list, "abcdef1") != nil {
		t.Errorf("%v, %v", list, err)
	}
	write("abcdef0 fine\nabc too short\n")
	if _, err := Annotations(dir); err == nil || !strings.HasPrefix(err.Error(), path+`:2: found "abc too short"`) {
		t.Error(err)
	}
}

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

// unstyled is a page without its style sheet, which is not this package's.
func unstyled(page []byte) []byte {
	before, rest, _ := bytes.Cut(page, []byte("<style>"))
	_, after, _ := bytes.Cut(rest, []byte("</style>"))
	return append(bytes.Clone(before), after...)
}

func TestGolden(t *testing.T) {
	dir := t.TempDir()
	makeHistory(t, dir)
	records, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	annotations, err := Annotations(dir)
	if err != nil {
		t.Fatal(err)
	}
	trends := Trends(records, 0.02)
	var text, html bytes.Buffer
	if err := WriteText(&text, trends, annotations); err != nil {
		t.Fatal(err)
	}
	if err := WriteHTML(&html, trends, annotations); err != nil {
		t.Fatal(err)
	}
	for _, g := range []struct {
		name string
		got  []byte
	}{{"history.txt", text.Bytes()}, {"history.html", unstyled(html.Bytes())}} {
		golden := filepath.Join("testdata", g.name)
		if *update {
			if err := os.WriteFile(golden, g.got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(g.got, want) {
			t.Errorf("%s differs; go test -update writes it anew:\n%s", g.name, g.got)
		}
	}
	if s := html.String(); strings.Contains(s, "<b>") || strings.Contains(s, "<i>") || strings.Contains(s, "NaN") {
		t.Error("the page has tags of names, or NaN")
	}
}

// The points where levels change are those of makeHistory, and those below the
// threshold are left out.
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
