package model

import (
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"mexlab/asm"
	"mexlab/internal/qemu"
)

func TestMeasured(t *testing.T) {
	loop := func(label string, insns int) Loop {
		return Loop{Name: Name{Body: "sumAVX2", Label: label}, Head: 10 * insns, Code: make([]string, insns)}
	}
	loops := []Loop{loop("head", 2), loop("inner", 10), loop("tail", 4), loop("beside", 5)}
	// A case runs the loops as often as it says, and some instructions more.
	runs := func(rest uint64, n ...uint64) (c qemu.Case) {
		c.Insns = rest
		for i, l := range loops {
			c.Insns += n[i] * uint64(len(l.Code))
			start := uint64(l.Head) - 1
			c.Blocks = append(c.Blocks, qemu.Block{Symbol: "mexlab/asm.sumAVX2.abi0", Start: start, End: start + 2, Runs: n[i]},
				qemu.Block{Symbol: "mexlab/asm.otherAVX2.abi0", Start: start, End: start + 2, Runs: 1000})
		}
		return c
	}
	trials := []trial{{body: "sum", label: "inner"}, {body: "sum", label: "tail"}, {body: "sum", label: "head", with: []string{"beside"}}, {body: "gone", label: "inner"}}
	cases := []qemu.Case{
		runs(50, 7, 10, 0, 0), runs(50, 7, 30, 0, 0), // only inner: 20 iterations of 6 cycles
		runs(50, 10, 10, 1, 0), runs(90, 5, 15, 11, 0), // 10 of 3, with 5 of inner more and 5 of head less
		runs(50, 0, 0, 0, 0), runs(50, 8, 0, 0, 8), // both together: 8 of 7
		runs(0, 0, 0, 0, 0), runs(0, 0, 1, 0, 0),
	}
	cycles := []float64{120, 10*3 + 5*6 - 5*2, 56, 99}
	got := measured(differences(trials, cases, cycles, loops), loops, []float64{2, 100, 100, 100})
	want := []Measured{
		{Loop: loops[1], Cycles: 6, Share: 1},
		{Loop: loops[2], Cycles: 3, Share: 40. / (40 + 50 + 10 + 40), Less: []string{"inner"}, Guessed: []string{"head"}},
		{Loop: loops[0], Cycles: 7, Share: 1, With: []string{"beside"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
}

func TestCycles(t *testing.T) {
	want := uint64(5)
	for range 3 * links / 2 {
		want = (want + 7) ^ 9
	}
	if got := dependent(3, 5, 7, 9); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
	// Two iterations do six additions on four of the chains, and four on the others.
	if got, want := independent(2, 100, 0, 0, 0, 50, 0, 1, 0), uint64(106^6^6^6^54^4); got != want {
		t.Errorf("six chains: got %d, want %d", got, want)
	}
	x := timed{calls: 4}
	for _, round := range []struct {
		cycle  float64
		jobs   [2]float64
		counts bool
	}{
		{0.1, [2]float64{1, 2}, false},
		{0.5, [2]float64{1100, 3000}, true},
		{0.25, [2]float64{500, 2000}, true}, // a faster clock
		{0.5, [2]float64{1000, 9000}, true},
	} {
		x.add(round.cycle, round.jobs, round.counts)
	}
	if x.cycle != 0.25 || x.difference() != (6000-2000)/4 {
		t.Errorf("a cycle of %v ns, %v cycles more; want 0.25 and 1000", x.cycle, x.difference())
	}
	less, more := 0, 0
	pairs := []*timed{newTimed(func() { less++ }, func() { more++ })}
	cycles, cycle, err := measureCycles(t.Context(), pairs, 0)
	if err != nil || len(cycles) != 1 || math.IsNaN(cycles[0]) || cycle <= 0 || less == 0 || more < less {
		t.Errorf("cycles %v, %v ns each, %v; %d and %d calls", cycles, cycle, err, less, more)
	}
}

// require skips a test without the programs that it takes, unless they must be there.
func require(t *testing.T, missing error, variable string) {
	t.Helper()
	if missing != nil && os.Getenv(variable) != "" {
		t.Fatal(missing)
	}
	if missing != nil {
		t.Skip(missing)
	}
}

// In the emulator, the second job of each trial runs its loop more often. With AVX2
// that is nearly all it does more, but for what apart tells and what is subtracted.
func TestCountTrials(t *testing.T) {
	for goarch, tier := range emulated {
		t.Run(goarch, func(t *testing.T) {
			t.Parallel()
			require(t, qemu.Missing(goarch), "MEXLAB_REQUIRE_QEMU")
			require(t, Missing(), "MEXLAB_REQUIRE_LLVM")
			folder := t.TempDir()
			names, err := Names(os.DirFS("../../asm"), goarch)
			if err != nil {
				t.Fatal(err)
			}
			binary, err := Build(t.Context(), goarch, folder)
			if err != nil {
				t.Fatal(err)
			}
			all, err := Loops(t.Context(), goarch, binary, names)
			if err != nil {
				t.Fatal(err)
			}
			loops := slices.DeleteFunc(all, func(l Loop) bool { return l.Tier != tier })
			cases, err := countTrials(t.Context(), goarch, tier, folder)
			if err != nil {
				t.Fatal(err)
			}
			ones := make([]float64, max(len(trials()), len(loops)))
			found := measured(differences(trials(), cases, ones, loops), loops, ones)
			seen := map[string]Measured{}
			for _, m := range found {
				seen[m.Loop.Topic()+" "+m.Loop.Label] = m
				if m.Share < 0.1 || m.Share > 1+1e-9 {
					t.Errorf("%s %s: a share of %.2f", m.Loop.Body, m.Loop.Label, m.Share)
				}
			}
			for _, l := range loops {
				name := l.Topic() + " " + l.Label
				if _, ok := seen[name]; !ok && apart[name] == "" && tier == asm.AVX2 {
					t.Errorf("%s was not run", name)
				}
			}
			if m := seen["scanSums sum"]; m.Share < 0.99 || m.Less != nil || m.Guessed != nil {
				t.Errorf("scanSums: %+v, expected the loop alone", m)
			}
		})
	}
}
