package bench

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"mexlab/kernel"
)

// Every kernel agrees with auto on the rows it is timed on, and auto is checked
// on all rows by a kernel of another idea.
func TestContest(t *testing.T) {
	for _, w := range Workloads() {
		entries, err := Contest(w, kernel.Available(), 8)
		if err != nil {
			t.Fatal(err)
		}
		checked := false
		for _, e := range entries {
			name := e.Kernel.Info().String()
			checked = checked || name == "paritysplit" && e.Limit == nil && e.Stride == 1
			if name == "auto" && e.Limit != nil {
				t.Errorf("%s: auto: %v", w.Name, e.Limit)
			}
			if longest(e.Batch) > w.Degree {
				t.Errorf("%s: a row of %d values, not at most %d", w.Name, longest(e.Batch), w.Degree)
			}
		}
		if !checked {
			t.Errorf("%s: auto is not checked on all rows", w.Name)
		}
	}
}

func longest(b *kernel.Batch) int {
	n := 0
	for i := range b.Len() {
		n = max(n, len(b.Row(i)))
	}
	return n
}

// wrongAt is auto but for one row.
type wrongAt struct {
	kernel.Kernel
	row int
}

func (k wrongAt) Info() kernel.Info { return kernel.Info{Name: "wrong", ISA: kernel.Generic} }

func (k wrongAt) Mex(ws *kernel.Workspace, b *kernel.Batch) error {
	err := k.Kernel.Mex(ws, b)
	b.Mex[k.row] ^= 1
	return err
}

func TestContestNamesTheRow(t *testing.T) {
	w := Workload{Name: "tiny", Fill: func() (*kernel.Batch, error) {
		var b kernel.Batch
		b.Add(1, 0, 1)
		b.Add(2, 0, 1, 2)
		return &b, nil
	}}
	_, err := Contest(w, []kernel.Kernel{wrongAt{kernel.Auto(), 1}, kernel.Auto()}, 2)
	want := "two solvers disagree: workload tiny, row 1: K=2, successors' values [0 1 2]: kernel wrong says 5, kernel auto says 4"
	if !errors.Is(err, ErrDisagree) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestAgreeAcrossStrides(t *testing.T) {
	var all kernel.Batch
	for i := range 10 {
		all.Add(uint64(i), 0)
	}
	full := &Entry{Kernel: kernel.Auto(), Batch: withResults(&all), Stride: 1}
	third := &Entry{Kernel: wrongAt{kernel.Auto(), 0}, Batch: withResults(every(&all, 3)), Stride: 3}
	if err := agree("strides", []*Entry{third, full}); err != nil {
		t.Fatal(err)
	}
	third.Batch.Mex[2] = 7
	var d *Disagreement
	if err := agree("strides", []*Entry{third, full}); !errors.As(err, &d) || d.Row != 6 || d.K != 6 {
		t.Errorf("got %+v, expected row 6", err)
	}
}

func TestClock(t *testing.T) {
	long := &runner{run: func() error { time.Sleep(2 * time.Millisecond); return nil }}
	short := &runner{run: func() error { return nil }}
	if err := clock([]*runner{long, short}, 3, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if long.perOp < 2e6 || short.perOp <= 0 || short.perOp > long.perOp {
		t.Errorf("2 ms took %v ns, nothing took %v ns", long.perOp, short.perOp)
	}
	broken := errors.New("broken")
	if err := clock([]*runner{{run: func() error { return broken }}}, 3, time.Millisecond); err != broken {
		t.Errorf("got %v, expected the runner's error", err)
	}
}

func TestTable(t *testing.T) {
	var b kernel.Batch
	b.Add(1, 0)
	lowbit, err := kernel.Lookup("lowbit")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	writeBlock(&out, Workload{Name: "tiny", Doc: strings.TrimSpace(strings.Repeat("word ", 20))}, []result{
		{&Entry{Kernel: lowbit, Batch: &b, Stride: 7}, 1234567},
		{&Entry{Kernel: kernel.Auto(), Batch: &b, Stride: 1}, 12.5},
		{&Entry{Kernel: wrongAt{}, Batch: &b, Stride: 1, Limit: &kernel.LimitError{What: "degree", Got: 64, Max: 20}}, 0},
	})
	want := `
tiny: word word word word word word word word word word word word word word word
word word word word word; 1 vertices; * timed on every 7th
  kernel                 ns/vertex      x lowbit
  lowbit *               1,234,567          1.00
  auto                        12.5        98,765
  wrong                          -             -  degree 64 is above 20
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
