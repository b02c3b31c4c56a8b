package bench

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"mexlab/kernel"
	"mexlab/track/stat"
)

// timed returns a result whose turns are those of a cost, less and more by a share.
func timed(kernel string, cost, spread float64) Result {
	return newResult(kernel, 700, []float64{cost, cost * (1 - spread), cost * (1 + spread), cost, cost}, "", 1)
}

func TestTable(t *testing.T) {
	lowbit := newResult("lowbit", 100, []float64{1234567, 1234567, 1234567}, "", 7)
	row := &Row{Results: []Result{timed(Floor, 5, 0), lowbit, timed("auto", 12.5, 0.3),
		{Kernel: "wrong", Limit: limitOf(&kernel.LimitError{What: "successors", Got: 64, Max: 20}), stride: 1},
	}}
	row.Results[1].Turns = append(lowbit.Turns, 1234567, 1234567)
	var out bytes.Buffer
	row.write(&out, Workload{Name: "tiny", Doc: strings.TrimSpace(strings.Repeat("word ", 20))})
	want := `
tiny: word word word word word word word word word word word word word word word
word word word word word; 700 vertices; * timed on 1 in 7
kernel    ns/vertex     x lowbit   x floor
floor          5.00      246,913      1.00
lowbit *  1,234,567         1.00   246,913
auto        12 ±30%  99,000 ±43%  2.5 ±30%
wrong             -            -         -  takes at most 20 successors
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// The turns of a round are compared with each other: what slows a whole round down
// is not in the ratio.
func TestTimes(t *testing.T) {
	row := &Row{Results: []Result{
		newResult("a", 1, []float64{10, 40, 20, 10}, "", 1),
		newResult("b", 1, []float64{5, 20, 10, 5}, "", 1),
		{Kernel: "c", Limit: "takes nothing"},
	}}
	if f, ok := row.Times("a", "b"); !ok || f != (Figure{2, 2, 2}) {
		t.Errorf("got %v, %v", f, ok)
	}
	if _, ok := row.Times("a", "c"); ok {
		t.Error("a kernel that was not timed has a ratio")
	}
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		f    Figure
		want string
	}{
		{Figure{34.51, 34.5, 34.52}, "34.5 ±1%"},
		{Figure{984, 683, 1187}, "980 ±31%"},
		{Figure{984, 500, 2952}, "1,000 ±200%"},
		{Figure{0.0123, 0.0121, 0.0124}, "0.0123 ±2%"},
		{Figure{9.97, 8.5, 11.5}, "10 ±16%"},
		{Figure{1, 1, 1}, "1.00"},
	} {
		if got := c.f.String(); got != c.want {
			t.Errorf("%v: got %s, want %s", c.f, got, c.want)
		}
	}
}

// Two halves of the rounds show that the machine was busy; one slow turn does not.
func TestSteadiness(t *testing.T) {
	for _, c := range []struct {
		turns []float64
		want  float64
	}{
		{[]float64{10, 10, 10, 10, 10, 10}, 0},
		{[]float64{10, 10, 10, 15, 15, 15}, 0.5},
		{[]float64{10, 90, 10, 10, 10, 10}, 0},
	} {
		var s steadiness
		s.add(c.turns, stat.Median)
		if got := s.typical(); got != c.want {
			t.Errorf("%v: got %v, want %v", c.turns, got, c.want)
		}
	}
}

func TestConclusions(t *testing.T) {
	s := &Results{Rows: []*Row{
		{Key: "load=a", Results: []Result{timed(Floor, 10, 0), timed("lowbit", 500, 0), timed("affine", 20, 0), timed("auto", 21, 0)}},
		{Key: "load=b", Results: []Result{timed(Floor, 10, 0), {Kernel: "lowbit", Limit: "takes at most 24 successors"}, timed("affine", 100, 0), timed("auto", 150, 0)}},
	}}
	fastest := []string{
		"The fastest, besides auto: affine on a and b.",
		"It takes 2.00 floors on a and 10.0 floors on b.",
	}
	if got, want := s.Conclusions(), append(fastest, "Auto takes 1.50 times as long as affine on b."); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	s.Rows[1].Results[3] = timed("auto", 101, 0)
	s.Apart = 0.34
	want := append(fastest, "Auto is as fast as the fastest, within 10%, on 2 workloads.",
		"The machine was busy: half of the rounds and the other half are 34% apart. Stop other programs, and try again.")
	if got := s.Conclusions(); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// If no kernel can do any of the workloads, that is said.
func TestNothingToTime(t *testing.T) {
	_, err := Lab(t.Context(), io.Discard, Options{Quick: true, Kernels: []string{"lowbit"}, Workloads: []string{"wide"}})
	if want := "nothing to time: on workload wide, lowbit takes at most 24 successors"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// With some kernels and one workload chosen, the results have these and the floor.
// The JSON form agrees.
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
		Schema     int
		GOOS, Tier string
		Rounds     int
		Results    []struct {
			Workload, Kernel string
			Degree, Vertices int
			Cost             float64    `json:"ns_per_vertex"`
			Interval         [2]float64 `json:"ns_per_vertex_interval"`
			XFloor           float64    `json:"x_floor"`
			XLowbit          float64    `json:"x_lowbit"`
			XLowbitInterval  [2]float64 `json:"x_lowbit_interval"`
		}
	}
	if err := json.Unmarshal(text.Bytes(), &decoded); err != nil || decoded.GOOS != results.GOOS || decoded.Tier != results.Tier || decoded.Rounds != results.Rounds || decoded.Schema != 1 {
		t.Errorf("read back: %+v, error %v", decoded, err)
	}
	var names []string
	for i, x := range decoded.Results {
		names = append(names, x.Kernel)
		if want := results.Rows[0].Results[i]; x.Cost != want.Cost || x.Cost <= 0 || x.XFloor <= 0 || x.XLowbit < x.XLowbitInterval[0] || x.Interval[0] > x.Cost || x.Interval[1] < x.Cost || x.Vertices != want.Vertices || x.Workload != "sample" || x.Degree != 2 {
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
