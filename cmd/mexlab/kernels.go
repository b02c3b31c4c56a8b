package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/asm"
	"mexlab/internal/machine"
	"mexlab/kernel"
	"mexlab/track/table"
)

func newKernels() *cobra.Command {
	return &cobra.Command{
		Use:   "kernels",
		Short: "List the kernels and tiers of this build and CPU, and what auto uses",
		Long: `List the CPU and its features, the tiers of vector code in this build, the kernels
from the slowest idea to the fastest, and the kernel that auto uses for each class
of vertices, with the reason. Kernel affine with the code of tier avx2 has the name
affine/avx2.

Auto has a plan: a tier for each class of vertices. The built-in plan uses a tier
only if it was timed to be faster, on all CPUs or on this model. "mexlab tune" times
all tiers on this machine and makes a plan of its own. The environment variable
` + asm.EnvISA + ` forces a tier for everything.`,
		Example:           "  mexlab kernels\n  " + asm.EnvISA + "=" + asm.Generic + " mexlab kernels",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, why := plan(cmd.ErrOrStderr())
			return writeKernels(cmd.OutOrStdout(), p, why)
		},
	}
}

func writeKernels(w io.Writer, plan kernel.Plan, why string) error {
	features := strings.ReplaceAll(table.Wrap(strings.Join(machine.Features(), " "), 70), "\n", "\n          ")
	fmt.Fprintf(w, "CPU       %s, %d of them, %s/%s\n", machine.CPU(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(w, "features  %s\n", cmp.Or(features, "-"))
	fmt.Fprintf(w, "plan      %s\n\n", why)

	var tiers, kernels [][]table.Cell
	for _, t := range asm.Tiers() {
		tiers = append(tiers, table.Row(t.Name, tierState(t, plan), strings.Join(t.Features(), " ")))
	}
	for i, k := range kernel.Available() {
		info, degree := k.Info(), "any"
		if info.MaxDegree > 0 {
			degree = fmt.Sprintf("<= %d", info.MaxDegree)
		}
		if i > 0 && kernels[len(kernels)-1][0].Text == info.Name { // the same idea for another tier
			kernels[len(kernels)-1][2].Text += " " + info.Tier
			continue
		}
		kernels = append(kernels, table.Row(info.Name, degree, info.Tier, info.Doc))
	}
	return writeTables(w, screenOf(w),
		&table.Table{Columns: append(table.Words("tier", "here"), table.Below("needs")), Rows: slices.Values(tiers)},
		&table.Table{Columns: append(table.Words("kernel", "degree", "tiers"), table.Below("idea")), Rows: slices.Values(kernels)},
		choices(plan))
}

func choices(plan kernel.Plan) *table.Table {
	var rows [][]table.Cell
	for _, c := range plan.Choices() {
		rows = append(rows, table.Row(c.Class, c.Kernel, c.Why))
	}
	return &table.Table{Columns: append(table.Words("auto's class", "kernel"), table.Below("why")), Rows: slices.Values(rows)}
}

func writeTables(w io.Writer, screen table.Screen, tables ...*table.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.WriteText(w, screen); err != nil {
			return err
		}
	}
	return nil
}

// tierState says whether auto uses a tier, and if not, why not.
func tierState(t *asm.Tier, plan kernel.Plan) string {
	switch {
	case t.Name == plan.Lanes || t.Name == plan.Search:
		return "in use"
	case !t.Compiled:
		return "not in this build"
	case !t.Available:
		return "not on this CPU"
	case t.OnlyForced:
		return "only if forced, for comparison"
	case !kernel.Timed(t) && plan == kernel.DefaultPlan():
		return "not timed on this CPU yet"
	}
	return "yes"
}
