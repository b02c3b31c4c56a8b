package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/kernel"
	"mexlab/track/stat"
)

// Every kernel agrees with auto on the rows it is timed on, and auto is checked
// on all rows by a kernel of another idea.
func TestEntries(t *testing.T) {
	for _, w := range Workloads() {
		entries, err := newEntries(w, kernel.Available(), 8, new(kernel.Workspace))
		if err != nil {
			t.Fatal(err)
		}
		checked := false
		for i, e := range entries {
			name := e.String()
			checked = checked || name == "paritysplit" && e.limit == nil && e.stride == 1
			if name == "auto" && e.limit != nil {
				t.Errorf("%s: auto: %v", w.Name, e.limit)
			}
			if (name == Floor) != (i == 0) || name == Floor && e.stride != 1 {
				t.Errorf("%s: entry %d is the %s, on every %d-th row", w.Name, i, name, e.stride)
			}
			if longest(e.batch) > w.Degree {
				t.Errorf("%s: a row of %d values, not at most %d", w.Name, longest(e.batch), w.Degree)
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

func TestTiming(t *testing.T) {
	long := &Case{Run: func() error { time.Sleep(2 * time.Millisecond); return nil }}
	short := &Case{Run: func() error { return nil }}
	b := budget{rounds: 3, turn: time.Millisecond, summary: stat.Median}
	times, err := b.time(t.Context(), []*Case{long, short})
	if err != nil {
		t.Fatal(err)
	}
	if times[0] < 2e6 || times[1] <= 0 || times[1] > times[0] {
		t.Errorf("2 ms took %v ns, nothing took %v ns", times[0], times[1])
	}
	broken := errors.New("broken")
	_, err = b.time(t.Context(), []*Case{{Name: "one", Run: func() error { return broken }}})
	if !errors.Is(err, broken) || err.Error() != "one: broken" {
		t.Errorf("got %v, expected the case's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.time(ctx, []*Case{short}); err != context.Canceled {
		t.Errorf("got %v, expected %v", err, context.Canceled)
	}
}

// In every round each case has one turn, and another case begins.
func TestRounds(t *testing.T) {
	var timer Timer
	named := func(names ...string) (cases []*Case) {
		for _, name := range names {
			cases = append(cases, &Case{Name: name, Run: func() error { return nil }})
		}
		return cases
	}
	if err := errors.Join(timer.Add(named("a", "b", "c")), timer.Add(named("x", "y"))); err != nil {
		t.Fatal(err)
	}
	for round, want := range []string{"abcxy", "bcayx", "cabxy"} {
		got := ""
		if err := timer.Round(t.Context(), round, func(s Sample) { got += s.Case.Name }); err != nil || got != want || timer.Cases() != 5 {
			t.Errorf("round %d: %s, expected %s; %v", round, got, want, err)
		}
	}
}

func TestTable(t *testing.T) {
	row := &Row{Results: []Result{
		{Kernel: Floor, Vertices: 700, Cost: 5, stride: 1},
		{Kernel: "lowbit", Vertices: 100, Cost: 1234567, stride: 7},
		{Kernel: "auto", Vertices: 700, Cost: 12.5, stride: 1},
		{Kernel: "wrong", Limit: shortLimit(&kernel.LimitError{What: "successors", Got: 64, Max: 20}), stride: 1},
	}}
	var out bytes.Buffer
	row.write(&out, Workload{Name: "tiny", Doc: strings.TrimSpace(strings.Repeat("word ", 20))})
	want := `
tiny: word word word word word word word word word word word word word word word
word word word word word; 700 vertices; * timed on 1 in 7
kernel    ns/vertex  x lowbit  x floor
floor          5.00   246,913     1.00
lowbit *  1,234,567      1.00  246,913
auto           12.5    98,765     2.50
wrong             -         -        -  takes at most 20 successors
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestConclusions(t *testing.T) {
	s := &Results{Rows: []*Row{
		{Key: "load=a", Results: []Result{{Kernel: Floor, Cost: 10}, {Kernel: "lowbit", Cost: 500}, {Kernel: "affine", Cost: 20}, {Kernel: "auto", Cost: 21}}},
		{Key: "load=b", Results: []Result{{Kernel: Floor, Cost: 10}, {Kernel: "lowbit", Limit: "takes at most 24 successors"}, {Kernel: "affine", Cost: 100}, {Kernel: "auto", Cost: 150}}},
	}}
	want := []string{
		"The fastest, auto left out: affine on a, affine on b.",
		"Times the floor: 2.00 on a, 10.0 on b.",
		"Auto was as good as the fastest, within 10%, on 1 of 2 workloads; 50% behind affine on b.",
	}
	if got := s.conclusions(); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A few kernels on one workload: the results have them and the floor, and the
// JSON says the same.
func TestLabChosen(t *testing.T) {
	var out, text bytes.Buffer
	results, err := Lab(t.Context(), &out, Options{Quick: true, Kernels: []string{"lowbit", "auto"}, Workloads: []string{"sample"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := results.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var decoded struct {
		GOOS, Tier string
		Rounds     int
		Results    []struct {
			Workload, Kernel string
			Degree, Vertices int
			Cost             float64 `json:"ns_per_vertex"`
			XFloor           float64 `json:"x_floor"`
		}
	}
	if err := json.Unmarshal(text.Bytes(), &decoded); err != nil || decoded.GOOS != results.GOOS || decoded.Tier != results.Tier || decoded.Rounds != results.Rounds {
		t.Errorf("read back: %+v, error %v", decoded, err)
	}
	var names []string
	for i, x := range decoded.Results {
		names = append(names, x.Kernel)
		if want := results.Rows[0].Results[i]; x.Cost != want.Cost || x.Cost <= 0 || x.XFloor <= 0 || x.Vertices != want.Vertices || x.Workload != "sample" || x.Degree != 2 {
			t.Errorf("got %+v, expected %+v", x, want)
		}
	}
	if !slices.Equal(names, []string{Floor, "lowbit", "auto"}) {
		t.Errorf("kernels %q", names)
	}
	for _, opt := range []Options{{Kernels: []string{"fast"}}, {Workloads: []string{"hard"}}} {
		if _, err := Lab(t.Context(), &out, opt); err == nil || !strings.Contains(err.Error(), "unknown") {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}
