package model

import (
	"reflect"
	"strings"
	"testing"

	"mexlab/bench/insns"
	"mexlab/internal/qemu"
)

func TestWorkloads(t *testing.T) {
	loops := []Loop{
		{Name: Name{Body: "sumAVX2", Label: "row"}, Head: 40, Code: make([]string, 5)},
		{Name: Name{Body: "sumAVX2", Label: "rare"}, Head: 90, Code: make([]string, 7)},
	}
	blocks := []qemu.Block{{Symbol: "mexlab/asm.sumAVX2.abi0", Start: 20, End: 80, Runs: 30}, {Symbol: "other.abi0", Start: 80, End: 99, Runs: 7}}
	var written strings.Builder
	want := []Workload{
		{Load: "uva", Kernel: "affine/avx2", Insns: 50, Inside: 15, Runs: []Runs{{"sumAVX2", "row", 3}}},
		{Load: "uva", Kernel: "auto", Insns: 20},
	}
	for i, c := range []insns.Count{
		{Name: "Mex/kernel=affine/isa=avx2/deg=15/k=uniform/values=board/load=uva", Vertices: 10, Case: qemu.Case{Insns: 500, Blocks: blocks}},
		{Name: "Mex/kernel=auto/isa=best/deg=15/k=uniform/values=board/load=uva", Vertices: 10, Case: qemu.Case{Insns: 200}},
	} {
		got := workload(c, loops)
		if !reflect.DeepEqual(got, want[i]) {
			t.Errorf("%s: got %+v, want %+v", c.Name, got, want[i])
		}
		written.WriteString(got.Lines())
	}
	got, err := ReadWorkloads("x", []byte(written.String()))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v, want %+v, from\n%s", got, err, want, written.String())
	}
	for _, bad := range []string{
		"BenchmarkLoop/kernel=auto/load=uva 1 20 insns/vertex 0 loop-insns/vertex\n",
		"BenchmarkRuns/kernel=auto/load=uva 1 20 insns/vertex\n",
		"BenchmarkRuns/kernel=auto/load=uva/body=sumAVX2/loop=row 1 3 runs/vertex\n",
	} {
		if _, err := ReadWorkloads("x", []byte(bad)); err == nil || !strings.Contains(err.Error(), "x:1: ") {
			t.Errorf("%q: got error %v", bad, err)
		}
	}

	results := []Result{
		{Loop: loops[0], Prediction: Prediction{CPU: "znver3", Cycles: 2}},
		{Loop: loops[1], Prediction: Prediction{CPU: "znver3", Cycles: 100}},
		{Loop: loops[0], Prediction: Prediction{CPU: "znver4", Cycles: 1}},
	}
	if a, b := want[0].Cycles("znver3", results), want[0].Cycles("znver4", results); a != 6 || b != 3 {
		t.Errorf("%v and %v cycles in loops, want 6 and 3", a, b)
	}
	if x := want[0].Predicted("znver3", results, 5); x != 6+35./5 {
		t.Errorf("%v cycles in all, want 13", x)
	}
	// 35 instructions outside loops take 20-6 cycles, 20 take 4.
	rate := Rate(want, "znver3", results, func(w Workload) (float64, bool) {
		return map[string]float64{"affine/avx2": 20, "auto": 4}[w.Kernel], true
	})
	if rate != (35./14+5)/2 {
		t.Errorf("%v instructions a cycle, want the median of 2.5 and 5", rate)
	}
	if rate := Rate(want, "znver3", results, func(Workload) (float64, bool) { return 0, false }); rate != 0 {
		t.Errorf("%v instructions a cycle, but nothing was measured", rate)
	}
}

func TestMeasurementLines(t *testing.T) {
	loop := Loop{Name: Name{Body: "sumAVX2", Label: "row", Units: 4, Unit: "byte"}, Arch: "amd64", Tier: "avx2"}
	want := &Measurement{Clock: 3.125, Width: 4, Floor: 25, Loops: []Measured{
		{Loop: loop, Cycles: 6.25, Share: 1},
		{Loop: loop, Cycles: -0.5, Share: 0.5, With: []string{"a", "b"}, Less: []string{"c"}, Guessed: []string{"d", "e"}},
	}}
	got, err := ReadMeasurement("x", "amd64", []byte(want.Lines()))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v, want %+v, from\n%s", got, err, want, want.Lines())
	}
	for _, bad := range []string{"", "BenchmarkFloor 1 3.1 GHz\n", "BenchmarkLoop/body=x/loop=y 1 3 cycles\n"} {
		if _, err := ReadMeasurement("x", "amd64", []byte(bad)); err == nil || !strings.HasPrefix(err.Error(), "x:") {
			t.Errorf("%q: got error %v", bad, err)
		}
	}
}

func TestOf(t *testing.T) {
	result := func(tier, cpu, label string) Result {
		return Result{Loop: Loop{Name: Name{Label: label}, Tier: tier}, Prediction: Prediction{CPU: cpu}}
	}
	a, b := result("avx2", "znver3", "a"), result("avx2", "znver4", "a")
	outer := result("avx2", "znver4", "outer")
	outer.Passes = true
	all := []Result{a, outer, b, result("avx512", "znver4", "b"), result("neon", "neoverse-n1", "c")}
	for _, c := range []struct {
		tier, cpu string
		want      []Result
	}{{"avx2", "znver4", []Result{b}}, {"avx2", "unknown", []Result{a}}, {"avx", "znver3", nil}} {
		if got := Of(all, c.tier, c.cpu); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s on %s: got %+v, want %+v", c.tier, c.cpu, got, c.want)
		}
	}
}
