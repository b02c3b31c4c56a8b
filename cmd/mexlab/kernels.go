package main

import (
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"mexlab/kernel"
)

func newKernels() *cobra.Command {
	return &cobra.Command{
		Use:   "kernels",
		Short: "List the kernels of this build and CPU",
		Long: `List the kernels that this build has and this CPU runs, slowest idea first, and
which of them kernel auto uses for which vertices, and why.`,
		Example: "  mexlab kernels",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			return writeKernels(cmd.OutOrStdout())
		},
	}
}

func writeKernels(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "KERNEL\tISA\tDEGREE\tIDEA")
	for _, k := range kernel.Available() {
		info := k.Info()
		degree := "any"
		if info.MaxDegree > 0 {
			degree = fmt.Sprintf("<= %d", info.MaxDegree)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", info, info.ISA, degree, info.Doc)
	}
	fmt.Fprintln(t, "\nAUTO'S CLASS\tKERNEL\tWHY")
	for _, c := range kernel.Choices() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Class, c.Kernel, c.Why)
	}
	fmt.Fprintf(t, "\n%s/%s, %d CPUs, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	return t.Flush()
}
