package compare

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mexlab/track/benchfile"
	"mexlab/track/table"
)

var update = flag.Bool("update", false, "write the golden files")

func parse(t testing.TB, name, text string) *benchfile.File {
	t.Helper()
	f, err := benchfile.Read(strings.NewReader(text), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func read(t *testing.T, name string) *benchfile.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, name, string(text))
}

// writers are the ways of writing a report, by the name of the golden file.
var writers = []struct {
	name  string
	write func(*Report, io.Writer) error
}{
	{"report.txt", func(r *Report, w io.Writer) error { return r.WriteText(w, table.Plain) }},
	{"report.md", (*Report).WriteMarkdown},
	{"report.html", (*Report).WriteHTML},
	{"report.json", (*Report).WriteJSON},
}

// unstyled is a page without its style sheet, which is not this package's.
func unstyled(page []byte) []byte {
	before, rest, _ := bytes.Cut(page, []byte("<style>"))
	_, after, _ := bytes.Cut(rest, []byte("</style>"))
	return append(bytes.Clone(before), after...)
}

func TestGolden(t *testing.T) {
	r, err := Compare(read(t, "old.txt"), read(t, "new.txt"), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range writers {
		var out bytes.Buffer
		if err := w.write(r, &out); err != nil {
			t.Fatal(err)
		}
		got := out.Bytes()
		if w.name == "report.html" {
			got = unstyled(got)
		}
		golden := filepath.Join("testdata", w.name)
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
			t.Errorf("%s differs; go test -update writes it anew:\n%s", w.name, got)
		}
	}
	if r.Outcome() != Regression {
		t.Errorf("the outcome is %s", r.Outcome())
	}
}

// results repeats lines of one benchmark.
func results(name string, unit string, values ...float64) string {
	var s strings.Builder
	for _, v := range values {
		fmt.Fprintf(&s, "Benchmark%s 1 %v %s\n", name, v, unit)
	}
	return s.String()
}

// first returns the first row, and why it is judged as it is.
func first(r *Report) (figures, string) {
	var m measurer
	row := r.measureRow(&m, &r.rows[0])
	return row, r.explain(&m, &row)
}

// around returns ten values close to v.
func around(v float64) []float64 {
	var list []float64
	for i := range 10 {
		list = append(list, v*(1+0.0001*float64(i)))
	}
	return list
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		what, unit string
		old, new   []float64
		verdict    Verdict
		why        string
	}{
		{"slower", "ns/op", around(100), around(103), Regression, ""},
		{"slower by less than the threshold", "ns/op", around(100), around(101), Same, ""},
		{"faster", "ns/op", around(100), around(90), Improvement, ""},
		{"less speed", "MB/s", around(100), around(90), Regression, ""},
		{"more speed", "MB/s", around(100), around(110), Improvement, ""},
		{"the same", "ns/op", around(100), around(100), Same, ""},
		{"once", "ns/op", []float64{100}, []float64{200}, Inconclusive, "1 + 1 results could not have shown a change of any size; 4 + 4 can"},
		{"three", "ns/op", []float64{100, 101, 102}, []float64{200, 201, 202}, Inconclusive, "3 + 3 results could not"},
		{"four", "ns/op", []float64{100, 101, 102, 103}, []float64{200, 201, 202, 203}, Regression, ""},
		{"noise", "ns/op", []float64{100, 120, 140, 160, 180, 200}, []float64{101, 121, 141, 161, 181, 201}, Inconclusive, "the smallest change this could have seen is"},
		{"one count more", "allocs/op", []float64{1000}, []float64{1001}, Regression, "an exact count"},
		{"one count less", "allocs/op", []float64{1000}, []float64{999}, Improvement, "an exact count"},
		{"count from zero", "allocs/op", []float64{0}, []float64{1}, Regression, "an exact count"},
		{"no counts", "allocs/op", []float64{0}, []float64{0}, Same, ""},
		{"counts that vary", "allocs/op", []float64{10, 11}, []float64{11, 10}, Inconclusive, "2 + 2"},
		{"time from zero", "ns/op", []float64{0, 0, 0, 0, 0}, []float64{1, 1, 1, 1, 1.5}, Regression, "from zero"},
		{"time to zero", "ns/op", []float64{1, 1, 1, 1, 1}, []float64{0, 0, 0, 0, 0}, Improvement, ""},
		{"zeros", "ns/op", []float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}, Same, ""},
		{"some zeros", "ns/op", []float64{0, 0, 0, 0, 1}, []float64{0, 0, 0, 0, 1}, Inconclusive, "the old median is zero"},
		{"faster but not for sure", "ns/op", []float64{100, 101, 102, 103, 104, 105}, []float64{95, 96, 98, 100.5, 101, 103.5}, NotWorse, ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			r, err := Compare(parse(t, "old", results("X", test.unit, test.old...)), parse(t, "new", results("X", test.unit, test.new...)), DefaultOptions())
			if err != nil {
				t.Fatal(err)
			}
			row, why := first(r)
			if row.verdict != test.verdict || !strings.Contains(why, test.why) || test.why == "" && why != "" {
				t.Errorf("%s, %q; expected %s, %q: %+v", row.verdict, why, test.verdict, test.why, row)
			}
			for _, w := range writers { // with infinities and all
				var out bytes.Buffer
				if err := w.write(r, &out); err != nil {
					t.Errorf("%s: %v", w.name, err)
				}
				if s := out.String(); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
					t.Errorf("%s: %s", w.name, s)
				}
			}
		})
	}
}

