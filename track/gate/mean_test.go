package gate

import (
	"slices"
	"testing"
	"time"

	"mexlab/track/report"
)

// What the fastest slices do not see is a regression all the same: what happens
// now and then, more bytes, and a unit of the benchmark's own.
func TestWorse(t *testing.T) {
	r := newModule(t, map[string]string{"x_test.go": `package f

import "testing"

const (
	flush = 1
	size  = 1000
	rows  = 500
)

func work(n int) (sum int) {
	for i := range n {
		sum += i ^ sum
	}
	return sum
}

var ops int

// Every hundredth operation may take much longer.
func BenchmarkFlush(b *testing.B) {
	for b.Loop() {
		Sink += work(20000)
		if ops++; ops%100 == 0 {
			Sink += work(20000 * flush)
		}
	}
}

var kept []byte

func BenchmarkBytes(b *testing.B) {
	for b.Loop() {
		Sink += work(20000)
		kept = make([]byte, size)
	}
}

func BenchmarkUnits(b *testing.B) {
	for b.Loop() {
		Sink += work(20000)
	}
	b.ReportMetric(rows, "rows/s")
	b.ReportMetric(rows, "hits/op")
	b.ReportMetric(1, "sec/op")
}

func BenchmarkUntimed(b *testing.B) {
	for b.Loop() {
		Sink += work(20000)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(rows, "rows/s")
}
`})
	r.edit("x_test.go", "flush = 1", "flush = 100")
	r.edit("x_test.go", "size  = 1000", "size  = 1500")
	r.edit("x_test.go", "rows  = 500", "rows  = 300")
	results := map[string]*Result{}
	for _, b := range r.run(Options{Base: "HEAD", MaxTime: 30 * time.Second}).Results {
		results[b.Name] = b
	}
	for name, want := range map[string]string{"BenchmarkFlush": "mean", "BenchmarkBytes": "B/op", "BenchmarkUnits": "rows/s", "BenchmarkUntimed": "rows/s"} {
		if b := results[name]; b.Verdict != report.Regression || !slices.Equal(b.Worse, []string{want}) {
			t.Errorf("%s: %s, worse: %q, %q; expected a regression of %s", name, b.Verdict, b.Worse, b.Reasons, want)
		}
	}
	if m := results["BenchmarkFlush"].Mean; m.Change < 0.5 || m.Low < 0.1 || m.P > 0.05 || m.Pairs < 6 {
		t.Errorf("the mean: %+v", m)
	}
	if b := results["BenchmarkUntimed"]; b.Pairs != 0 || b.Mean != nil {
		t.Errorf("without a time: %+v", b)
	}
	if q := results["BenchmarkBytes"].Bytes; q.Values != [2]float64{1024, 1536} {
		t.Errorf("bytes: %+v", q)
	}
	verdicts := map[string]string{}
	for _, q := range results["BenchmarkUnits"].Units {
		verdicts[q.Unit] = q.Verdict
	}
	if len(verdicts) != 3 || verdicts["rows/s"] != report.Regression || verdicts["hits/op"] != report.NotGated || verdicts["sec/op"] != report.Same {
		t.Errorf("units: %v", verdicts)
	}
	if reasons := results["BenchmarkUnits"].Reasons; !slices.Contains(reasons, "rows/s 500 -> 300, -40.0%") ||
		!slices.Contains(reasons, "hits/op is not gated: whether more is better is not known") {
		t.Errorf("reasons: %q", reasons)
	}
}
