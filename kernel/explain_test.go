package kernel

import (
	"errors"
	"math/rand/v2"
	"testing"

	"mexlab/asm"
)

// TestExplain has a vertex for each class, and for some ways to search.
func TestExplain(t *testing.T) {
	byRows := DefaultPlan()
	byRows.LeastLanes = noLanes
	for _, c := range []struct {
		plan   Plan
		k      uint64
		succ   []uint64
		budget uint64
		want   Explanation
	}{
		{DefaultPlan(), 3, nil, 0, Explanation{Class: "leaf", Way: "no move"}},
		{DefaultPlan(), 2, []uint64{0, 1, 2}, 0, Explanation{Degree: 3, Rank: 2, Class: "units", Way: "closed form", Mex: 4}},
		{DefaultPlan(), 0, []uint64{0, 3, 5}, 0, Explanation{Degree: 3, Rank: 2, Class: "K = 0", Way: "closed form", Mex: 1}},
		{DefaultPlan(), 1, []uint64{0, 1, 3}, 0, Explanation{Degree: 3, Rank: 2, Class: "K = 1", Way: "closed form", Mex: 2}},
		{DefaultPlan(), 5, []uint64{5, 6, 5}, 0, Explanation{Degree: 3, Rank: 1, Class: "outside the span", Way: "elimination"}},
		{DefaultPlan(), 1 << 62, []uint64{0, 1, 3, 6}, 0, Explanation{Degree: 4, Rank: 3, Class: "K >= rank", Way: "elimination", Mex: 8}},
		{DefaultPlan(), 6, hub(8), 0, Explanation{Degree: 8, Rank: 7, Class: "K = rank-1", Way: "closed form", Mex: 64}},
		{byRows, 2, []uint64{0, 1, 3, 6, 12}, 0, Explanation{Degree: 5, Rank: 4, Class: "K < rank-1", Way: "table of all subsets", Tried: 32, Mex: 4}},
		{byRows, 2, hub(20), 0, Explanation{Degree: 20, Rank: 19, Class: "K < rank-1", Way: "scan", Tried: 5, Mex: 4}},
		{byRows, 6, hub(40), 10, Explanation{Degree: 40, Rank: 39, Class: "K < rank-1", Way: "over the budget"}},
	} {
		auto, err := NewAuto(c.plan)
		if err != nil {
			t.Fatal(err)
		}
		c.want.K = c.k
		got, err := auto.(Explainer).Explain(&Workspace{Budget: c.budget}, c.succ, c.k)
		if got != c.want {
			t.Errorf("%v, K=%d: %+v\nwant %+v", c.succ, c.k, got, c.want)
		}
		var over *BudgetError
		if errors.As(err, &over) != (c.budget > 0) {
			t.Errorf("%v, K=%d: error %v", c.succ, c.k, err)
		}
	}
}

// hub returns 0 and n-1 independent numbers: 1, 3, 6, 12, ...
func hub(n int) []uint64 {
	row := []uint64{0, 1}
	for i := 0; len(row) < n; i++ {
		row = append(row, 3<<i)
	}
	return row
}

// TestExplainAgrees compares explanations with answers and with one another: the
// plan does not change what is a matter of mathematics.
func TestExplainAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	var plans []Explainer
	for _, tier := range tiers {
		plan := Plan{tier.Name, tier.Name, builtIn}
		auto, err := NewAuto(plan)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, auto.(Explainer))
	}
	seen := map[string]int{}
	var ws Workspace
	for i := range 4000 {
		succ, _ := randomRow(rng, 1+rng.IntN(16), rng.IntN(6))
		k := rng.Uint64N(12)
		if i%8 == 0 { // more successors, wider values
			succ, _ = randomRow(rng, 1+rng.IntN(20), 10+rng.IntN(40))
			k = rng.Uint64N(6)
		}
		want, err := Mex(k, succ...)
		if err != nil {
			t.Fatal(err)
		}
		var first Explanation
		for i, p := range plans {
			x, err := p.Explain(&ws, succ, k)
			if err != nil || x.Mex != want || x.Degree != len(succ) {
				t.Fatalf("%v, K=%d: %+v, %v; the mex is %d", succ, k, x, err, want)
			}
			if searched := x.Class == "K < rank-1"; x.Way != "table of all subsets" && searched != (x.Tried > 0) {
				t.Fatalf("%v, K=%d: %+v", succ, k, x)
			}
			seen[x.Class]++
			if x.Way, x.Tried, x.InOrder = "", 0, false; i == 0 {
				first = x
			} else if x != first {
				t.Fatalf("%v, K=%d: %+v and %+v", succ, k, x, first)
			}
		}
	}
	for _, class := range []string{"K = 0", "K = 1", "outside the span", "K >= rank", "K = rank-1", "K < rank-1"} {
		if seen[class] < 100 {
			t.Errorf("only %d vertices of class %s", seen[class], class)
		}
	}
	if _, err := Explain(&ws, []uint64{1}, 1); asm.Err() == nil && err != nil {
		t.Error(err)
	}
}
