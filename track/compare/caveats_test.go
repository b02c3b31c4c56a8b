package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/track/benchfile"
	"mexlab/track/table"
)

// Oddities in a file are handled or reported. Each case has a file.
func TestCaveats(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     string // the outcome or the start of an error, and parts of the text, divided by |
	}{
		{"two.txt", "two.txt", "not worse|Sum/a%b/c-8|2 same\n"},
		{"two.txt", "bomcrlf.txt", "not worse|2 same\n"},
		{"bom.txt", "bom.txt", "inconclusive|1 + 1 results"},
		{"crlf.txt", "crlf.txt", "inconclusive|old: crlf.txt, 1 result, Example CPU 3000\n|1 + 1 results"},
		{"longline.txt", "longline.txt", "inconclusive|note: longline.txt:7: a line longer than 65534 bytes"},
		{"nan.txt", "nan.txt", "inconclusive|inconclusive: nan.txt:6: Sum-8, 2 times: NaN ns/op is no measurement\n"},
		{"time.txt", "nantime.txt", "regression|vanished: Sum-8 in sec/op\n|1 unit of a benchmark vanished"},
		{"nantime.txt", "time.txt", "inconclusive|inconclusive: nantime.txt:5: Sum-8, 6 times|1 same, 1 lost or failed\n"},
		{"two.txt", "range.txt", "range.txt:5: no benchmark results in this file; the first thing wrong is: Sum-8, 6 times: parsing measurement: value out of range"},
		{"zero.txt", "zero.txt", "inconclusive|sec/op, lower is better|3 + 3 results"},
		{"negative.txt", "negative.txt", "inconclusive|-24.00n"},
		{"log.txt", "log.txt", "inconclusive|3 + 3 results"},
		{"log.txt", "failed.txt", "failed.txt:5: no benchmark results in this file; the first thing wrong is: BenchmarkSum: failed"},
		{"mixedcpu.txt", "mixedcpu.txt", `mixedcpu.txt:5 has cpu "Example CPU 3000", mixedcpu.txt:10 has cpu "Other CPU 1"`},
		{"two.txt", "nocpu.txt", `two.txt:5 has goarch "amd64", nocpu.txt:4 has goarch "arm64"; times of different machines`},
		{"nocpu.txt", "nocpu.txt", "inconclusive|note: no cpu line in nocpu.txt and nocpu.txt: make sure"},
		{"two.txt", "nopkg.txt", "not worse|2 same\n"},
		{"duplicates.txt", "duplicates.txt", "not worse|example.com/sum: sec/op|example.com/other: sec/op"},
		{"duplicates.txt", "nopkg.txt", "nothing to compare: duplicates.txt and nopkg.txt have no benchmark in common; " +
			"the first are example.com/sum.Sum-8 and Sum-8"},
		{"names.txt", "names.txt", "not worse|Sum/100%/a/b/c=d/µs-8"},
		{"spaces.txt", "two.txt", "inconclusive|inconclusive: spaces.txt:5: Sum/with, 6 times: parsing iteration count: invalid syntax\n|new: Sum/a%b/c-8"},
		{"two.txt", "spaces.txt", "regression|vanished: Sum/a%b/c-8\n"},
		{"procs8.txt", "procs4.txt", "inconclusive|Sum/size-16 |note: names are matched without the suffix for GOMAXPROCS: -8 in procs8.txt, -4 in procs4.txt"},
		{"cpulist.txt", "procs8.txt", "regression|vanished: Sum-2\n"},
		{"units.txt", "units.txt", "inconclusive|widgets/op, direction not known|not gated\n      whether more is better is not known|hits/op, higher is better"},
		{"sideways.txt", "sideways.txt", "nothing to compare: whether more sec/op is better is not known"},
		{"exact5.txt", "exact4.txt", "regression|regression\n      an exact count"},
		{"exact4.txt", "exact5.txt", "not worse|improvement\n      an exact count"},
		{"timeunits.txt", "timeunits.txt", "inconclusive|sec/op, lower is better\n|4.500µ ± 56%"},
		{"utf16le.txt", "two.txt", "utf16le.txt: found UTF-16"},
		{"empty.txt", "two.txt", "empty.txt: no benchmark results"},
		{"syntax.txt", "syntax.txt", "inconclusive|inconclusive: syntax.txt:5: Sum-8, 2 times: missing units\n|note: syntax.txt:9: parsing measurement"},
	} {
		outcome, text := compareFiles(t, test.old, test.new)
		parts := strings.Split(test.want, "|")
		if !strings.HasPrefix(outcome, parts[0]) {
			t.Errorf("%s and %s: %s, expected %s", test.old, test.new, outcome, parts[0])
		}
		for _, part := range parts[1:] {
			if !strings.Contains(text, part) {
				t.Errorf("%s and %s: no %q in\n%s", test.old, test.new, part, text)
			}
		}
	}
}

// compareFiles returns the outcome and the text, or the error.
func compareFiles(t *testing.T, names ...string) (outcome, text string) {
	t.Helper()
	var sources [2]benchfile.Source
	for i, name := range names {
		f, err := os.Open(filepath.Join("../benchfile/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		sources[i] = benchfile.Source{Reader: f, Name: name}
	}
	files, err := benchfile.ReadBoth(sources[0], sources[1], nil)
	if err != nil {
		return err.Error(), ""
	}
	r, err := Compare(files[0], files[1], DefaultOptions())
	if err != nil {
		return err.Error(), ""
	}
	var out strings.Builder
	if err := r.WriteText(&out, table.Plain); err != nil {
		t.Fatal(err)
	}
	return r.Outcome().String(), out.String()
}
