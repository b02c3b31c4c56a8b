package history

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mexlab/internal/machine"
	"mexlab/track/benchfile"
)

// full returns settings that leave nothing to the machine.
func full(commit string, day int) Settings {
	return Settings{
		"cpu": "Example CPU @ 3GHz", "tier": "avx2", "toolchain": "go1.26.8", "commit": commit,
		"commit-date": fmt.Sprintf("2026-11-%02dT12:00:00+01:00", day),
	}
}

func add(t *testing.T, dir, text string, s Settings) string {
	t.Helper()
	path, _, err := Add(context.Background(), dir, "results", []byte(text), s)
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
	// The text is unchanged, and any reader of benchmarks can read it.
	text, err := os.ReadFile(filepath.Join(dir, folder, "20261105-110000-abababababab.txt"))
	if err != nil || !bytes.HasSuffix(text, []byte("\n"+run8)) {
		t.Errorf("%v: %s", err, text)
	}
	// Another run of the same commit has a file of its own, the same run has not.
	if got, want := add(t, dir, run8+"PASS\n", full(commit, 5)), folder+"20261105-110000-abababababab-2.txt"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if _, _, err := Add(context.Background(), dir, "results", []byte(run8), full(commit, 5)); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("the same again: %v", err)
	}
	// Given settings win over the text.
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
		{"cpu: A\n" + run8 + "cpu: B\n" + run8, "cpu", "", `results:11: cpu is "B", but "A" at line 5`},
		{run8, "commit-date", "yesterday", `found the commit-date "yesterday"`},
		{"cpu: Other\n" + run8, "toolchain", "", "results is from another machine (Other, amd64) than this one"},
		{strings.Replace(run8, "amd64", "sparc", 1), "toolchain", "", "results is from another machine (Example CPU @ 3GHz, sparc)"},
	} {
		s := full("abc1234", 5)
		if test.key != "" {
			s[test.key] = test.value
		}
		if test.key == "toolchain" && strings.HasPrefix(test.text, "cpu") {
			delete(s, "cpu")
		}
		if _, _, err := Add(context.Background(), dir, "results", []byte(test.text), s); err == nil || !strings.HasPrefix(err.Error(), test.want) {
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

// Results from this machine and a repository need no settings.
func TestAddHere(t *testing.T) {
	f, err := benchfile.Read(strings.NewReader("BenchmarkX-4 1 2 ns/op\nBenchmarkY-4 1 2 ns/op\n"), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newRepo(t)
	commit := r.commit("a", "1")
	s, err := complete(context.Background(), f, Settings{}, Settings{}, r.dir)
	if err != nil {
		t.Fatal(err)
	}
	if s["commit"] != commit || s["gomaxprocs"] != "4" || s["cpu"] != machine.CPU() || !strings.HasPrefix(s["toolchain"], "go") || s["tier"] != "" {
		t.Errorf("%v", s)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "a"), []byte("2"), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := complete(context.Background(), f, Settings{}, Settings{}, r.dir); err != nil || s["commit"] != commit+"+changes" {
		t.Errorf("with changes: %v, %v", s, err)
	}
}

// keys adds each text and returns the keys of all records.
func keys(t *testing.T, dir string, texts ...string) (list []Key) {
	t.Helper()
	for i, text := range texts {
		add(t, dir, text, Settings{"commit": fmt.Sprintf("abc123%d", i), "commit-date": "2026-11-05T12:00:00Z"})
	}
	records, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		list = append(list, r.Key)
	}
	return list
}

// Go's benchmarks write the brand of the CPU alone. Results of this machine are
// stored under its full name.
func TestAddUnderFullName(t *testing.T) {
	brand, _, _ := strings.Cut(machine.CPU(), " family ")
	dir := t.TempDir()
	line := "goarch: " + runtime.GOARCH + "\n"
	for _, k := range keys(t, dir, line+"cpu: "+brand+"\nBenchmarkX 1 2 ns/op\n", line+"BenchmarkX 1 3 ns/op\n", line+"cpu: "+machine.CPU()+"\nBenchmarkX 1 4 ns/op\n") {
		if k.CPU != machine.CPU() {
			t.Errorf("%+v, expected the CPU %q", k, machine.CPU())
		}
	}
	given := full("abc1234", 5)
	given["cpu"] = brand
	if path := add(t, dir, "BenchmarkX 1 2 ns/op\n", given); !strings.HasPrefix(path, machine.Slug(brand)+"/") {
		t.Errorf("a name that is given is not kept: %s", path)
	}
}

// A tier is part of the key if the results name it, even if only some do.
func TestTier(t *testing.T) {
	const head, result = "cpu: Example CPU @ 3GHz\ntoolchain: go1.26.8\n", "BenchmarkX 1 2 ns/op\n"
	for _, test := range []struct{ text, tier string }{
		{head + result, ""},
		{head + "tier: avx2\n" + result, "avx2"},
		{head + "pkg: a\n" + result + "pkg: b\ntier: avx2\n" + result, "avx2"},
	} {
		if k := keys(t, t.TempDir(), test.text); len(k) != 1 || k[0].Tier != test.tier {
			t.Errorf("%q: %+v, expected tier %q", test.text, k, test.tier)
		}
	}
}

// Earlier versions wrote a tier into every record, and named CPUs as Go's
// benchmarks do. These series go on in new records.
func TestEarlierRecords(t *testing.T) {
	dir := t.TempDir()
	const header = "toolchain: go1.26.8\ngomaxprocs: 1\ncommit: abc0000\ncommit-date: 2026-11-04T12:00:00Z\n"
	for i, text := range []string{
		"cpu: AMD EPYC\ntier: avx512\n" + header + "BenchmarkOther 1 2 ns/op\n",
		"cpu: AMD EPYC family 26 model 2\ntier: avx2\n" + header + "tier: avx2\nBenchmarkOwn 1 2 ns/op\n",
		"cpu: arm64 implementer 0x41 part 0xd0c\ntier: neon\n" + header + "BenchmarkOther 1 2 ns/op\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.txt", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const amd = "cpu: AMD EPYC family 26 model 2\ntoolchain: go1.26.8\n"
	got := map[Key]int{}
	for _, k := range keys(t, dir, amd+"BenchmarkOther 1 3 ns/op\n", amd+"tier: avx2\nBenchmarkOwn 1 3 ns/op\n", "cpu: Arm Neoverse N1\ntoolchain: go1.26.8\nBenchmarkOther 1 2 ns/op\n") {
		got[k]++
	}
	want := map[Key]int{
		{"AMD EPYC family 26 model 2", "", "go1.26.8", "1"}:     2,
		{"AMD EPYC family 26 model 2", "avx2", "go1.26.8", "1"}: 2,
		{"Arm Neoverse N1", "", "go1.26.8", "1"}:                2,
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}

	// If two CPUs have the brand, its records stay by themselves.
	other := strings.Replace(amd, "model 2", "model 3", 1) + "BenchmarkOther 1 3 ns/op\n"
	if k := keys(t, dir, other); !slices.ContainsFunc(k, func(k Key) bool { return k.CPU == "AMD EPYC" }) {
		t.Errorf("%v", k)
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
