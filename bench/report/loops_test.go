package report

import (
	"os"
	"strings"
	"testing"

	"mexlab/bench/model"
)

// Each of the key loops is one of the assembly.
func TestKeyLoops(t *testing.T) {
	known := map[string]bool{}
	for _, arch := range modelled {
		names, err := model.Names(os.DirFS("../../asm"), arch)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			known[n.Body+"/"+n.Label] = true
		}
	}
	for _, key := range keyLoops {
		body, label, _ := strings.Cut(key, "/")
		if !known[body+"AVX2/"+label] && !known[body+"AVX512/"+label] && !known[body+"NEON/"+label] {
			t.Errorf("keyLoops has %s, which is no loop of any tier", key)
		}
	}
}

func TestLimit(t *testing.T) {
	for _, c := range []struct {
		p    model.Prediction
		want string
	}{
		{model.Prediction{Cycles: 4.3, Ports: 4, Issue: 3.9, Chain: 1}, "ports"},
		{model.Prediction{Cycles: 4.3, Ports: 3, Issue: 4, Chain: 1}, "issue"},
		{model.Prediction{Cycles: 16, Ports: 8, Issue: 8.5, Chain: 16}, "chain"},
		{model.Prediction{Cycles: 57, Ports: 27, Issue: 26, Chain: 2}, "window"},
	} {
		if got := limit(model.Result{Prediction: c.p}); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.p, got, c.want)
		}
	}
}

// The chapter has a column for each CPU, without a figure where a CPU lacks the
// instructions, and the loops that wait most first.
func TestLoops(t *testing.T) {
	result := func(body, tier, cpu string, cycles float64) model.Result {
		return model.Result{
			Loop:       model.Loop{Name: model.Name{Body: body, Label: "sum", Units: 32, Unit: "test"}, Arch: "amd64", Tier: tier},
			Prediction: model.Prediction{CPU: cpu, Cycles: cycles, Ports: 8, Issue: 4, Chain: 1}}
	}
	d := new(document)
	d.loops([]model.Result{
		result("scanSumsAVX2", "avx2", "znver3", 8),
		result("scanSumsAVX2", "avx2", "icelake-server", 16),
		result("scanSumsAVX512", "avx512", "icelake-server", 12),
	})
	for _, want := range []string{
		"| loop | unit | AMD Zen 3 | AMD Zen 4 | Intel Ice Lake | Intel Sapphire Rapids |",
		"| scanSumsAVX2 sum | test | 0.25 | - | 0.50 |",
		"| scanSumsAVX512 sum | test | - | - | 0.38 |",
		"| scanSumsAVX2 sum | Intel Ice Lake | 16.0 | 8.00 | 4.00 | 1.00 | 2.00 | window |  |\n| scanSumsAVX512 sum |",
	} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("no %q in\n%s", want, d)
		}
	}
	if page := string(LoopsPage([]model.Result{result("scanSumsAVX2", "avx2", "znver3", 8)})); !strings.Contains(page, "| scanSumsAVX2 sum | 32 tests | 0 | 0.25 | 8.00 | 8.00 | 4.00 | 1.00 | 1.00 | ports |  |") {
		t.Errorf("got\n%s", page)
	}
}
