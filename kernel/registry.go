package kernel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mexlab/asm"
)

// tiers lists the tiers that this build and CPU have, generic first. Ideas that
// are made of a tier's primitives are registered once a tier.
var (
	tiers   = asm.Available()
	generic = tiers[0]
)

// tierInfo describes an idea on a tier.
func tierInfo(t *asm.Tier, name, doc string) Info {
	return Info{Name: name, ISA: t.Name, Features: t.Features(), Doc: doc}
}

// available lists every kernel that this build and CPU have, slowest idea first
// and auto last.
var available = registry(tiers)

// auto is the last of them.
var auto = available[len(available)-1]

func registry(tiers []*asm.Tier) []Kernel {
	list := []Kernel{naive, gray, lowbit}
	for _, t := range tiers {
		if t.Name != asm.AVX512BITALG { // has only scans of its own
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

// Auto returns the kernel to use: it picks the cheapest way for each vertex and
// accepts every row, within the workspace's budget.
//
// It uses the best tier of vector code that this CPU and build have and that is
// known to pay. The environment variable MEXLAB_ISA, read when the program
// starts, forces a tier by name, in every program that imports this package:
// generic, avx2, avx512, avx512bitalg or neon. If the tier is unknown, or this
// CPU or build lacks it, every call of Mex returns an error that says so and
// lists the tiers that are valid.
func Auto() Kernel { return auto }

// Mex returns the Grundy value of one vertex: the mex of the XORs of exactly k
// of its successors' Grundy values, repetition allowed. A vertex without
// successors has value 0.
//
// The work is done by Auto, within DefaultBudget. The error is ErrOverflow, a
// *BudgetError, or what Auto says about MEXLAB_ISA. Mex makes a Workspace and a
// Batch for every call; a caller that has many vertices makes them once.
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
