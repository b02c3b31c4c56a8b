package bench

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mexlab/kernel"
)

func TestTable(t *testing.T) {
	row := &Row{Results: []Result{
		{Kernel: Floor, Vertices: 700, Cost: 5, stride: 1},
		{Kernel: "lowbit", Vertices: 100, Cost: 1234567, stride: 7},
		{Kernel: "auto", Vertices: 700, Cost: 12.5, stride: 1},
		{Kernel: "wrong", Limit: limitOf(&kernel.LimitError{What: "successors", Got: 64, Max: 20}), stride: 1},
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
			Cost             float64 `json:"ns_per_vertex"`
			XFloor           float64 `json:"x_floor"`
		}
	}
	if err := json.Unmarshal(text.Bytes(), &decoded); err != nil || decoded.GOOS != results.GOOS || decoded.Tier != results.Tier || decoded.Rounds != results.Rounds || decoded.Schema != 1 {
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
