package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected files")

// golden compares text with a whole file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nexpected\n%s", path, got, want)
	}
}

// Benchstat's tables of fixed results are as expected.
func TestTables(t *testing.T) {
	for name, tables := range map[string]func(string) ([]byte, error){
		"amd64/fake/" + TimesFile:     TimeTables,
		"arm64/emulated/" + InsnsFile: InsnTables,
	} {
		got, err := tables(filepath.Join("testdata/reports", name))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("reports", filepath.Dir(name), TablesFile), got)
	}
	if _, err := TimeTables("testdata/missing"); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("got %v for a missing file", err)
	}
}

func TestMarkdown(t *testing.T) {
	golden(t, "BENCHMARKS.md", Markdown(loaded(t), new(Loops), nil))
}

func loaded(t *testing.T) []*Machine {
	t.Helper()
	machines, err := Load("testdata/reports")
	if err != nil {
		t.Fatal(err)
	}
	return machines
}

func TestLoad(t *testing.T) {
	machines := loaded(t)
	if len(machines) != 2 || machines[0].Arch != "amd64" || machines[0].Counted || !machines[1].Counted {
		t.Fatalf("got %+v", machines)
	}
	row := machines[0].Suite("Degree")[1]
	if row.Input() != "deg=24 k=uniform values=8bit" {
		t.Errorf("got %q", row.Input())
	}
	if best, ok := row.Best(); !ok || best.Kernel != "affine/avx2" || best.Cost < 107 || best.Cost > 113 {
		t.Errorf("the best of %+v is %+v", row, best)
	}
	if x, ok := row.Ratio("lowbit"); !ok || x < 4.8e6 || x > 5.2e6 {
		t.Errorf("lowbit is %v times the floor", x)
	}
	if _, ok := row.Cost("naive"); ok {
		t.Error("a kernel that was not measured has a cost")
	}
	if x, _ := machines[0].Suite("Text")[0].Cost("parser"); x < 1.2 || x > 1.3 {
		t.Errorf("the parser takes %v ns/byte, expected 1.25", x)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, raw := range []string{"", "BenchmarkOther-8 1 5 ns/op\n", "BenchmarkMex/kernel=auto/isa=best/deg=2 1 5 ns/op\n"} {
		if _, err := parse("amd64/x/times.txt", []byte(raw)); err == nil || !strings.Contains(err.Error(), "amd64/x/times.txt") {
			t.Errorf("%q: %v", raw, err)
		}
	}
}
