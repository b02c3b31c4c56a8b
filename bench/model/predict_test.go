package model

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mexlab/asm"
)

// loopOf makes a loop that every CPU of an architecture can run.
func loopOf(goarch string, code ...string) Loop {
	tier := map[string]string{"amd64": asm.AVX2, "arm64": asm.NEON}[goarch]
	return Loop{Name: Name{Body: "test", Label: "loop", Units: 1, Unit: "test"}, Arch: goarch, Tier: tier, Code: code}
}

// A chain of dependent adds takes a cycle an add on every CPU, however wide it is.
func TestPredictChain(t *testing.T) {
	needLLVM(t)
	loops := []Loop{
		loopOf("amd64", slices.Repeat([]string{"addq\t%rbx, %rax"}, 5)...),
		loopOf("arm64", slices.Repeat([]string{"add\tx0, x0, #0x1"}, 5)...),
	}
	for _, c := range CPUs() {
		found, err := c.Predict(t.Context(), loops)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != 1 {
			t.Errorf("%s: got %v", c.Name, found)
		}
		for _, p := range found {
			if math.Abs(p.Cycles-5) > 0.05 || p.Chain != 5 || p.Issue >= 5 || p.Ports >= 5 || p.Issue < 0.5 || p.Ports < 0.5 {
				t.Errorf("%s: got %+v, want 5 cycles, for the chain alone", c.Name, p)
			}
		}
	}
}

// What Doubts says of models is seen on one or two instructions. Their loop takes two
// cycles or more on the CPUs that the doubt is for, and one on the others.
func TestDoubtsHold(t *testing.T) {
	needLLVM(t)
	for _, c := range []struct {
		doubt string
		loop  Loop
	}{
		{"writeback", loopOf("arm64", "ldr\tq0, [x1], #16")},
		{"writeback", loopOf("arm64", "ld1\t{ v0.16b }, [x1], #16")},
		{"shifting", loopOf("arm64", "add\tx0, x0, x1")},
		{"folding", loopOf("amd64", "vpminuw\t(%rax), %ymm0, %ymm0")},
	} {
		slow := 0
		for _, p := range predictAll(t, c.loop) {
			waits := p.Cycles >= 2
			if said := slices.Contains(doubts(c.loop, p), c.doubt); said != waits {
				t.Errorf("%s: doubt %v, and %+v", c.loop.Code[0], said, p)
			}
			if waits {
				slow++
			}
		}
		if slow != 1 {
			t.Errorf("%s waits on %d CPUs, expected one", c.loop.Code[0], slow)
		}
	}

	// Two loads and a store take a cycle, but a cycle and a half with AMD's models.
	moved := loopOf("amd64", "vmovdqu\t(%rsi), %ymm0", "vmovdqu\t0x20(%rsi), %ymm1", "vmovdqu\t%ymm0, (%rdi)")
	for _, p := range predictAll(t, moved) {
		if slow := p.Ports > 1.4; slow != slices.Contains(doubts(moved, p), "storing") || slow != strings.HasPrefix(p.CPU, "znver") {
			t.Errorf("two loads and a store: %+v", p)
		}
	}

	// Both are two micro-operations to the models, and all CPUs issue six of them.
	pair := loopOf("amd64", "cmpq\t%rax, %rbx", "jne\t0x0 <x>")
	for _, p := range predictAll(t, pair) {
		if math.Abs(p.Issue-2.0/6) > 0.001 {
			t.Errorf("compare and jump: %+v; are they fused now?", p)
		}
	}
	// No CPU reads what was just stored in two cycles.
	memory := loopOf("amd64", "addq\t$0x1, %rax", "movq\t%rax, (%rdi)", "movq\t(%rdi), %rax")
	for _, p := range predictAll(t, memory) {
		if !slices.Contains(doubts(memory, p), "forwarding") || p.Cycles > 2 {
			t.Errorf("stored and loaded: %+v; does the model wait now?", p)
		}
	}
}

// predictAll predicts a loop on every CPU of its architecture.
func predictAll(t *testing.T, l Loop) (all []Prediction) {
	t.Helper()
	for _, c := range CPUs() {
		found, err := c.Predict(t.Context(), []Loop{l})
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := found[0]; ok {
			all = append(all, p)
		}
	}
	return all
}
