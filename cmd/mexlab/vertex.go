package main

import (
	"bufio"
	"os"

	"github.com/spf13/cobra"

	"mexlab/kernel"
)

func newVertex(stdin *os.File) *cobra.Command {
	var name string
	b := budget(kernel.DefaultBudget)
	cmd := &cobra.Command{
		Use:   "vertex [FILE]",
		Short: "Read vertices, write the mex of each",
		Long: `Read one vertex a line and write its Grundy value: the mex of the XORs of
exactly K of its successors' values, repetition allowed. Without FILE, or with
"-", the lines come from standard input.

A line is K, a tab, and the successors' values with commas between them. A line
without values is a leaf, and its value is 0. A second tab and the text after it
are ignored, so that a file may hold the expected answers. Empty lines are
skipped. K has up to 63 bits, a value up to 64.

If a line is wrong, the lines before it are answered, the message says which line
it is, and the exit code is 2.`,
		Example: `  printf '2\t0,1,2\n3\t405,497,253,241,31,0,136\n7\t\n' | mexlab vertex`,
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := findKernel(name, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			in, err := openInput(args, stdin, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer in.Close()
			w := bufio.NewWriter(cmd.OutOrStdout())
			return in.locate(newVertexReader(in.File).solve(w, k, &kernel.Workspace{Budget: uint64(b)}))
		},
	}
	addKernelFlags(cmd, &name, &b)
	return cmd
}
