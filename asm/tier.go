package asm

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// The names of the tiers.
const (
	Generic = "generic" // the twins, everywhere
	AVX2    = "avx2"    // amd64
	NEON    = "neon"    // arm64, of which it is a part

	AVX512       = "avx512"       // amd64: what x86-64-v4 has beyond AVX2
	AVX512BITALG = "avx512bitalg" // amd64: the same, with weights counted by VPOPCNTW
)

// EnvISA is the environment variable that forces a tier.
const EnvISA = "MEXLAB_ISA"

// A Tier says what a tier needs and whether it is here.
type Tier struct {
	Name      string
	Features  []string // of the CPU, beyond what the architecture has
	Compiled  bool     // this build has it
	Available bool     // and this CPU has the features
	Timed     bool     // and is known to pay, so that it may be chosen by itself
}

// names lists all tiers, each better than the one before it, where both are.
var names = []string{Generic, AVX2, NEON, AVX512, AVX512BITALG}

// untimed lists the tiers that have been proven on emulated CPUs alone, which
// tell nothing of time: they are used where they are asked for.
var untimed = []string{AVX512, AVX512BITALG}

// A compiled tier is one that this build has.
type compiled struct {
	name     string
	features []cpuid.FeatureID // every one that a body uses
	bodies   bodies
}

// available has the primitives of each tier that runs here, as names lists
// them.
var available = supported(vectorTiers, cpuid.CPU)

// supported returns the primitives that a CPU can run of some tiers.
func supported(tiers []compiled, cpu cpuid.CPUInfo) []*Primitives {
	list := []*Primitives{generic(Generic)}
	for i := range tiers {
		if t := &tiers[i]; cpu.Supports(t.features...) {
			list = append(list, t.bodies.primitives(t.name))
		}
	}
	return list
}

// best is the choice, made once at start.
var best, errBest = choose(available, os.Getenv(EnvISA))

// choose returns the last of the tiers that have been timed, or the one that is
// forced. When that is not possible it returns the first and an error.
func choose(tiers []*Primitives, forced string) (*Primitives, error) {
	var valid []string
	last := tiers[0]
	for _, p := range tiers {
		if p.Tier == forced {
			return p, nil
		}
		valid = append(valid, p.Tier)
		if !slices.Contains(untimed, p.Tier) {
			last = p
		}
	}
	if forced == "" {
		return last, nil
	}
	what := "no tier has that name"
	if slices.Contains(names, forced) {
		what = "this CPU or this build does not have it"
	}
	return tiers[0], fmt.Errorf("%s=%q: %s; valid here: %s", EnvISA, forced, what, strings.Join(valid, ", "))
}

// Best returns the name of the tier to use: the one that MEXLAB_ISA forces,
// else the best of those that this CPU and build have and that have been timed;
// Generic when Err is not nil.
func Best() string { return best.Tier }

// Forced tells whether MEXLAB_ISA names the tier to use.
func Forced() bool { return os.Getenv(EnvISA) != "" }

// Err tells what is wrong with the tier that MEXLAB_ISA forces: it is unknown,
// or this CPU or build does not have it.
func Err() error { return errBest }

// For returns the primitives of a tier, nil when this CPU or build lacks it.
func For(tier string) *Primitives {
	for _, p := range available {
		if p.Tier == tier {
			return p
		}
	}
	return nil
}

// Tiers lists all tiers.
func Tiers() []Tier {
	var list []Tier
	for _, name := range names {
		t := Tier{Name: name, Compiled: name == Generic, Available: For(name) != nil, Timed: !slices.Contains(untimed, name)}
		for _, c := range vectorTiers {
			if c.name != name {
				continue
			}
			t.Compiled = true
			for _, f := range c.features {
				t.Features = append(t.Features, f.String())
			}
		}
		list = append(list, t)
	}
	return list
}
