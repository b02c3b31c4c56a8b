package main

import (
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// shown runs a command line on a terminal of 80 columns, and returns what it writes
// there.
func shown(t *testing.T, line string) string {
	t.Helper()
	person, process := openTerminal(t, 80)
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM=xterm", "COLUMNS=", "NO_COLOR=")
	cmd.Stdout = process
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	process.Close()
	text, _ := io.ReadAll(person) // ends with an error when nobody writes any more
	cmd.Wait()
	return strings.ReplaceAll(string(text), "\r", "")
}

// A terminal gets colors, unless its user wants none or it has none.
func TestColors(t *testing.T) {
	const compare = "mexlab compare ../../track/compare/testdata/old.txt ../../track/compare/testdata/new.txt"
	for _, test := range []struct {
		line string
		want bool
	}{
		{compare, true}, {"NO_COLOR=1 " + compare, false}, {"TERM=dumb " + compare, false}, {"TERM= " + compare, true}, {compare + " | cat", false},
	} {
		text := shown(t, test.line)
		if !strings.Contains(text, "regression") || strings.Contains(text, "\x1b[31m") != test.want {
			t.Errorf("%s: %q", test.line, text)
		}
	}
}

// Tables fit a terminal of 80 columns.
func TestNarrow(t *testing.T) {
	long := strings.Repeat("Encode/size=1048576/", 3)
	results := func(ns string) string {
		return "pkg: example.com/codec\n" + strings.Repeat("BenchmarkDecode 1 "+ns+" ns/op 123456 B/op\nBenchmark"+long+"level=9 1 "+ns+" ns/op 1234567 B/op\n", 6)
	}
	old, new := file(t, results("1234567.25")), file(t, results("1334567.5"))
	for _, test := range []struct{ line, want string }{
		{"mexlab kernels", "\naffine       any     generic"},
		{"mexlab compare " + old + " " + new, "\n  " + long + "level=9\n          "},
		{"mexlab generate boards --games 2 --vertices 2000 --edges 30000 --max-tokens 9 --rounds 1 | mexlab solve --explain", "\nK >= rank         elimination\n"},
		{"mexlab vertex --explain 9223372036854775807 18446744073709551615 18446744073709551614", "\n   1       2     1       0  9223372036854775807  outside the span  elimination\n      "},
		{strings.ReplaceAll(historyExample, "Sum", long+"level=9") + " > /dev/null; mexlab history --dir $d", long + "level=9\n"},
	} {
		text := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(shown(t, test.line), "")
		if !strings.Contains(text, test.want) {
			t.Errorf("%s: got\n%s\nexpected %q", test.line, text, test.want)
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 {
				t.Errorf("%s: %d columns: %s", test.line, utf8.RuneCountInString(line), line)
			}
		}
	}
}
