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
	for i, elimination := range tiers {
		for j := range tiers {
			p := Plan{Elimination: elimination.Name, Thresholds: Thresholds{1 + rng.IntN(17), rng.IntN(MaxTinyDegree + 1)}}
			for n := range p.Bounded {
				p.Bounded[n] = tiers[(i+j+n)%len(tiers)].Name
			}
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

func TestPlanDegrees(t *testing.T) {
	classes := byDegree{{Name: "small"}, {Name: "medium"}, {Name: "large"}}
	for d, want := range map[int]string{1: "small", 8: "small", 9: "medium", 17: "medium", 18: "large", 1000: "large"} {
		if got := classes.at(d).Name; got != want {
			t.Errorf("degree %d is %s, want %s", d, got, want)
		}
	}
}

func TestPlanCheck(t *testing.T) {
	for _, c := range []struct {
		spoil func(p *Plan)
		want  string
	}{
		{func(p *Plan) { p.Elimination = "sse9" }, `tier "sse9" is not available; available: generic`},
		{func(p *Plan) { p.Bounded[2] = "" }, `tier "" is not available; available: generic`},
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
	if _, err := NewAuto(p); err != nil || p.Elimination != asm.Best().Name {
		t.Errorf("the default plan %+v: %v", p, err)
	}
}

// TestChoices checks that classes that are done alike are joined, and no others.
func TestChoices(t *testing.T) {
	p := Plan{Elimination: "a", Bounded: [3]string{"a", "a", "b"}, Thresholds: builtIn}
	var got []string
	for _, c := range p.Choices() {
		got = append(got, c.Class+": "+c.Kernel)
	}
	want := []string{
		"a level of fewer than 4 vertices: unit, lowbit, affine",
		"K >= rank of the values: affine/a",
		"every value is 0 or a power of two: unit",
		"K < rank, at most 17 successors: affine/a",
		"K < rank, more than 17 successors: affine/b",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
