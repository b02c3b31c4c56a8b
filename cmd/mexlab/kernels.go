package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"mexlab/asm"
	"mexlab/internal/machine"
	"mexlab/kernel"
)

func newKernels() *cobra.Command {
	return &cobra.Command{
		Use:   "kernels",
		Short: "List the kernels and tiers of this build and CPU, and what auto uses",
		Long: `List the CPU and its features, the tiers of vector code in this build, the kernels
from the slowest idea to the fastest, and the kernel that auto uses for each class
of vertices, with the reason.

Auto uses the best tier that was timed to be faster; "mexlab tune" times the
others on this machine. The environment variable ` + asm.EnvISA + ` forces a tier.`,
		Example: "  mexlab kernels\n  " + asm.EnvISA + "=" + asm.Generic + " mexlab kernels",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			return writeKernels(cmd.OutOrStdout(), plan(cmd.ErrOrStderr()))
		},
	}
}

func writeKernels(w io.Writer, plan kernel.Plan) error {
	features := strings.Join(machine.Features(), " ")
	fmt.Fprintf(w, "CPU       %s, %d of them, %s/%s\n", machine.CPU(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(w, "features  %s\n\n", orNone(features))

	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TIER\tHERE\tNEEDS")
	for _, tier := range asm.Tiers() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", tier.Name, tierState(tier, plan), orNone(strings.Join(tier.Features(), " ")))
	}
	fmt.Fprintln(t, "\nKERNEL\tDEGREE\tIDEA")
	for _, k := range kernel.Available() {
		info := k.Info()
		degree := "any"
		if info.MaxDegree > 0 {
			degree = fmt.Sprintf("<= %d", info.MaxDegree)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", info, degree, info.Doc)
	}
	fmt.Fprintln(t, "\nAUTO'S CLASS\tKERNEL\tWHY")
	for _, c := range plan.Choices() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Class, c.Kernel, c.Why)
	}
	return t.Flush()
}

// tierState says whether auto uses a tier, and if not, why not.
func tierState(t *asm.Tier, plan kernel.Plan) string {
	switch {
	case t.Name == plan.Elimination || slices.Contains(plan.Bounded[:], t.Name):
		return "in use"
	case !t.Compiled:
		return "not in this build"
	case !t.Available:
		return "not on this CPU"
	case !t.Timed && plan == kernel.DefaultPlan():
		return "not timed on this CPU yet"
	}
	return "yes"
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
