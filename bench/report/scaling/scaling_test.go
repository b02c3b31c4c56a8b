package scaling

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/bench/generate"
)

// Read reads what Line writes, and nothing else.
func TestFile(t *testing.T) {
	want := []Result{
		{Case{"addsub", generate.Children, 100_000, 0}, 1_000_000, time.Millisecond, 2 * time.Millisecond, 1 << 20},
		{Case{"election", generate.Shuffled, 100_000_000, 2}, 1_500_000_000, time.Minute, time.Hour + 1, 1 << 40},
	}
	got, err := Read("file", []byte("goos: linux\n"+want[0].Line()+"# a remark\n"+want[1].Line()))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, line := range []string{
		"BenchmarkScaling/game=addsub/order=children/edges=x/workers=1 1 5 ns/op 5 cpu-ns/op\n",
		"BenchmarkScaling/game=addsub/order=children/edges=10/workers=1 1 5 ns/op\n",
		"BenchmarkScaling/game=addsub/order=children/edges=10/workers=1 1 0.1 ns/op 5 cpu-ns/op\n",
		"BenchmarkOther 1 5 ns/op\n",
	} {
		if got, err := Read("file", []byte("\n"+line)); err == nil || !strings.HasPrefix(err.Error(), "file:2: ") {
			t.Errorf("%q: got %v, %v", line, got, err)
		}
	}
}

func TestTable(t *testing.T) {
	c := Case{"addsub", generate.Children, 100_000, 0}
	solve, big, solveBig := c, c, c
	solve.Workers, solveBig.Workers = 2, 2
	big.Edges, solveBig.Edges = 10_000_000, 10_000_000
	var got strings.Builder
	err := Table([]Result{
		{c, 1_250_000, time.Millisecond, time.Millisecond, 1e5},
		{solve, 1_250_000, 2 * time.Millisecond, 3 * time.Millisecond, 1_000_000},
		{big, 125_000_000, 100 * time.Millisecond, 90 * time.Millisecond, 1e7},
		{solveBig, 125_000_000, 250 * time.Millisecond, 450 * time.Millisecond, 0}, // the system does not say the peak
	}).WriteMarkdown(&got)
	want := `| game, order, edges | process | text MB | ms | x read | CPU ms | x read | exponent | peak B/edge |
|:---|:---|---:|---:|---:|---:|---:|---:|---:|
| addsub, children, 10^5 | read | 1.25 | 1.00 | - | 1.00 | - | - | 1.00 |
| addsub, children, 10^5 | solve -j2 | 1.25 | 2.00 | 2.00 | 3.00 | 3.00 | - | 10.0 |
| addsub, children, 10^7 | read | 125 | 100 | - | 90.0 | - | 1.00 | 1.00 |
| addsub, children, 10^7 | solve -j2 | 125 | 250 | 2.50 | 450 | 5.00 | 1.05 | - |
`
	if err != nil || got.String() != want {
		t.Errorf("got\n%s\nwant\n%s\nerror %v", &got, want, err)
	}
}

// Every case of the smallest size runs, and takes time and memory.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	folder := t.TempDir()
	p, err := Build(context.Background(), folder)
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	err = p.Measure(context.Background(), least, []int{1}, func(r Result) error {
		if r.Bytes == 0 || r.Wall <= 0 || (r.Peak == 0 && runtime.GOOS != "windows") {
			t.Errorf("%+v", r)
		}
		cases = append(cases, r.Case)
		return nil
	})
	if err != nil || len(cases) != 8 {
		t.Errorf("cases %v, %v", cases, err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "input*")); left != nil {
		t.Errorf("left over: %v", left)
	}
	p.read = filepath.Join(folder, "no-such-program")
	if err := p.Measure(context.Background(), least, nil, func(Result) error { return nil }); err == nil || !strings.Contains(err.Error(), "no-such-program") {
		t.Errorf("a command that fails: %v", err)
	}
}
