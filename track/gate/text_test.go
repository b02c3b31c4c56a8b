package gate

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mexlab/track/report"
	"mexlab/track/stat"
	"mexlab/track/table"
)

var update = flag.Bool("update", false, "write the golden files")

// results returns one result of each kind.
func results() []*Result {
	b := func(name string, v stat.Verdict, change float64) *Result {
		r := &Result{Package: "example.com/sums", Name: name, Threshold: 0.02, Change: change, Low: change - 0.004, High: change + 0.0045, Best: change,
			Noise: 0.0031, MinDetectable: 0.013, P: 1, Pairs: 24, Seconds: [2]float64{250e-9, 250e-9 * (1 + change)}, maxTime: 5 * time.Second}
		r.setVerdict(v)
		return r
	}
	slower := b("BenchmarkSum/n=100", stat.Slower, 0.0531)
	slower.Insns = &[2]float64{434, 520.5}
	slower.Functions = []Function{{"example.com/sums.twice[go.shape.int]", 0, 14.1e-9, 1.06}, {"example.com/sums.Sum", 250e-9, 249.2e-9, -0.06}}
	allocs := b("BenchmarkPositive", stat.Same, 0.0002)
	allocs.Allocs, allocs.Insns = &[2]float64{1, 8}, &[2]float64{1203, 1203}
	more := b("BenchmarkLeast|`@me`", stat.Same, -0.0001)
	more.Insns = &[2]float64{1000, 1021}
	fewer := b("BenchmarkFind", stat.Faster, -0.31)
	fewer.Insns = &[2]float64{1000, 700}
	fewer.Allocs = &[2]float64{12, 10}
	little := b("BenchmarkLittle", stat.Slower, 0.016)
	little.Noise = math.NaN()
	open := b("BenchmarkMap", stat.Undecided, 0.018)
	open.MinDetectable, open.Low, open.High = 0.072, -0.02, 0.056
	few := b("BenchmarkSlow", stat.Undecided, 1.7)
	few.Pairs, few.Low, few.High, few.Noise, few.MinDetectable = 3, math.NaN(), math.NaN(), math.NaN(), math.NaN()
	fails := &Result{Package: "example.com/sums", Name: "BenchmarkFails", Threshold: 0.02}
	fails.leaveUnmeasured(report.NotJudged, "fails in HEAD (exit status 1; it wrote:\n\tno file, and a long line that says why there is none), as in main")
	return []*Result{slower, little, allocs, more, fewer, open, few, fails}
}

// writeUnstyled writes a page from its heading to its script: what is around
// them is not this package's.
func writeUnstyled(r *Report, w io.Writer) error {
	var page bytes.Buffer
	err := r.WriteHTML(&page)
	_, body, _ := bytes.Cut(page.Bytes(), []byte("<body>\n"))
	body, _, _ = bytes.Cut(body, []byte("<script>"))
	w.Write(body)
	return err
}

// The reports of a run with everything in it, of one that counts no
// instructions, and of one with a single benchmark.
func TestGolden(t *testing.T) {
	machine := Machine{CPU: "Example CPU @ 3.00GHz", CPUs: 2, GOOS: "linux", GOARCH: "amd64", Go: "go1.26.8"}
	full := &Report{Base: "main", Head: "the working tree", Threshold: 0.02, Machine: machine, Results: results(), insns: true,
		Vanished: []string{"example.com/sums.BenchmarkGone"}, Added: []string{"example.com/sums.BenchmarkNew"}, Identical: []string{"example.com/other"}}
	full.Expired = []string{"mexlab.gate:3: BenchmarkFind was accepted until 2026-01-31 (a reason)"}
	plain := &Report{Base: "v1.2.0", Head: "v1.3.0", Threshold: 0.005, Machine: machine, Results: results()}
	for _, r := range plain.Results {
		r.Insns, r.Threshold = nil, 0.005
	}
	plain.Results[0].Threshold = 0.05
	plain.Results[1].Waiver = &Waiver{"2027-01-31", "the new format takes longer"}
	for _, r := range plain.Results[5:] {
		r.Package = "example.com/sums/more"
	}
	machine.CPUs = 1
	one := results()[0]
	one.Threshold = 0.05
	single := &Report{Base: "main", Head: "HEAD", Threshold: 0.05, Machine: machine, Results: []*Result{one}}
	for _, test := range []struct {
		name   string
		report *Report
	}{{"full", full}, {"plain", plain}, {"single", single}} {
		test.report.conclude()
		if test.report.Verdict != Regression {
			t.Errorf("%s: the verdict is %s", test.name, test.report.Verdict)
		}
		for _, form := range []struct {
			extension string
			write     func(*Report, io.Writer) error
		}{{".txt", func(r *Report, w io.Writer) error { return r.WriteText(w, table.Plain) }}, {".md", (*Report).WriteMarkdown}, {".html", writeUnstyled}} {
			var got bytes.Buffer
			if err := form.write(test.report, &got); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", test.name+form.extension)
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s differs; go test -update writes it anew:\n%s", golden, got.Bytes())
			}
		}
	}
}
