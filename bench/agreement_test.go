package bench

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"mexlab/kernel"
)

// Each kernel agrees with auto on the rows that it is timed on. A kernel with
// another idea checks auto on all rows.
func TestEntries(t *testing.T) {
	for _, w := range Workloads() {
		entries, err := newEntries(w, kernel.Available(), 8, new(kernel.Workspace))
		if err != nil {
			t.Fatal(err)
		}
		degree, err := strconv.Atoi((&Row{Key: w.Key}).Get("deg"))
		if err != nil {
			t.Fatal(err)
		}
		checked := false
		for i, e := range entries {
			name := e.String()
			checked = checked || name == "paritysplit" && e.limit == "" && e.stride == 1
			if name == "auto" && e.limit != "" {
				t.Errorf("%s: auto %s", w.Name, e.limit)
			}
			if (name == Floor) != (i == 0) || name == Floor && e.stride != 1 {
				t.Errorf("%s: entry %d is the %s, on every %d-th row", w.Name, i, name, e.stride)
			}
			if longest(e.batch) > degree {
				t.Errorf("%s: a row of %d values, not at most %d", w.Name, longest(e.batch), degree)
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

// wrongAt is a kernel with a wrong answer in one row.
type wrongAt struct {
	kernel.Kernel
	row int
}

func (k wrongAt) Info() kernel.Info { return kernel.Info{Name: "wrong", Tier: kernel.Generic} }

func (k wrongAt) Mex(ws *kernel.Workspace, b *kernel.Batch) error {
	err := k.Kernel.Mex(ws, b)
	b.Mex[k.row] ^= 1
	return err
}

func TestDisagreementNamesTheRow(t *testing.T) {
	w := Workload{Name: "tiny", Fill: func() (*kernel.Batch, error) {
		var b kernel.Batch
		b.Add(1, 0, 1)
		b.Add(2, 0, 1, 2)
		return &b, nil
	}}
	_, err := newEntries(w, []kernel.Kernel{wrongAt{kernel.Auto(), 1}, kernel.Auto()}, 2, new(kernel.Workspace))
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
	full := &entry{kernel: kernel.Auto(), batch: withResults(&all), stride: 1}
	third := &entry{kernel: wrongAt{kernel.Auto(), 0}, batch: withResults(every(&all, 3)), stride: 3}
	if err := agree("strides", []*entry{third, full}); err != nil {
		t.Fatal(err)
	}
	third.batch.Mex[2] = 7
	if err := agree("strides", []*entry{third, full}); !errors.Is(err, ErrDisagree) || !strings.Contains(err.Error(), "row 6: K=6, ") {
		t.Errorf("got %v, expected row 6", err)
	}
}
