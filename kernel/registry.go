package kernel

import (
	"fmt"
	"strings"
)

// all lists every kernel of this build, slowest idea first and auto last.
var all = []Kernel{
	naive,
	gray,
	lowbit,
	paritysplit,
	unit,
	affine,
	auto,
}

// Available returns the kernels that this CPU runs, in the order of the
// registry.
func Available() []Kernel { return append([]Kernel(nil), all...) }

// Lookup finds a kernel by its registered name. Its error lists the names that
// this CPU has.
func Lookup(name string) (Kernel, error) {
	var names []string
	for _, k := range Available() {
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
