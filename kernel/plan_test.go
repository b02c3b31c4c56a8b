package kernel

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mexlab/asm"
)

// TestPlans checks that auto gives the answers of affine by plans that mix tiers
// and thresholds.
func TestPlans(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	var b Batch
	for range 600 {
		row := make([]uint64, rng.IntN(30))
		for i := range row {
			row[i] = rng.Uint64N(1 << (1 + rng.IntN(12)))
		}
		b.Add(rng.Uint64N(9), row...)
	}
	affine, err := Lookup("affine")
	if err != nil {
		t.Fatal(err)
	}
	if err := affine.Mex(&Workspace{}, &b); err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(b.Mex)
	for _, lanes := range tiers {
		for _, search := range tiers {
			p := Plan{lanes.Name, search.Name, Thresholds{1 + rng.IntN(17), rng.IntN(MaxTinyDegree + 1)}}
			auto, err := NewAuto(p)
			if err != nil {
				t.Fatal(err)
			}
			clear(b.Mex)
			if err := auto.Mex(&Workspace{}, &b); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(b.Mex, want) {
				t.Errorf("plan %+v gives other answers than affine", p)
			}
		}
	}
}

func TestPlanCheck(t *testing.T) {
	for _, c := range []struct {
		spoil func(p *Plan)
		want  string
	}{
		{func(p *Plan) { p.Lanes = "sse9" }, `tier "sse9" is not available; available: generic`},
		{func(p *Plan) { p.Search = "" }, `tier "" is not available; available: generic`},
		{func(p *Plan) { p.LeastLanes = 0 }, "leastLanes is 0; it must be 1 to 17"},
		{func(p *Plan) { p.LeastLanes = 18 }, "leastLanes is 18; it must be 1 to 17"},
		{func(p *Plan) { p.TinyDegree = -1 }, "tinyDegree is -1; it must be 0 to 12"},
		{func(p *Plan) { p.TinyDegree = 13 }, "tinyDegree is 13; it must be 0 to 12"},
	} {
		p := DefaultPlan()
		c.spoil(&p)
		if _, err := NewAuto(p); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %s", p, err, c.want)
		}
	}
	p := DefaultPlan()
	if _, err := NewAuto(p); err != nil || p.Lanes != asm.Best().Name {
		t.Errorf("the default plan %+v: %v", p, err)
	}
}

// TestChoices has the classes of a plan with lanes, and of one without.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		plan Plan
		want []string
	}{
		{Plan{"a", "b", builtIn}, []string{
			"K = 0 or K = 1: affine",
			"every value is 0 or a power of two: unit",
			"a level of fewer than 2 vertices: unit, lowbit, affine",
			"K >= rank of the values: affine/a",
			"K < rank, at most 17 successors: affine/a",
			"K < rank, all others: affine/b",
		}},
		{Plan{Generic, Generic, builtIn}, []string{
			"K = 0 or K = 1: affine",
			"every value is 0 or a power of two: unit",
			"at most 6 successors, K < degree-1: lowbit",
			"K >= rank of the values: affine",
			"K < rank, all others: affine",
		}},
	} {
		var got []string
		for _, c := range c.plan.Choices() {
			got = append(got, c.Class+": "+c.Kernel)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