// The more benchmarks there are, the more evidence each needs.
func TestFamily(t *testing.T) {
	var old, new strings.Builder
	for i := range 100 {
		name := fmt.Sprintf("X%d", i)
		old.WriteString(results(name, "ns/op", 100, 101, 102, 103))
		new.WriteString(results(name, "ns/op", 110, 111, 112, 113))
	}
	r, err := Compare(parse(t, "old", old.String()), parse(t, "new", new.String()), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	_, why := first(r)
	if r.Count(Inconclusive) != 100 || why != "4 + 4 results could not have shown a change of any size; 8 + 8 can" {
		t.Errorf("%s: %s", r.Summary(), why)
	}
}

func TestUnits(t *testing.T) {
	const line = "BenchmarkX 1 5 widgets/op\n"
	_, err := Compare(parse(t, "old", line), parse(t, "new", line), DefaultOptions())
	if !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), `"Unit widgets/op better=lower"`) {
		t.Errorf("a unit without direction: %v", err)
	}
	const both = "BenchmarkX 1 5 widgets/op 1 ns/op\n"
	for _, test := range []struct {
		old, new string
		verdict  Verdict
		notes    int
	}{
		{"", "", NotGated, 1},
		{"Unit widgets/op better=lower assume=exact\n", "Unit widgets/op better=lower assume=exact\n", Same, 1},
		{"Unit widgets/op better=lower\n", "Unit widgets/op better=higher\n", NotGated, 2},
		{"Unit widgets/op better=lower assume=exact\n", "", Inconclusive, 1},
	} {
		r, err := Compare(parse(t, "old", test.old+both), parse(t, "new", test.new+both), DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		if v := r.rows[0].verdict[0]; v != test.verdict || len(r.Notes) != test.notes {
			t.Errorf("%q and %q: %s, notes %q; expected %s", test.old, test.new, v, r.Notes, test.verdict)
		}
	}
	// A zero keeps its unit: ns/op on one side is sec/op on the other.
	r, err := Compare(parse(t, "old", results("X", "ns/op", 0)), parse(t, "new", results("X", "us/op", 1)), DefaultOptions())
	if err != nil || len(r.Tables) != 1 || r.Tables[0].Unit != "sec/op" {
		t.Errorf("%v, %v", r, err)
	}
}

