package gate

import (
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/track/report"
)

// faulty has a benchmark for each way in which one cannot be measured, in both
// versions, in the new one or in the old one. BenchmarkA and BenchmarkZ can.
const faulty = `package f

import (
	"fmt"
	"log"
	"math"
	"math/rand"
	"os"
	"strings"
	"testing"
	"time"
)

var nobody map[int]int

func work(b *testing.B) {
	for range b.N {
		for i := range 1000 {
			Sink += i ^ Sink
		}
	}
}

func BenchmarkA(b *testing.B) { work(b) }

func BenchmarkFails(b *testing.B) { b.Fatal("no PAYLOAD") }

func BenchmarkFailsNow(b *testing.B) {
	if Version == 2 {
		b.Error("wrong at last")
	}
}

func BenchmarkFailedBefore(b *testing.B) {
	if Version == 1 {
		b.Fatal("wrong at first")
	}
	work(b)
}

func BenchmarkPanics(b *testing.B) { nobody[1] = 1 }

func BenchmarkExits(b *testing.B) { log.Fatal("has had enough") }

func BenchmarkLeaves(b *testing.B) { os.Exit(0) }

func BenchmarkHangs(b *testing.B) {
	work(b)
	for Version == 2 && b.N > 10 {
		time.Sleep(time.Second)
	}
}

func BenchmarkSkips(b *testing.B) { b.Skip("needs data") }

func BenchmarkSkipped(b *testing.B) {
	if Version == 1 {
		b.Skip("at first")
	}
	work(b)
}

func BenchmarkPrints(b *testing.B) {
	fmt.Println("Benchmarking", b.N)
	fmt.Print("BenchmarkPrints: ", strings.Repeat("x", 10000))
	work(b)
}

func BenchmarkNoTime(b *testing.B) {
	work(b)
	b.ReportMetric(0, "ns/op")
}

func BenchmarkOddTime(b *testing.B) {
	work(b)
	if Version == 2 {
		b.ReportMetric(math.NaN(), "ns/op")
	}
}

func BenchmarkStopped(b *testing.B) {
	if Version == 2 {
		b.StopTimer()
	}
	work(b)
}

func BenchmarkInfinite(b *testing.B) {
	work(b)
	for _, unit := range []string{"rows/s", "B/op", "allocs/op"} {
		b.ReportMetric(math.Inf(1), unit)
	}
}

func BenchmarkNoLoop(b *testing.B) {
	for i := range 1000 {
		Sink += i ^ Sink
	}
}

func BenchmarkNoLoopNow(b *testing.B) {
	for range map[bool]int{true: b.N, false: 1}[Version == 1] {
		for i := range 1000 {
			Sink += i ^ Sink
		}
	}
}

func BenchmarkNamed(b *testing.B) {
	b.Run("always", work)
	b.Run(fmt.Sprint("seed=", rand.Int63()), work)
	b.Run("failing", func(b *testing.B) { b.Fatal("no luck") })
}

func BenchmarkZ(b *testing.B) { work(b) }
`

func TestFaults(t *testing.T) {
	r := newModule(t, map[string]string{"x_test.go": faulty, "v.go": "package f\n\nvar Version = 1\n"})
	r.edit("v.go", "1", "2")
	got := r.run(Options{Base: "HEAD", Bench: ".", Skip: "Z$", MaxTime: time.Second})
	if got.Verdict != Regression || len(got.Vanished)+len(got.Added)+len(got.Notes) > 0 {
		t.Errorf("%v; vanished %v, added %v, notes %v", got.Verdict, got.Vanished, got.Added, got.Notes)
	}
	if err := report.WriteJSON(io.Discard, got); err != nil {
		t.Errorf("as JSON: %v", err)
	}
	good := []string{report.Same, report.NotWorse, report.Inconclusive}
	want := map[string]struct {
		verdicts []string
		reason   string
	}{
		"BenchmarkA":             {good, ""},
		"BenchmarkPrints":        {good, ""},
		"BenchmarkNamed/always":  {good, ""},
		"BenchmarkFails":         {[]string{report.NotJudged}, "fails in both (x_test.go:26: no PAYLOAD)"},
		"BenchmarkFailsNow":      {[]string{report.Regression}, "fails in the working tree, unlike in HEAD"},
		"BenchmarkFailedBefore":  {[]string{report.NotJudged}, "fails in HEAD"},
		"BenchmarkPanics":        {[]string{report.NotJudged}, "fails in both (panic: assignment to entry in nil map)"},
		"BenchmarkExits":         {[]string{report.NotJudged}, "has had enough)"},
		"BenchmarkLeaves":        {[]string{report.NotJudged}, "fails in both (it ends without a result)"},
		"BenchmarkHangs":         {[]string{report.Regression}, "does not end within "},
		"BenchmarkSkips":         {[]string{report.NotJudged}, "is skipped in both (x_test.go:54: needs data)"},
		"BenchmarkSkipped":       {[]string{report.Inconclusive}, "at first)"},
		"BenchmarkNoTime":        {[]string{report.NotJudged}, "reports no time in both"},
		"BenchmarkOddTime":       {[]string{report.Inconclusive}, "reports no time in the working tree, unlike in HEAD"},
		"BenchmarkStopped":       {[]string{report.Inconclusive}, "takes a time that does not grow with b.N in the working tree, unlike in HEAD"},
		"BenchmarkInfinite":      {good, ""},
		"BenchmarkNoLoop":        {[]string{report.NotJudged}, "takes a time that does not grow with b.N in both"},
		"BenchmarkNoLoopNow":     {[]string{report.Inconclusive}, "takes a time that does not grow with b.N in the working tree, unlike in HEAD"},
		"BenchmarkNamed":         {[]string{report.NotJudged}, "from run to run in both (like BenchmarkNamed/seed="},
		"BenchmarkNamed/failing": {[]string{report.NotJudged}, "no luck)"},
	}
	for _, b := range got.Results {
		row, expected := want[b.Name]
		if delete(want, b.Name); !expected {
			t.Errorf("unexpected: %+v", b)
		} else if reasons := strings.Join(b.Reasons, "; "); !slices.Contains(row.verdicts, b.Verdict) || !strings.Contains(reasons, row.reason) {
			t.Errorf("%s is %s: %s; expected %v: %s", b.Name, b.Verdict, reasons, row.verdicts, row.reason)
		}
	}
	for name := range want {
		t.Errorf("no row for %s", name)
	}
}

