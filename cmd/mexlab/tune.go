package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"mexlab/asm"
	"mexlab/bench"
	"mexlab/internal/machine"
	"mexlab/kernel"
	"mexlab/track/table"
)

func newTune() *cobra.Command {
	var show, reset bool
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Measure which kernels auto should use on this machine",
		Long: `Time every kernel of this CPU on every class of vertices, check that all agree, and
keep which tier of vector code is best for sixteen vertices at a time, which one for
searches that go one by one, and from which size on. Kernel auto follows the result,
for this user, until the CPU or the code of the kernels changes. Tiers that auto does
not use by itself are used where they prove faster here.

It takes about half a minute. Other work on the machine spoils the result: if two
halves of the measurements disagree by 5%, nothing is kept, and the exit code is 3.

--show writes the result, --reset deletes it. The environment variable
` + asm.EnvISA + ` overrides the result.`,
		Example:           "  mexlab tune --show\n  mexlab tune --reset",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(cmd, refusal{show, "--show", []string{"reset"}, "nothing is left to show"}); err != nil {
				return err
			}
			name, err := tuningFile()
			if err != nil {
				return err
			}
			switch {
			case show:
				return showTuning(cmd.OutOrStdout(), name)
			case reset:
				return resetTuning(cmd.OutOrStdout(), name)
			}
			return tune(cmd, name)
		},
	}
	cmd.Flags().BoolVar(&show, "show", false, "write the result and where it is kept")
	cmd.Flags().BoolVar(&reset, "reset", false, "delete the result")
	return cmd
}

func tune(cmd *cobra.Command, name string) error {
	if err := canSave(name); err != nil {
		return err
	}
	found, times, err := bench.Tune(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	t := &tuning{Format: tuningFormat, Mexlab: version(), Kernels: kernel.Revision, CPU: machine.CPU(), When: time.Now().Round(time.Second), Plan: found, Times: times}
	if err := t.save(name); err != nil {
		return err
	}
	return t.write(cmd.OutOrStdout(), name)
}

func showTuning(w io.Writer, name string) error {
	t, err := loadTuning(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = fmt.Fprintf(w, "Nothing was tuned: there is no %s.\n", name)
		return err
	}
	if err != nil {
		return fmt.Errorf("%s is ignored: %w; \"mexlab tune\" makes a new one", name, reason(err))
	}
	return t.write(w, name)
}

func resetTuning(w io.Writer, name string) error {
	err := os.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = fmt.Fprintf(w, "Nothing was tuned: there is no %s.\n", name)
		return err
	}
	if err != nil {
		return fmt.Errorf("cannot forget the tuning: %w", err)
	}
	_, err = fmt.Fprintf(w, "Removed %s.\n", name)
	return err
}

func (t *tuning) write(w io.Writer, name string) error {
	fmt.Fprintf(w, "%s\n%s, mexlab %s, %s\n\n", name, t.CPU, t.Mexlab, t.When.Format(time.DateTime))
	var rows [][]table.Cell
	for _, class := range t.Times {
		for i, k := range class.Kernels {
			name := class.Class
			if i > 0 {
				name = ""
			}
			rows = append(rows, table.Row(name, k.Kernel, fmt.Sprintf("%.1f", k.Ns)))
		}
	}
	times := &table.Table{Columns: table.Words("class", "kernel"), Rows: slices.Values(rows)}
	times.Columns = append(times.Columns, table.Numbers("ns/vertex")...)
	return writeTables(w, screenOf(w), times, choices(t.Plan))
}
