package report

import (
	"strings"
	"testing"

	"mexlab/bench"
	"mexlab/bench/model"
)

// loopsOf returns two loops with predictions, measured on a machine and counted on
// workloads.
func loopsOf() *Loops {
	loop := func(label, unit string, units int) model.Loop {
		return model.Loop{Name: model.Name{Body: "sumAVX2", Label: label, Units: units, Unit: unit}, Arch: "amd64", Tier: "avx2"}
	}
	row, pass := loop("row", "byte", 64), loop("pass", "column", 2)
	predicted := func(l model.Loop, cpu string, cycles, ports float64) model.Result {
		return model.Result{Loop: l, Prediction: model.Prediction{CPU: cpu, Cycles: cycles, Ports: ports, Issue: 1}, Doubts: []string{"fusing"}}
	}
	return &Loops{
		Predicted: []model.Result{predicted(row, "znver3", 6, 4), predicted(pass, "znver3", 9, 5), predicted(row, "znver4", 3, 2)},
		Measured: []*Cycles{{"amd64/this", Settings{{"goarch", "amd64"}, {"cpu", "This"}, {ModelKey, "znver3"}}, &model.Measurement{
			Clock: 2, Width: 4, Floor: 32,
			Loops: []model.Measured{{Loop: row, Cycles: 8, Share: 0.96}, {Loop: pass, Cycles: 20, Share: 0.5, With: []string{"row"}}},
		}}},
		Runs: map[string][]model.Workload{"amd64": {
			{Load: "uva", Kernel: "affine/avx2", Insns: 50, Inside: 20, Runs: []model.Runs{{Body: "sumAVX2", Label: "row", Runs: 2}}},
			{Load: "sample", Kernel: "affine/avx2", Insns: 30},
		}},
	}
}

func TestAgainst(t *testing.T) {
	l, d := loopsOf(), new(document)
	empty := l.Predicted[0]
	empty.Body, empty.Label = "gather16AVX2", "empty"
	l.Predicted = append(l.Predicted, empty)
	d.against(l.Measured[0], l.Predicted)
	for _, want := range []string{
		"at 2.00 GHz, by a chain of additions in the same run. It did 4.00 additions",
		"| sumAVX2 row | 6.00 | 8.00 | -25% | 96% | 4.00 | 2.00 | 16.0 | 0.25 | fusing |",
		"| sumAVX2 pass + row | 15.0 | 20.0 | -25% | 50% | 9.00 | - | - | - | fusing |",
		"The median error is 25%, of 1 row with a share of 75% or more. The worst is -25%, of `sumAVX2 row`.",
		"Not measured by themselves: `gather16AVX2 empty` (ends the work of the loops over rows).",
		"- The model does not tell why these take so long, as multiples of the bound: `sumAVX2 row` (2.00).",
	} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("no %q in\n%s", want, d)
		}
	}
	l.Predicted[0].Cycles, l.Predicted[0].Chain = 8, 8
	d = new(document)
	d.against(l.Measured[0], l.Predicted)
	if want := "- In these an iteration waits for the one before it, as multiples of the bound: `sumAVX2 row` (2.00)."; !strings.Contains(d.String(), want) {
		t.Errorf("no %q in\n%s", want, d)
	}
	// There is no model of such a CPU.
	l.Measured[0].Settings[2].Value = "unknown"
	d = new(document)
	if d.against(l.Measured[0], l.Predicted); d.Len() > 0 {
		t.Errorf("got\n%s", d)
	}
}

func TestVertexCycles(t *testing.T) {
	// 12 of 24 cycles are in loops, so 30 instructions outside take the other 12.
	m := &Machine{Arch: "amd64", Folder: "amd64/this", Settings: Settings{{"cpu", "This"}}, Rows: []*bench.Row{
		{Suite: "Mex", Key: "load=uva", Results: []bench.Result{{Kernel: "affine/avx2", Cost: 12}}}}}
	other := &Machine{Arch: "amd64", Folder: "amd64/other", Settings: Settings{{"cpu", "Other"}}}
	l, d := loopsOf(), new(document)
	d.vertexCycles([]*Machine{other, m}, l)
	for _, want := range []string{
		"outside loops count as 2.50 to a cycle",
		"half of the predictions are off by 0% or less, and the worst by 0%",
		"| workload | kernel | insns/vertex | in loops | AMD Zen 3 | AMD Zen 4 | Intel Ice Lake | Intel Sapphire Rapids | timed on This |",
		"| uva | affine/avx2 | 50.0 | 40% | 24.0 | 18.0 |",
		"| 24.0 |\n\n</details>",
	} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("no %q in\n%s", want, d)
		}
	}
	if strings.Contains(d.String(), "sample") {
		t.Errorf("there is a row without loops:\n%s", d)
	}
	d = new(document)
	if d.vertexCycles([]*Machine{other}, l); d.Len() > 0 {
		t.Errorf("nothing was timed, but got\n%s", d)
	}
	l.Measured[0].Settings[2].Value = "unknown"
	if d.vertexCycles([]*Machine{m}, l); d.Len() > 0 {
		t.Errorf("there is no model of the CPU that was timed, but got\n%s", d)
	}
}
