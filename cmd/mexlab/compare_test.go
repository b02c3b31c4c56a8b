package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// testdata is that of the packages under track.
const testdata = "../../track/"

// A lineTest is a command line, its exit code, and a part of what it writes. ""
// stands for no output.
type lineTest struct {
	line           string
	code           int
	stdout, stderr string
}

func (test *lineTest) check(t *testing.T) {
	t.Helper()
	r := shell(t, test.line)
	if r.code != test.code || !strings.Contains(r.stdout, test.stdout) || !strings.Contains(r.stderr, test.stderr) ||
		(test.stdout == "") != (r.stdout == "") || (test.stderr == "") != (r.stderr == "") {
		t.Errorf("%s:\n%+v\nexpected code %d, %q, %q", test.line, r, test.code, test.stdout, test.stderr)
	}
}

// A committed report names the family and model of its CPU; go test on the same
// machine writes the brand alone.
func TestCompareReport(t *testing.T) {
	t.Parallel()
	const report = "../../reports/amd64/amd-epyc-family-26-model-2/times.txt"
	for _, test := range []lineTest{
		{"sed 's/^cpu: .*/cpu: AMD EPYC/' " + report + " | mexlab compare --threshold 900% --filter .unit:ns/op " + report + " -", 0, " results, AMD EPYC\n", ""},
		{"sed 's/^cpu: .*/cpu: AMD EPYC family 25 model 1/' " + report + " | mexlab compare " + report + " -", 2, "", "different machines"},
	} {
		test.check(t)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	const (
		old  = testdata + "compare/testdata/old.txt"
		new  = testdata + "compare/testdata/new.txt"
		file = testdata + "benchfile/testdata/"
	)
	for _, test := range []lineTest{
		{"mexlab compare " + old + " " + new, 1, "regression", "mexlab: worse: 2 regressions, "},
		{"mexlab compare --markdown " + old + " " + new, 1, "| benchmark |", "mexlab: worse: "},
		{"mexlab compare --html " + old + " " + new, 1, "<!doctype html>", "mexlab: worse: "},
		{"mexlab compare --json " + old + " " + new, 1, `"verdict": "regression"`, "mexlab: worse: "},
		{"mexlab compare --threshold 10% --filter '.name:Slower .unit:ns/op' " + old + " " + new, 0, "1 same", ""},
		{"mexlab compare --filter .name:Noisy " + old + " " + new, 3, "the smallest change this could have seen is", "mexlab: inconclusive: "},
		{"mexlab compare --filter '.name:(Gone OR Same)' " + old + " " + new, 1, "vanished: Gone\n", "mexlab: worse: "},
		{"mexlab compare --allow-vanished --filter '.name:(Gone OR Same)' " + old + " " + new, 0, "vanished: Gone\n", ""},
		{"mexlab compare - " + new + " < " + old, 1, "old: <stdin>, ", "mexlab: worse: "},

		{"mexlab compare " + file + "empty.txt " + new, 2, "", "empty.txt: no benchmark results"},
		{"mexlab compare " + old + " " + file + "utf16le.txt", 2, "", "utf16le.txt: found UTF-16"},
		{"mexlab compare " + file + "mixedcpu.txt " + file + "mixedcpu.txt", 2, "", "different machines do not compare; --across-cpus"},
		{"mexlab compare --across-cpus " + file + "mixedcpu.txt " + file + "mixedcpu.txt", 3, "different machines", "mexlab: inconclusive"},
		{"mexlab compare " + old + " " + file + "order.txt --across-cpus", 2, "", "no benchmark in common"},
		{"mexlab compare " + old, 2, "", `"mexlab compare" compares two files, OLD and NEW, not 1`},
		{"mexlab compare - -", 2, "", "only one of the two files can be standard input"},
		{"mexlab compare /no/such " + new, 2, "", "/no/such: no such file or directory"},
		{"mexlab compare --filter '(' " + old + " " + new, 2, "", "--filter: "},
		{"mexlab compare --threshold -1 " + old + " " + new, 2, "", "expected a percentage"},
		{"mexlab compare " + old + " " + new + " > /dev/full", 2, "", "cannot write the output"},
	} {
		test.check(t)
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	results := file(t, "cpu: A\ntier: avx2\ntoolchain: go1.26.8\ncommit: abcdef0\ncommit-date: 2026-11-05T12:00:00Z\nBenchmarkX-8 1 2 ns/op\n")
	lost := file(t, "cpu: A\ntier: avx2\ntoolchain: go1.26.8\ncommit: abcdef0\ncommit-date: 2026-11-05T12:00:00Z\nBenchmarkX-8 1 2 ns/op\nBenchmarkY-8 \tlog\n")
	path := filepath.Join(dir, "a", "avx2-go1.26.8-procs8", "20261105-120000-abcdef0.txt")
	for _, test := range []lineTest{
		{"mexlab history --dir " + dir, 2, "", dir + ` has no results; "mexlab history add FILE" adds some`},
		{"mexlab history add --dir " + dir + " " + results, 0, path, ""},
		{"mexlab history add --dir " + dir + " " + results, 2, "", "in the history already: " + path},
		{"mexlab history list --dir " + dir, 0, "A, tier avx2", ""},
		{"mexlab history --dir " + dir, 0, "A, tier avx2, go1.26.8, GOMAXPROCS 8\n1 commit of 2026-11-05, 1 trend", ""},
		{"mexlab history show --dir " + dir + " --html", 0, "<svg", ""},
		{"mexlab history show --dir " + dir + " --html --link https://example.com/%s", 0, `<a href="https://example.com/abcdef0">`, ""},
		{"mexlab history show --dir " + dir + " --html --link example.com/%s", 2, "", `--link: found "example.com/%s", expected the address of a commit`},
		{"mexlab history show --dir " + dir + " --link https://example.com/%s", 2, "", "--link does not go with a report without --html: it has no links"},
		{"mexlab history add --dir " + dir + " --set commit=abcdef1 " + lost, 0, "abcdef1.txt", "mexlab: " + lost + ":7: Y-8: parsing iteration count: invalid syntax\n"},
		{"mexlab history add --dir " + dir + " --set color=red " + results, 2, "", `--set: found "color=red"`},
		{"mexlab history add --dir " + dir, 2, "", `"mexlab history add" adds one file`},
		{"mexlab history show x", 2, "", `"mexlab history show" takes no arguments`},
		{"mexlab history bisect", 2, "", `required flag(s) "good", "bench" not set`},
		{"mexlab history bisect --good no-such --bench X", 2, "", `the good commit: "no-such" is no commit`},
	} {
		test.check(t)
	}
}
