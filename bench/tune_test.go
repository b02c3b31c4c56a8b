package bench

import (
	"slices"
	"testing"

	"mexlab/asm"
	"mexlab/kernel"
)

// Tune with little time: the plan is of no use, but valid on this CPU.
func TestTune(t *testing.T) {
	if testing.Short() {
		t.Skip("two seconds of work")
	}
	plan, times, err := tune(t.Context(), nil, budget{sample: 2, rounds: 1, summary: slices.Min[[]float64]})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kernel.NewAuto(plan); err != nil {
		t.Errorf("the plan %+v: %v", plan, err)
	}
	if len(times) != len(tuneClasses()) {
		t.Errorf("times for %d classes", len(times))
	}
	for _, c := range times {
		for _, tier := range asm.Available() {
			names := func(k KernelTime) bool { return k.Kernel == "auto by "+tier.Name && k.Ns > 0 }
			if slices.ContainsFunc(c.Kernels, names) == tier.OnlyForced {
				t.Errorf("%s: time by tier %s: %v", c.Class, tier.Name, tier.OnlyForced)
			}
		}
	}
}

// The rows of each class are what its name says.
func TestTuneClasses(t *testing.T) {
	if len(tuneClasses()) != longClass+1 {
		t.Fatalf("%d classes, want %d", len(tuneClasses()), longClass+1)
	}
	for i, class := range tuneClasses() {
		b, err := class.Fill()
		if err != nil {
			t.Fatal(err)
		}
		if b.Len() < 16 || b.Len() > tuneRows {
			t.Errorf("%s: %d rows", class.Name, b.Len())
		}
		for n := range b.Len() {
			row, k := b.Row(n), b.K[n]
			ok := false
			switch i {
			case unitClass:
				ok = unitValues(row)
			case fullClass:
				ok = !unitValues(row) && k >= rank(row, row[0])
			case shortClass:
				ok = k < rank(row, row[0]) && len(row) <= kernel.ShortDegree
			case longClass:
				ok = k < rank(row, row[0]) && len(row) > kernel.ShortDegree
			}
			if !ok {
				t.Fatalf("%s: K=%d, values %d", class.Name, k, row)
			}
		}
	}
}

func TestBestTier(t *testing.T) {
	times := []KernelTime{{"generic", 100}, {"avx2", 20}, {"avx512", 19.5}}
	for builtIn, want := range map[string]string{"generic": "avx512", "avx2": "avx2", "avx512": "avx512"} {
		if got := bestTier(times, builtIn); got != want {
			t.Errorf("built in %s: %s, want %s", builtIn, got, want)
		}
	}
}

func TestCheapestSplit(t *testing.T) {
	for _, c := range []struct {
		costs []float64 // below and above, in pairs
		want  int
	}{
		{[]float64{1, 2, 1, 2, 1, 2}, 3},
		{[]float64{2, 1, 2, 1, 2, 1}, 0},
		{[]float64{5, 9, 5, 7, 5, 3, 5, 2}, 2},
		{[]float64{5, 9, 5, 4.9, 5, 7, 5, 2}, 3}, // 4.9 is wrong
		{[]float64{5, 9, 5, 7, 5, 3, 5, 5.1}, 2}, // 5.1 is wrong
	} {
		if got := cheapestSplit(c.costs); got != c.want {
			t.Errorf("%v: %d, want %d", c.costs, got, c.want)
		}
	}
}
