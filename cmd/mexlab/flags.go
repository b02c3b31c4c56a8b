package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/kernel"
)

// addKernelFlags adds the flags that choose a kernel and bound its work.
func addKernelFlags(cmd *cobra.Command, name *string, b *budget) {
	*name = kernel.Auto().Info().String()
	cmd.Flags().Var(&oneOf{name, "kernel", kernelNames()}, "kernel", `the kernel; "mexlab kernels" lists them`)
	cmd.Flags().Var(b, "budget", "the most work on one vertex, in word operations; about a billion take a second")
	complete(cmd, "kernel", kernelNames())
}

// Why a flag does not go with a kernel.
const (
	notAuto  = "it explains the ways of kernel auto, and the others have only one"
	noSearch = "that does not search, and its work is bounded without a budget"
)

// searches reports whether a kernel may need very much work for a vertex, so that it
// has a budget.
func searches(k kernel.Kernel) bool { return k.Info().MaxDegree == 0 && k.Info().Name != "unit" }

func kernelNames() []string {
	return names(kernel.Available(), func(k kernel.Kernel) string { return k.Info().String() })
}

func names[T any](items []T, name func(T) string) []string {
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = name(item)
	}
	return list
}

// budget is the value of --budget: a whole number of word operations, like 1e9.
type budget uint64

func (b *budget) Type() string { return "N" }

func (b *budget) String() string {
	if f := float64(*b); uint64(f) == uint64(*b) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return strconv.FormatUint(uint64(*b), 10)
}

func (b *budget) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || f != math.Trunc(f) || f < 0 || f >= 1<<64 {
			return fmt.Errorf("expected a whole number like 1000000 or 1e9, found %q", s)
		}
		n = uint64(f)
	}
	if n == 0 {
		return errors.New("expected at least 1")
	}
	*b = budget(n)
	return nil
}

// percentage is the value of --threshold: a share of 1, written 2% or 2.
type percentage float64

func (p *percentage) Type() string   { return "PERCENT" }
func (p *percentage) String() string { return strconv.FormatFloat(100*float64(*p), 'g', 4, 64) + "%" }

func (p *percentage) Set(s string) error {
	f, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || !(f > 0) || math.IsInf(f, 0) {
		return fmt.Errorf("expected a percentage above zero, like 2%%, found %q", s)
	}
	*p = percentage(f / 100)
	return nil
}
