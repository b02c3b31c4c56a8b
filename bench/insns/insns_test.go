package insns

import (
	"os"
	"reflect"
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
			only := []string{"kernel=lowbit", "kernel=affine", "Degree/deg=8/k=uniform/values=8bit", "Degree/deg=12/k=uniform/values=8bit"}
			first, err := c.Twice(t.Context(), only...)
			if err != nil {
				t.Fatal(err)
			}
			blocks, err := c.Blocks(t.Context(), only...)
			if err != nil || len(blocks) != len(first) {
				t.Fatalf("%d counts without blocks, %d with them, %v", len(first), len(blocks), err)
			}
			for i, x := range blocks {
				vectors := !strings.Contains(x.Name, "isa=generic")
				if x.Insns != first[i].Insns || vectors != (len(x.Blocks) > 0) {
					t.Errorf("%s: %d instructions with blocks, %d without; %d blocks of assembly", x.Name, x.Insns, first[i].Insns, len(x.Blocks))
				}
			}
			lowbit := map[bool]float64{}
			for _, x := range first {
				if strings.Contains(x.Name, "kernel=naive") {
					t.Errorf("counted %s", x.Name)
				}
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
	cases := func(insns ...uint64) (all []qemu.Case) {
		for _, n := range insns {
			all = append(all, qemu.Case{Insns: n})
		}
		return all
	}
	got, err := merge([]byte(names), cases(10, 10, 10, 50, 57, 50))
	if want := (Count{"Mex/a", 4, qemu.Case{Insns: 40}}); err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) || got[0].PerVertex() != 10 {
		t.Errorf("got %v, error %v", got, err)
	}
	for _, counts := range [][]qemu.Case{nil, cases(10, 10, 10), cases(10, 10, 10, 1, 2, 3)} {
		if _, err := merge([]byte(names), counts); err == nil {
			t.Errorf("no error for %v", counts)
		}
	}
	if err := same(got, []Count{{"Mex/a", 4, qemu.Case{Insns: 41}}}); err == nil || !strings.Contains(err.Error(), "Mex/a: 40 instructions, then 41") {
		t.Errorf("got %v", err)
	}
}
