package gate

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/track/report"
)

func TestSettings(t *testing.T) {
	list, err := parseSettings("\ufeff// what may be slower\r\n\nthreshold 5% BenchmarkParse/.* // and a comment\n" +
		"accept  Old|BenchmarkOlder until 9999-12-31 takes\tlonger, see https://example.com // for now\n" +
		"threshold 0.5% example.com/sums.BenchmarkSum/n=100\naccept BenchmarkGone until 2000-02-29 too late\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, name string
		threshold  float64
		accepted   bool
	}{
		{"example.com/sums", "BenchmarkParse", 0, false},
		{"example.com/sums", "BenchmarkParse/a/b", 0.05, false},
		{"example.com/sums", "BenchmarkOld", 0, true},
		{"example.com/sums", "BenchmarkOld/n=1", 0, true},
		{"example.com/sums", "BenchmarkOlder", 0, true},
		{"example.com/sums", "BenchmarkOldest", 0, false},
		{"example.com/sums", "BenchmarkSum/n=100", 0.005, false},
		{"example.com/sums", "BenchmarkSum/n=1000", 0, false},
		{"example.com/more", "BenchmarkSum/n=100", 0, false},
	} {
		threshold, waiver := list.of(test.path, test.name)
		if threshold != test.threshold || (waiver != nil) != test.accepted {
			t.Errorf("%s.%s: %v, %v", test.path, test.name, threshold, waiver)
		}
	}
	if _, waiver := list.of("", "BenchmarkOld"); waiver.String() != "accepted until 9999-12-31: takes longer, see https://example.com" {
		t.Errorf("%v", waiver)
	}
	if err := list.unused(); err == nil || err.Error() != "mexlab.gate:6:8: no benchmark is called BenchmarkGone; remove the line, or correct the name" {
		t.Errorf("unused: %v", err)
	}
	if got := strings.Join(list.expired(), "|"); got != "mexlab.gate:6: BenchmarkGone was accepted until 2000-02-29 (too late)" {
		t.Errorf("expired: %q", got)
	}
	if _, waiver := list.of("", "BenchmarkGone"); waiver != nil {
		t.Errorf("%v still counts", waiver)
	}
}

func TestSettingsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"\n  treshold 5% X":               "mexlab.gate:2:3: unknown setting treshold, expected threshold or accept",
		"threshold":                       "mexlab.gate:1:10: the line ends, expected a threshold like 5%",
		"threshold 5 X":                   "mexlab.gate:1:11: 5 is no threshold, expected a percentage above zero, like 5%",
		"threshold -5% X":                 "mexlab.gate:1:11: -5% is no threshold, expected a percentage above zero, like 5%",
		"threshold 5% // nothing":         "mexlab.gate:1:13: the line ends, expected a pattern of benchmarks",
		"threshold 5% a)|(b":              "mexlab.gate:1:14: the pattern of benchmarks: error parsing regexp: unexpected ): `a)|(b`",
		"threshold 5% \\QA":               "mexlab.gate:1:14: the pattern of benchmarks: error parsing regexp: missing closing ): `^(?:\\QA)(?:/.*)?$`",
		"threshold 5% A B":                "mexlab.gate:1:16: B is too much here; a comment begins with //",
		"accept A":                        "mexlab.gate:1:9: the line ends, expected until and a date",
		"accept A 2027-01-31 why":         "mexlab.gate:1:10: 2027-01-31 is in the place of until and a date",
		"accept A until 31.1.2027 why":    "mexlab.gate:1:16: 31.1.2027 is no date, expected one like 2027-01-31",
		"accept A until 2027-02-29 why":   "mexlab.gate:1:16: 2027-02-29 is no date, expected one like 2027-01-31",
		"accept A until 2027-01-31 // no": "mexlab.gate:1:26: the line ends, expected the reason why it is accepted",
	} {
		if _, err := parseSettings(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// A waiver accepts a regression, and that a benchmark has vanished.
func TestWaiver(t *testing.T) {
	const gone = "\nfunc BenchmarkGone(b *testing.B) {\n\tfor b.Loop() {\n\t\tSink++\n\t}\n}\n"
	r := newModule(t, map[string]string{"x_test.go": benchmarkFile("", "") + gone, "sub/doc.go": "package sub\n"})
	r.write(map[string]string{
		"x_test.go":  strings.ReplaceAll(benchmarkFile("", ""), "Sink++", "text = make([]byte, 8)") + "\nvar text []byte\n",
		SettingsFile: "accept BenchmarkX until 9999-12-31 it has to be\naccept Gone until 9999-12-31 no use\nthreshold 50% X\n",
	})
	got, err := Run(t.Context(), Options{Dir: filepath.Join(r.dir, "sub"), Base: "HEAD", Packages: []string{"example.com/f"}, Bench: ".", Threshold: 0.02,
		MaxTime: 2 * time.Second, Settings: true})
	if err != nil {
		t.Fatal(err)
	}
	if x := got.Results[0]; got.Verdict != Fine || x.Verdict != report.Accepted || x.Threshold != 0.5 || x.Reasons[0] != "accepted until 9999-12-31: it has to be" {
		t.Errorf("%+v: %+v", got, x)
	}
	if len(got.Vanished) != 1 || !slices.Contains(got.Notes, "that BenchmarkGone has vanished is accepted until 9999-12-31: no use") {
		t.Errorf("%+v", got)
	}
}

// A waiver that has expired, or that is for nothing, and a bad line, fail.
func TestBadSettings(t *testing.T) {
	r := newModule(t, map[string]string{})
	r.write(map[string]string{"x_test.go": benchmarkFile("", ""), SettingsFile: "accept BenchmarkY until 2000-01-01 it has to be\n"})
	r.commit()
	opt := Options{Dir: r.dir, Base: "HEAD~1", Head: "HEAD", Packages: []string{"./..."}, Bench: ".", Threshold: 0.02, MaxTime: time.Second, Settings: true}
	got, err := Run(t.Context(), opt)
	if err == nil || !strings.Contains(err.Error(), "mexlab.gate:1:8: no benchmark is called BenchmarkY") {
		t.Errorf("%v", err)
	}
	if got == nil || got.Verdict != Regression || len(got.Expired) != 1 {
		t.Errorf("%+v", got)
	}
	opt.Settings = false
	if got, err := Run(t.Context(), opt); err != nil || got.Verdict != Fine {
		t.Errorf("without settings: %+v, %v", got, err)
	}
	r.write(map[string]string{SettingsFile: "threshold x\n"})
	opt.Head, opt.Settings = "", true
	if _, err := Run(t.Context(), opt); err == nil || !strings.HasPrefix(err.Error(), "mexlab.gate:1:11: ") {
		t.Errorf("%v", err)
	}
}
