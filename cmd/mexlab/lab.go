package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"mexlab/bench"
	"mexlab/bench/report"
	"mexlab/internal/command"
	"mexlab/kernel"
)

func newLab() *cobra.Command {
	var opt bench.Options
	var asJSON bool
	var folder string
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Check that all kernels agree, time them, print the table",
		Long: `Run every kernel of this CPU on built-in workloads, check that all agree, time them
in turns, and print nanoseconds per vertex, the ratio to kernel lowbit, and the
multiple of the floor, the time that reading the values alone takes, each with its
95% interval. Auto is as "mexlab tune" made it. If kernels disagree, the vertex is
printed and the exit code is 1.

The full form takes 15 to 30 seconds, --quick under ten seconds.`,
		Example:           "  mexlab lab --quick\n  mexlab lab --quick --kernel lowbit,affine --workload uva\n  mexlab lab --quick --json",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Progress = cmd.ErrOrStderr()
			p, why := plan(io.Discard)
			if p != kernel.DefaultPlan() {
				auto, err := kernel.NewAuto(p)
				if err != nil {
					return err
				}
				opt.Auto, opt.Choice = auto, why
			}
			table := cmd.OutOrStdout()
			if asJSON {
				table = io.Discard
			}
			results, err := bench.Lab(cmd.Context(), table, opt)
			if err != nil {
				return err
			}
			if folder != "" {
				if err := writeLabPage(folder, results); err != nil {
					return err
				}
			}
			if asJSON {
				return results.WriteJSON(cmd.OutOrStdout())
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&opt.Quick, "quick", false, "fewer rounds on fewer vertices")
	cmd.Flags().Var(&someOf{&opt.Kernels, "kernel", kernelNames()}, "kernel", `only these kernels, with commas; "mexlab kernels" lists them`)
	cmd.Flags().Var(&someOf{&opt.Workloads, "workload", workloadNames()}, "workload", "only these workloads, with commas, without the election")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object instead of tables")
	cmd.Flags().StringVar(&folder, "html", "", "also write a page, index.html, into this `DIR`ectory")
	completeLast(cmd, "kernel", kernelNames())
	completeLast(cmd, "workload", workloadNames())
	cmd.MarkFlagDirname("html")
	return cmd
}

func workloadNames() []string {
	return names(bench.Workloads(), func(w bench.Workload) string { return w.Name })
}

func writeLabPage(folder string, s *bench.Results) error {
	var page bytes.Buffer
	err := report.WritePage(&page, []*report.Machine{report.OfLab(s)}, nil)
	if err == nil {
		err = command.WriteFile(filepath.Join(folder, "index.html"), page.Bytes())
	}
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	return nil
}
