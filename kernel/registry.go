package kernel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mexlab/asm"
)

// available lists the kernels of this build and CPU, slowest idea first, auto last.
var available = registry()

// auto is the last of them.
var auto = available[len(available)-1]

// The tiers that this build and CPU have, the generic one first.
var (
	tiers   = asm.Available()
	generic = tiers[0]
)

// registry makes the kernels: ideas that use a tier's primitives for each tier.
func registry() []Kernel {
	list := []Kernel{naive, gray, lowbit}
	for _, t := range tiers {
		if t.Name != asm.AVX512BITALG { // its bitsets are those of AVX512
			list = append(list, newParitysplit(t))
		}
	}
	list = append(list, unit)
	for _, t := range tiers {
		list = append(list, newAffine(t))
	}
	return append(list, newAuto(DefaultPlan()))
}

// Available returns the kernels that this build and CPU have, the slowest idea
// first and auto last.
func Available() []Kernel { return slices.Clone(available) }

// Lookup finds a kernel by its name. The error lists the names that are available.
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

// Auto returns the kernel to use: it takes the cheapest way for each vertex and
// accepts every row, within the workspace's budget.
//
// For each class of vertices it uses the best tier of vector code that this CPU
// and build have and that is known to pay: see DefaultPlan. The environment
// variable MEXLAB_ISA forces a tier of asm.Tiers by its name, such as generic or
// avx2. It is read when the program starts, and works in every program that
// imports this package. If the tier is unknown, or this CPU or build lacks it,
// every Mex of Auto returns an error that says so and lists the valid tiers.
func Auto() Kernel { return auto }

// Mex returns the Grundy value of one vertex: the mex of the XORs of exactly k
// of its successors' Grundy values, repetition allowed. A vertex without
// successors has value 0.
//
// Auto does the work, within DefaultBudget. The error is ErrOverflow, a
// *BudgetError, or what Auto says about MEXLAB_ISA. Each call makes a Workspace
// and a Batch: a caller with many vertices should make them once.
func Mex(k uint64, successors ...uint64) (uint64, error) {
	var ws Workspace
	var b Batch
	b.Add(k, successors...)
	err := auto.Mex(&ws, &b)
	if row, ok := errors.AsType[*RowError](err); ok {
		err = row.Err // there is one row only
	}
	return b.Mex[0], err
}
