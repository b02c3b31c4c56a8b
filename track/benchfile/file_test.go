package benchfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/perf/benchproc"
)

// read reads a file of testdata.
func read(t *testing.T, name string) (*File, error) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return Read(f, name, nil)
}

func mustRead(t *testing.T, name string) *File {
	t.Helper()
	f, err := read(t, name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// describe writes what a file says, a line for each benchmark and unit.
func describe(f *File) string {
	var s strings.Builder
	for b := range f.Benchmarks() {
		for unit, series := range b.Metrics() {
			fmt.Fprintf(&s, "%s %s", b.Name, unit)
			for _, v := range f.Values(series) {
				fmt.Fprintf(&s, " %.6g", v)
			}
			s.WriteString("\n")
		}
	}
	for _, n := range f.Notes {
		fmt.Fprintf(&s, "%d: %s\n", n.Line, n.Text)
	}
	for _, g := range f.Gaps {
		fmt.Fprintf(&s, "%d: lost: %s\n", g.Line, g)
	}
	return s.String()
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"bom.txt", "Sum-8 sec/op 2.5e-07\n"},
		{"crlf.txt", "Sum-8 sec/op 2.5e-07\n"},
		{"longline.txt", "Sum-8 sec/op 2.5e-07 2.6e-07\n" +
			"7: a line longer than 65534 bytes, \"Benchmark" + strings.Repeat("y", 31) + "\"...; the line is left out\n"},
		{"nan.txt", "Sum-8 sec/op 2.5e-07 2.6e-07\nSum-8 hits/op 3\n" +
			"6: lost: Sum-8, 2 times: NaN ns/op is no measurement\n"},
		{"zero.txt", "Sum-8 sec/op 0 2.5e-10 -0\n"},
		{"log.txt", "Sum-8 sec/op 2.5e-07 2.6e-07 2.55e-07\n"},
		{"timeunits.txt", "Sum-8 sec/op 2e-06 3e-06 4e-06 5e-06 6e-06 7e-06\n"},
		{"order.txt", "Sum-8 sec/op 3e-07 1e-07 2e-07\nMax-8 sec/op 3.01e-07 1.01e-07 2.01e-07\n"},
		{"syntax.txt", "Sum-8 sec/op 2.5e-07\n" +
			"9: parsing measurement: invalid syntax; the line is left out\n" +
			"5: lost: Sum-8, 2 times: missing units\n"},
	} {
		if got := describe(mustRead(t, test.name)); got != test.want {
			t.Errorf("%s:\n%sexpected\n%s", test.name, got, test.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"empty.txt", "empty.txt: no benchmark results; expected the output of"},
		{"failed.txt", "failed.txt:5: no benchmark results in this file; the first thing wrong is: BenchmarkSum: failed"},
		{"utf16le.txt", "utf16le.txt: found UTF-16, expected UTF-8"},
		{"utf16be.txt", "utf16be.txt: found UTF-16, expected UTF-8"},
		{"utf16nomark.txt", "utf16nomark.txt: found UTF-16 without a byte order mark, or not text, expected UTF-8"},
	} {
		_, err := read(t, test.name)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, expected %q", err, test.want)
		}
	}
	_, err := Read(iotest.ErrReader(errors.New("disk on fire")), "x", nil)
	if err == nil || err.Error() != "x: disk on fire" {
		t.Errorf("%v", err)
	}
	_, err = Read(strings.NewReader("BenchmarkX 1 NaN ns/op\n"), "x", nil)
	if !errors.Is(err, ErrEmpty) || !strings.HasPrefix(err.Error(), "x:1: no benchmark results in this file; the first thing wrong is: X: NaN") {
		t.Errorf("%v", err)
	}
}

