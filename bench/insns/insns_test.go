package insns

import (
	"os"
	"strings"
	"testing"

	"mexlab/internal/qemu"
)

// Counts are exactly repeatable, and show what is known about kernel lowbit: each
// further successor doubles the number of subsets.
func TestCounts(t *testing.T) {
	for _, arch := range qemu.Architectures() {
		t.Run(arch, func(t *testing.T) {
			t.Parallel()
			if err := qemu.Missing(arch); err != nil {
				if os.Getenv("MEXLAB_REQUIRE_QEMU") != "" {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			c, err := NewCounter(t.Context(), arch, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			only := []string{"Degree/deg=8/k=uniform/values=8bit", "Degree/deg=12/k=uniform/values=8bit"}
			first, err := c.Twice(t.Context(), only...)
			if err != nil {
				t.Fatal(err)
			}
			lowbit := map[bool]float64{}
			for _, x := range first {
				if strings.Contains(x.Name, "kernel=lowbit") {
					lowbit[strings.Contains(x.Name, "deg=12")] = x.PerVertex()
				}
				// It takes at least 8 instructions to read 8 values.
				if x.PerVertex() < 8 {
					t.Errorf("%s: %v instructions a vertex", x.Name, x.PerVertex())
				}
			}
			if ratio := lowbit[true] / lowbit[false]; ratio < 12 || ratio > 20 {
				t.Errorf("lowbit: 4 more successors cost %.1f times as much, expected about 16", ratio)
			}
		})
	}
}

func TestMerge(t *testing.T) {
	const names = "nothing 1\nMex/a 4\n"
	got, err := merge([]byte(names), []uint64{10, 10, 10, 50, 57, 50})
	if err != nil || len(got) != 1 || got[0] != (Count{"Mex/a", 4, 40}) || got[0].PerVertex() != 10 {
		t.Errorf("got %v, error %v", got, err)
	}
	for _, counts := range [][]uint64{nil, {10, 10, 10}, {10, 10, 10, 1, 2, 3}} {
		if _, err := merge([]byte(names), counts); err == nil {
			t.Errorf("no error for %v", counts)
		}
	}
	if err := same(got, []Count{{"Mex/a", 4, 41}}); err == nil || !strings.Contains(err.Error(), "Mex/a: 40 instructions, then 41") {
		t.Errorf("got %v", err)
	}
}