func TestMachines(t *testing.T) {
	const line = "BenchmarkX 1 5 ns/op\n"
	for _, test := range []struct{ old, new, want string }{
		{"cpu: A\n", "cpu: A\n", ""},
		{"", "", ""},
		{"cpu: A\n", "cpu: B\n", `old:2 has cpu "A", new:2 has cpu "B"; times of different machines do not compare`},
		{"cpu: A  3.0 GHz  \n", "cpu: A 3.0 GHz\n", ""},
		{"cpu: A\n", "", ""},
		{"", "cpu: A\n", ""},
		{"cpu: AMD EPYC family 26 model 2\n", "cpu: AMD EPYC\n", ""},
		{"cpu: AMD EPYC\n" + line + "cpu: AMD EPYC family 26 model 2\n", "cpu: AMD EPYC\n", ""},
		{"cpu: AMD EPYC family 26 model 2\n", "cpu: AMD EPYC family 25 model 1\n",
			`old:2 has cpu "AMD EPYC family 26 model 2", new:2 has cpu "AMD EPYC family 25 model 1"; times of different machines do not compare`},
		{"cpu: AMD EPYC family 26 model 2\n" + line + "cpu: AMD EPYC\n", "cpu: AMD EPYC family 25 model 1\n",
			`old:2 has cpu "AMD EPYC family 26 model 2", old:4 has cpu "AMD EPYC", new:2 has cpu "AMD EPYC family 25 model 1"; times of different machines do not compare`},
		{"cpu: A\n" + line + "cpu: B\n", "cpu: A\n", `old:2 has cpu "A", old:4 has cpu "B", new:2 has cpu "A"; times of different machines do not compare`},
		{"goarch: amd64\n", "goarch: arm64\n", `old:2 has goarch "amd64", new:2 has goarch "arm64"; times of different machines do not compare`},
	} {
		old, new := parse(t, "old", test.old+line), parse(t, "new", test.new+line)
		_, err := Compare(old, new, DefaultOptions())
		if test.want == "" {
			if err != nil {
				t.Errorf("%q and %q: %v", test.old, test.new, err)
			}
			continue
		}
		if !errors.Is(err, ErrMachines) || err.Error() != test.want {
			t.Errorf("%q and %q: %v, expected %s", test.old, test.new, err, test.want)
		}
		across := DefaultOptions()
		across.AcrossCPUs = true
		if r, err := Compare(old, new, across); err != nil || r.Notes[0] != test.want {
			t.Errorf("%q and %q across CPUs: %v, %v", test.old, test.new, r, err)
		}
	}
}

// On arm64 go test names no CPU.
func TestUnnamedMachine(t *testing.T) {
	const named, unnamed = "cpu: A\nBenchmarkX 1 5 ns/op\n", "BenchmarkX 1 5 ns/op\n"
	for _, test := range []struct{ old, new, want string }{
		{named, named, "[]"},
		{named, unnamed, "[no cpu line in new: make sure that the machine is the same]"},
		{unnamed, named, "[no cpu line in old: make sure that the machine is the same]"},
		{unnamed, unnamed, "[no cpu line in old and new: make sure that the machine is the same]"},
	} {
		r, err := Compare(parse(t, "old", test.old), parse(t, "new", test.new), DefaultOptions())
		if err != nil || fmt.Sprint(r.Notes) != test.want {
			t.Errorf("%q and %q: %v, %v; expected %s", test.old, test.new, r, err, test.want)
		}
	}
}