// However the text arrives, it reads the same.
func TestPieces(t *testing.T) {
	for _, name := range []string{"longline.txt", "bom.txt", "crlf.txt"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		want := describe(mustRead(t, name))
		for _, slow := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			f, err := Read(slow(strings.NewReader(string(text))), name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(f); got != want {
				t.Errorf("%s: %s, expected %s", name, got, want)
			}
		}
	}
	for _, n := range []int{maxLine - 1, maxLine, maxLine + 1, maxLine + 2, maxLine + 3} {
		text := strings.Repeat("z", n) + "\nBenchmarkX 1 2 ns/op"
		if f, err := Read(strings.NewReader(text), "x", nil); err != nil || f.benchmarks.at(0).Line != 2 {
			t.Errorf("a line of %d bytes: %v", n, err)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, test := range []struct {
		name, key string
		want      []Setting
	}{
		{"log.txt", "cpu", []Setting{{"Example CPU 3000", 5}}},
		{"log.txt", "pkg", []Setting{{"example.com/sum", 5}}},
		{"mixedcpu.txt", "cpu", []Setting{{"Example CPU 3000", 5}, {"Other CPU 1", 10}}},
		{"nocpu.txt", "cpu", []Setting{{"", 4}}},
		{"nocpu.txt", "goarch", []Setting{{"arm64", 4}}},
	} {
		if got := mustRead(t, test.name).Settings(test.key); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %s is %v, expected %v", test.name, test.key, got, test.want)
		}
	}
}

func TestUnits(t *testing.T) {
	f := mustRead(t, "units.txt")
	want := []struct {
		unit   string
		better int
		exact  bool
	}{
		{"sec/op", -1, false}, {"B/s", +1, false}, {"B/op", -1, false}, {"allocs/op", -1, true}, {"hits/op", +1, false},
		{"misses/op", -1, true}, {"widgets/op", 0, false}, {"sec/vertex", -1, false}, {"p99-sec", -1, false},
	}
	n := 0
	for unit := range f.benchmarks.at(0).Metrics() {
		if w := want[n]; unit != w.unit || f.Better(unit) != w.better || f.Exact(unit) != w.exact {
			t.Errorf("%s %d %t, expected %v", unit, f.Better(unit), f.Exact(unit), w)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d units, expected %d", n, len(want))
	}
}

func TestPairUp(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"procs8.txt", "procs8.txt", "Sum-8, Sum/size-16-8, Sum/size-32-8"},
		{"procs8.txt", "procs4.txt", "Sum, Sum/size-16, Sum/size-32; names are matched without the suffix for GOMAXPROCS: -8 in procs8.txt, -4 in procs4.txt"},
		{"procs1.txt", "procs8.txt", "Sum, Sum/size-16, Sum/size-32; names are matched without the suffix for GOMAXPROCS: none in procs1.txt, -8 in procs8.txt"},
		{"procs8.txt", "procs1.txt", "Sum, Sum/size-16, Sum/size-32; names are matched without the suffix for GOMAXPROCS: -8 in procs8.txt, none in procs1.txt"},
		{"only16.txt", "only16procs8.txt", "Sum/size-16; names are matched without the suffix for GOMAXPROCS: none in only16.txt, -8 in only16procs8.txt"},
		{"only16.txt", "procs1.txt", "Sum/size-16; new Sum; new Sum/size-32"},
		{"procs1.txt", "only16.txt", "Sum/size-16; vanished Sum; vanished Sum/size-32"},
		{"cpulist.txt", "procs8.txt", "Sum-8; vanished Sum; vanished Sum-2; new Sum/size-16-8; new Sum/size-32-8"},
		{"procs1.txt", "order.txt", "Sum; vanished Sum/size-16; vanished Sum/size-32; new Max; " +
			"names are matched without the suffix for GOMAXPROCS: none in procs1.txt, -8 in order.txt"},
	} {
		m := PairUp(mustRead(t, test.old), mustRead(t, test.new))
		var names, rest []string
		for _, p := range m.Pairs {
			names = append(names, m.OldName(p.Old))
		}
		for _, b := range m.Vanished {
			rest = append(rest, "vanished "+m.OldLabel(b))
		}
		for _, b := range m.New {
			rest = append(rest, "new "+m.NewLabel(b))
		}
		got := strings.Join(append([]string{strings.Join(names, ", ")}, append(rest, m.Notes...)...), "; ")
		if got != test.want {
			t.Errorf("%s and %s:\n%s\nexpected\n%s", test.old, test.new, got, test.want)
		}
	}
}

