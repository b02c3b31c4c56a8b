package kernel

import (
	"fmt"
	"slices"
	"strings"

	"mexlab/asm"
)

// available lists every kernel that this build and CPU have, slowest idea first
// and auto last.
var available = registry(tiers)

// auto is the last of them.
var auto = available[len(available)-1]

func registry(tiers []*tier) []Kernel {
	list := []Kernel{naive, gray, lowbit}
	for _, t := range tiers {
		if t.isa != asm.AVX512BITALG { // which differs in scans alone
			list = append(list, newParitysplit(t))
		}
	}
	list = append(list, unit)
	for _, t := range tiers {
		list = append(list, newAffine(t))
	}
	return append(list, newAuto(DefaultPlan()))
}

// Available returns the kernels that this build and CPU have, in the order of
// the registry.
func Available() []Kernel { return slices.Clone(available) }

// Lookup finds a kernel by its registered name. Its error lists the names that
// there are.
func Lookup(name string) (Kernel, error) {
	var names []string
	for _, k := range available {
		if k.Info().String() == name {
			return k, nil
		}
		names = append(names, k.Info().String())
	}
	return nil, fmt.Errorf("unknown kernel %q; this build and CPU have %s", name, strings.Join(names, ", "))
}

// Auto returns the kernel that picks the cheapest way for each vertex. It
// accepts every input, within the workspace's budget.
func Auto() Kernel { return auto }