func TestVanished(t *testing.T) {
	old := parse(t, "old", results("X", "ns/op", around(1)...)+results("Y", "ns/op", around(1)...))
	new := parse(t, "new", results("X", "ns/op", around(1)...)+results("Z", "ns/op", around(1)...))
	r, err := Compare(old, new, DefaultOptions())
	if err != nil || r.Outcome() != Regression || fmt.Sprint(slices.Collect(r.Vanished()), slices.Collect(r.Added())) != "[Y] [Z]" {
		t.Errorf("%+v, %v", r, err)
	}
	may := DefaultOptions()
	may.MayVanish = true
	if r, err := Compare(old, new, may); err != nil || r.Outcome() != NotWorse {
		t.Errorf("%+v, %v", r, err)
	}
	_, err = Compare(parse(t, "old", results("X", "ns/op", 1)), parse(t, "new", results("Y", "ns/op", 1)), DefaultOptions())
	if !errors.Is(err, ErrNothing) || err.Error() != "nothing to compare: old and new have no benchmark in common; the first are X and Y" {
		t.Error(err)
	}
}

// If names are matched without a suffix, they are written without it.
func TestNamesWithoutSuffix(t *testing.T) {
	old := parse(t, "old", results("X-8", "ns/op", 1)+results("X-8", "B/op", 1)+results("Y-8", "ns/op", 1))
	new := parse(t, "new", results("X-4", "ns/op", 1)+results("Z-4", "ns/op", 1))
	r, err := Compare(old, new, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Results, Lost   []struct{ Benchmark string }
		Vanished, Added []string
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if s := fmt.Sprint(got); s != "{[{X}] [{X}] [Y] [Z]}" {
		t.Errorf("got %s", s)
	}
	if s := fmt.Sprint(slices.Collect(r.lost())); s != "[X in B/op]" {
		t.Errorf("lost %s", s)
	}
}

// full takes nothing.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

// Every way of writing passes the first error on, and computes nothing for a
// writer that has failed.
func TestWriteErrors(t *testing.T) {
	f := read(t, "old.txt")
	r, err := Compare(f, f, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range writers {
		if err := w.write(r, full{}); err != errFull {
			t.Errorf("%s: got %v", w.name, err)
		}
	}
	failed := bufio.NewWriter(full{})
	failed.WriteByte('\n')
	failed.Flush()
	rows := 0
	out := &jsonWriter{Writer: failed}
	writeList(out, "rows", func(yield func(int) bool) {
		for rows = 1; yield(rows) && rows < 10; rows++ {
		}
	})
	if rows != 1 || out.err != errFull {
		t.Errorf("%d rows of JSON, %v", rows, out.err)
	}
}

// Comparing leaves the measurements in the order of the file.
func TestOrderKept(t *testing.T) {
	f := parse(t, "f", results("X", "ns/op", 3, 1, 2))
	if _, err := Compare(f, f, DefaultOptions()); err != nil {
		t.Fatal(err)
	}
	for b := range f.Benchmarks() {
		if v := b.Values("sec/op"); v[0] < v[1] || v[1] > v[2] {
			t.Errorf("the order is now %v", v)
		}
	}
}

// Names cannot be markup, on a page or in a pull request.
func TestHostileNames(t *testing.T) {
	const name = "X/<script>alert(1)</script>|`@me`\x1b[31m"
	r, err := Compare(parse(t, "<i>", results(name, "ns/op", 1)), parse(t, "new", results(name, "ns/op", 1)), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range writers {
		var out bytes.Buffer
		if err := w.write(r, &out); err != nil {
			t.Fatal(err)
		}
		s := out.String()
		if strings.Contains(s, "\x1b") {
			t.Errorf("%s: an escape sequence in %q", w.name, s)
		}
		if w.name != "report.txt" && (strings.Contains(s, "<script") || strings.Contains(s, "<i>")) {
			t.Errorf("%s: a tag in %q", w.name, s)
		}
		if w.name == "report.md" && (strings.Contains(s, "@me") || strings.Contains(s, "`")) {
			t.Errorf("%s: %q", w.name, s)
		}
		if w.name == "report.json" && !json.Valid(out.Bytes()) {
			t.Errorf("%s: %q", w.name, s)
		}
	}
}
