package report

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeTimes are results of a machine, which a test changes.
func fakeTimes(t *testing.T, changes ...string) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/reports/amd64/fake/" + TimesFile)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.NewReplacer(changes...).Replace(string(raw)))
}

// put writes a file below a folder.
func put(t *testing.T, folder, name string, content []byte) {
	t.Helper()
	name = filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Results of the same machine replace older ones, and nothing else. Only what
// differs is written, with tables of it.
func TestMerge(t *testing.T) {
	const place = "amd64/fake-1/" + TimesFile
	here := fakeTimes(t)
	for _, test := range []struct {
		name string
		path string
		raw  []byte
		want Outcome
		note string
	}{
		{"the same", place, here, Same, "Fake 1, linux, 2026-11-01 00:00:00, commit 0123456789ab, which is not here"},
		{"with other ends of lines", place, bytes.ReplaceAll(here, []byte("\n"), []byte("\r\n")), Same, ""},
		{"newer", place, fakeTimes(t, "2026-11-01", "2026-11-02", "0123456789ab", "0123456789ab+changes"), Replaces, "commit 0123456789ab with changes; before: 2026-11-01 00:00:00"},
		{"older", place, fakeTimes(t, "2026-11-01", "2026-10-31"), Kept, "there are newer results, of 2026-11-01 00:00:00"},
		{"newer, of fewer rounds", place, fakeTimes(t, "2026-11-01", "2026-11-02", "rounds: 10", "rounds: 9", "# round 10 of 10 is complete\n", ""), Kept, "there are results of 10 rounds, and these are of 9"},
		{"another machine", "arm64/apple-m9-darwin/" + TimesFile,
			fakeTimes(t, "goos: linux", "goos: darwin", "goarch: amd64", "goarch: arm64", "Fake 1", "Apple M9", "tier: avx2", "tier: neon\nkernels: none"), New, "Apple M9, darwin, 2026-11-01 00:00:00, commit 0123456789ab, which is not here, other kernels than here"},
	} {
		reports, from := t.TempDir(), t.TempDir()
		put(t, reports, place, here)
		put(t, from, "reports/"+test.path, test.raw)
		found, err := Collect(t.Context(), reports, from, filepath.Join(from, "reports"))
		if err != nil || len(found) != 2 {
			t.Errorf("%s: %+v, %v", test.name, found, err)
			continue
		}
		m := &found[0]
		if m.Path != test.path || m.Outcome != test.want || !strings.Contains(m.Note, test.note) {
			t.Errorf("%s: %s is %s: %s; want %s: %s", test.name, m.Path, m.Outcome, m.Note, test.want, test.note)
		}
		if second := found[1].Outcome; second == New || second == Replaces {
			t.Errorf("%s: found twice, and the second one is %s", test.name, second)
		}
		if err := m.Write(reports); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		taken := test.want == New || test.want == Replaces
		tables, err := os.ReadFile(filepath.Join(reports, filepath.Dir(test.path), TablesFile))
		if (err == nil) != taken || taken && !bytes.Contains(tables, []byte("geomean")) {
			t.Errorf("%s: tables %.100q, %v", test.name, tables, err)
		}
		if got, _ := os.ReadFile(filepath.Join(reports, test.path)); bytes.Equal(got, test.raw) != (taken || test.name == "the same") {
			t.Errorf("%s: the file is written: %v", test.name, !taken)
		}
	}
}

// A zip file is as good as a folder.
func TestMergeZip(t *testing.T) {
	name := filepath.Join(t.TempDir(), "report.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	archive := zip.NewWriter(f)
	for path, content := range map[string][]byte{"BENCHMARKS.md": nil, "reports/amd64/fake-1/times.txt": fakeTimes(t)} {
		w, err := archive.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	found, err := Collect(t.Context(), t.TempDir(), name)
	if err != nil || len(found) != 1 || found[0].Outcome != New {
		t.Errorf("%+v, %v", found, err)
	}
}

// What is no report is refused with one line, and nothing is written.
func TestMergeRefuses(t *testing.T) {
	const place = "amd64/fake-1/" + TimesFile
	head := []byte("goos: linux\ngoarch: amd64\ncpu: Fake 1\ntoolchain: go1.26.8\ndate: 2026-11-01 00:00:00\n")
	for _, test := range []struct {
		path string
		raw  []byte
		want string
	}{
		{"notes/" + TimesFile, nil, ": no results; expected files like reports/amd64/CPU/times.txt"},
		{place, nil, `times.txt: no report: its head lacks a line "goos: ..."`},
		{place, fakeTimes(t, "cpu: ", "chip: "), `lacks a line "cpu: ..."`},
		{place, fakeTimes(t, "date: 2026-11-01", "date: Monday"), `no report: parsing time "Monday`},
		{place, fakeTimes(t, "cpu: Fake 1", "cpu: <b>Fake 1</b>"), `the processor "<b>Fake 1</b>" has a name that is none`},
		{place + "/folder", nil, "times.txt: expected a file of results"},
		{place, fakeTimes(t, "Fake 1", "Fake 2"), "its head says that it is of Fake 2, whose folder is amd64/fake-2"},
		{place, fakeTimes(t, "goos: linux", "goos: windows"), "whose folder is amd64/fake-1-windows"},
		{place, fakeTimes(t, "ns/vertex", "ns/edge"), "is not a result of this project's benchmarks"},
		{place, fakeTimes(t, "kernel=auto", "fork=auto"), "is not a result of this project's benchmarks"},
		{place, fakeTimes(t, "BenchmarkMex", "BenchmarkMax"), "it has no results of suite Mex"},
		{place, fakeTimes(t, "ns/vertex", "insns/vertex"), "a file with this name has times"},
		{place, fakeTimes(t, "rounds: 10", "rounds: 11"), "10 of 11 rounds are complete"},
		{place, fakeTimes(t, "rounds: 10\n", ""), "10 of ? rounds are complete"},
		{place, fakeTimes(t, "tier: avx2", "tier: avx9"), "differs from the results in its place, and both are of 2026-11-01 00:00:00"},
		{"amd64/fake-1/" + ScalingFile, head, "scaling.txt: no benchmark results"},
		{"amd64/fake-1/" + CyclesFile, append(slices.Clip(head), "BenchmarkFloor 1 2 GHz 3 adds/cycle 4 bytes/cycle\n"...), "it has no loops"},
		{"amd64/fake-1/" + IntrinsicsFile, append(slices.Clip(head), "BenchmarkLines/topic=scan 1 2 assembly-lines 3 go-lines\n"...), "it has no comparisons"},
		{"amd64/fake-1/" + IntrinsicsFile, fakeTimes(t), "is no comparison of intrinsics"},
		{"amd64/fake-1/" + InsnsFile, fakeTimes(t), "a file with this name has instructions"},
	} {
		reports, from := t.TempDir(), t.TempDir()
		put(t, reports, place, fakeTimes(t))
		put(t, from, test.path, test.raw)
		found, err := Collect(t.Context(), reports, from)
		if err == nil || !strings.HasPrefix(err.Error(), from) || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %+v, %v; want %s", test.path, found, err, test.want)
		}
	}
	// Two names that make one folder are two machines.
	reports, from := t.TempDir(), t.TempDir()
	put(t, reports, place, fakeTimes(t))
	put(t, from, place, fakeTimes(t, "Fake 1", "Fake (1)", "2026-11-01", "2026-11-02"))
	if _, err := Collect(t.Context(), reports, from); err == nil || !strings.Contains(err.Error(), `another machine has its folder: cpu is "Fake (1)", and "Fake 1" there`) {
		t.Errorf("two machines: %v", err)
	}
}
