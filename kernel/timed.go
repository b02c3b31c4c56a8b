package kernel

import (
	"fmt"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"mexlab/asm"
)

// A timing is a CPU on which tiers were timed that DefaultPlan does not use
// elsewhere, and the tiers that were faster there.
type timing struct {
	vendor        cpuid.Vendor
	family, model int

	lanes, search string // as in Plan; "" is asm.Best, which was as fast
	report        string // the folder with the times
}

// timings lists only CPUs that exist and were timed. Emulated CPUs, on which tiers
// are proven right, say nothing about time.
//
// AMD family 26 model 2 is an EPYC of Zen 5. It was timed on 30 November 2026 at
// commit d51f56d7bc72. Nanoseconds per vertex of affine/avx2 and affine/avx512,
// the medians of ten rounds:
//
//	workload adversarial            1377   1092   K < rank, up to 19 successors
//	17 values of 15 bits             477    255   bitsets of up to 2^15 bits
//	workload wide                   5318   4353   64 successors
//	workload smallk                  446    438   up to 17 successors, small bitsets
//	up to 8 successors              16.9   16.7
//	K >= rank, 17 values            19.9   19.5
//
// So searches for K < rank gain where bitsets are long, and elimination of sixteen
// vertices at a time gained less than the noise. That was before lanes also
// searched for K < rank. Nobody has timed that on AVX-512: lanes stay with AVX2.
var timings = []timing{
	{cpuid.AMD, 26, 2, "", asm.AVX512, "reports/amd64/amd-epyc-family-26-model-2"},
}

// timingOf returns the timing of a CPU, nil if it has none.
func timingOf(cpu cpuid.CPUInfo) *timing {
	for i := range timings {
		if t := &timings[i]; t.vendor == cpu.VendorID && t.family == cpu.Family && t.model == cpu.Model {
			return t
		}
	}
	return nil
}

// Timed tells whether a tier was timed on this CPU, or is known to pay on all
// that have it.
func Timed(t *asm.Tier) bool { return t.Timed || timingOf(cpuid.CPU) != nil }

// DefaultPlan returns the built-in plan: the tier asm.Best for everything, or, on
// a CPU on which others were timed, those where they were faster.
func DefaultPlan() Plan {
	plan, _ := planFor(cpuid.CPU, tiers, asm.Best(), asm.Forced())
	return plan
}

// DefaultReason says in words why DefaultPlan has its tiers.
func DefaultReason() string {
	_, why := planFor(cpuid.CPU, tiers, asm.Best(), asm.Forced())
	return why
}

// planFor returns the built-in plan for a CPU that has the given tiers, and why.
func planFor(cpu cpuid.CPUInfo, tiers []*asm.Tier, best *asm.Tier, forced bool) (plan Plan, why string) {
	has, untimed := map[string]bool{}, []string(nil)
	for _, t := range tiers {
		has[t.Name] = true
		if !t.Timed && !t.OnlyForced {
			untimed = append(untimed, t.Name)
		}
	}
	plan = Plan{best.Name, best.Name, builtIn}
	timed := timingOf(cpu)
	switch {
	case forced:
		return plan, fmt.Sprintf("%s forces tier %s", asm.EnvISA, best.Name)
	case len(untimed) == 0:
		return plan, fmt.Sprintf("tier %s is the best one here", best.Name)
	case timed == nil:
		return plan, fmt.Sprintf("tier %s: nobody has timed %s on this CPU", best.Name, strings.Join(untimed, " and "))
	}
	var faster []string
	if has[timed.lanes] {
		plan.Lanes = timed.lanes
		faster = append(faster, timed.lanes+" for lanes")
	}
	if has[timed.search] {
		plan.Search = timed.search
		faster = append(faster, timed.search+" for searches one by one")
	}
	return plan, fmt.Sprintf("tier %s, and %s, where it was faster on this CPU: %s",
		best.Name, strings.Join(faster, " and "), timed.report)
}