// The same name in two packages is two benchmarks. A package that was renamed is
// one, with a note.
func TestPackages(t *testing.T) {
	parse := func(text string) *File {
		f, err := Read(strings.NewReader(text), "x", nil)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const line = "BenchmarkX 1 2 ns/op\n"
	a, b := parse("pkg: a\n"+line), parse("pkg: b\n"+line)
	both := parse("pkg: a\n" + line + "pkg: b\n" + line)
	if m := PairUp(a, b); len(m.Pairs) != 1 || !reflect.DeepEqual(m.Notes, []string{"the package is a in x and b in x"}) {
		t.Errorf("a renamed package: %+v", m)
	}
	if m := PairUp(both, b); both.benchmarks.len() != 2 || len(m.Pairs) != 1 || len(m.Vanished) != 1 || m.Vanished[0].Pkg() != "a" {
		t.Errorf("two packages and one: %+v", m)
	}
}

func TestFilter(t *testing.T) {
	text := "BenchmarkX/k=1 1 2 ns/op 3 B/op\nBenchmarkX/k=2 1 2 ns/op 3 B/op\n"
	for _, test := range []struct{ filter, want string }{
		{"*", "X/k=1 sec/op 2e-09\nX/k=1 B/op 3\nX/k=2 sec/op 2e-09\nX/k=2 B/op 3\n"},
		{"/k:2 .unit:ns/op", "X/k=2 sec/op 2e-09\n"},
	} {
		filter, err := benchproc.NewFilter(test.filter)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(strings.NewReader(text), "x", filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(f); got != test.want {
			t.Errorf("%s: %s, expected %s", test.filter, got, test.want)
		}
	}
	none, _ := benchproc.NewFilter("/k:3")
	if _, err := Read(strings.NewReader(text), "x", none); !errors.Is(err, ErrEmpty) ||
		err.Error() != "x: no benchmark results: the filter takes none of the 2 in the file" {
		t.Error(err)
	}
}

// A file that is wrong in every line does not fill the memory.
func TestManyNotes(t *testing.T) {
	f, err := Read(strings.NewReader(strings.Repeat("BenchmarkX 1 2\n", 1000)+"BenchmarkX 1 2 ns/op\n"), "x", nil)
	if err != nil || len(f.Notes) != maxNotes || f.Dropped != 1000-maxNotes {
		t.Errorf("%d notes, %d dropped, %v", len(f.Notes), f.Dropped, err)
	}
}

func TestPattern(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"Sum", "^BenchmarkSum$"},
		{"BenchmarkSum", "^BenchmarkSum$"},
		{"Mex/kernel=affine/k=1.5", `^BenchmarkMex$/^kernel=affine$/^k=1\.5$`},
	} {
		if got := Pattern(test.name); got != test.want {
			t.Errorf("%s: %s, expected %s", test.name, got, test.want)
		}
	}
}

// The pattern matches its benchmark, part by part as in the testing package, and
// no other.
func TestPatternMatches(t *testing.T) {
	for _, test := range []struct {
		name, other string
	}{
		{"BenchmarkSum", "BenchmarkSumAll"},
		{"BenchmarkSum/n=1", "BenchmarkSum/n=10"},
		{"BenchmarkSum/a.b*(c)|d", "BenchmarkSum/axb*(c)|d"},
		{"BenchmarkSum/n=1#01", "BenchmarkSum/n=1"},
	} {
		parts := strings.Split(Pattern(test.name), "/")
		matches := func(name string) bool {
			for i, elem := range strings.Split(name, "/") {
				if i >= len(parts) || !regexp.MustCompile(parts[i]).MatchString(elem) {
					return false
				}
			}
			return true
		}
		if !matches(test.name) || matches(test.other) {
			t.Errorf("%s matches %s: %v, %s: %v", Pattern(test.name), test.name, matches(test.name), test.other, matches(test.other))
		}
	}
}