// If the test binary ends before it begins with a benchmark, or not at all, this
// is said of each of them.
func TestNeverBegins(t *testing.T) {
	source := benchmarkFile("\t\"os\"\n", "") + "\nfunc TestMain(m *testing.M) {\n\tif Version == 2 {\n\t\tprintln(\"no database\")\n\t\tos.Exit(3)\n\t}\n\tos.Exit(m.Run())\n}\n"
	for _, test := range []struct {
		version, verdict, reason string
		outcome                  Outcome
	}{
		{"1", report.Regression, "fails in the working tree, unlike in HEAD", Regression},
		{"2", report.NotJudged, "fails in both (no database)", Fine},
	} {
		r := newModule(t, map[string]string{"x_test.go": source, "v.go": "package f\n\nvar Version = " + test.version + "\n"})
		r.write(map[string]string{"v.go": "package f\n\nvar Version, Other = 2, 1\n"})
		got := r.run(Options{Base: "HEAD", MaxTime: time.Second})
		if len(got.Results) != 1 || got.Verdict != test.outcome {
			t.Fatalf("%+v", got)
		}
		if b := got.Results[0]; b.Name != "BenchmarkX" || b.Verdict != test.verdict || !strings.Contains(strings.Join(b.Reasons, "; "), test.reason) {
			t.Errorf("%+v; expected %s: %s", b, test.verdict, test.reason)
		}
	}
}

// alone has a benchmark of which there cannot be two processes.
const alone = `package f

import (
	"net"
	"os"
	"testing"
	"time"
)

// TestMain lets no second process live, as one that needs a port or a lock.
func TestMain(m *testing.M) {
	const address = ADDRESS
	one, err := net.Listen("tcp", address)
	for WAITS && err != nil {
		time.Sleep(time.Millisecond)
		one, err = net.Listen("tcp", address)
	}
	if err != nil {
		println(err.Error())
		os.Exit(1)
	}
	code := m.Run()
	one.Close()
	os.Exit(code)
}

func BenchmarkX(b *testing.B) {
	for range b.N {
		for i := range 1000 {
			Sink += i ^ Sink
		}
	}
}
`

// Two processes that cannot live at the same time run one after the other.
func TestOneAtATime(t *testing.T) {
	for waits, reason := range map[string]string{"false": "one fails: ", "true": "one does not end within "} {
		t.Run(reason, func(t *testing.T) {
			source := strings.NewReplacer("ADDRESS", `"`+freeAddress(t)+`"`, "WAITS", waits).Replace(alone)
			r := newModule(t, map[string]string{"x_test.go": source})
			r.write(map[string]string{"f.go": "package f\n\nvar Sink, Other = 0, 1\n"})
			got := r.run(Options{Base: "HEAD", MaxTime: time.Second})
			if len(got.Results) != 1 || got.Results[0].Pairs == 0 || got.Results[0].Verdict == report.Regression {
				t.Fatalf("%+v", got)
			}
			if said := strings.Join(got.Results[0].Reasons, "; "); canWait && !strings.Contains(said, "two processes of it cannot live at once ("+reason) {
				t.Errorf("expected that two cannot live at once; %s", said)
			}
		})
	}
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	return l.Addr().String()
}
