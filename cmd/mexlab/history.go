package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mexlab/internal/machine"
	"mexlab/track/history"
	"mexlab/track/table"
)

func newHistory(stdin *os.File) *cobra.Command {
	var dir string
	show := newHistoryShow(&dir)
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Keep benchmark results in git, and list when they changed",
		Long: `Keep the output of "go test -bench" as plain files in git, and list the commits
where a benchmark changed its level. Results are compared only with results of
the same CPU, Go version and GOMAXPROCS. Without a subcommand it is
"mexlab history show".

The files are in reports/history at the top of the git repository, or in --dir;
benchstat reads them too. The file annotations.txt there holds remarks, one a
line: the start of a commit's hash, at least seven digits, and text.`,
		Example: show.Example,
		Args:    subcommand,
		RunE:    show.RunE,
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().AddFlagSet(show.Flags())
	cmd.AddCommand(newHistoryAdd(&dir, stdin), show, newHistoryBisect())
	return cmd
}

func addDir(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "dir", "", "the folder of the history (default: reports/history of the repository)")
	cmd.MarkFlagDirname("dir")
}

func historyDir(ctx context.Context, dir string) string {
	if dir != "" {
		return dir
	}
	// Without git, or outside a repository, it is below the current folder.
	top, _ := machine.Git(ctx, ".", "rev-parse", "--show-toplevel")
	return filepath.Join(top, "reports", "history")
}

const historyExample = `d=$(mktemp -d); for i in 1 2 3 4 5 6 7 8; do printf "BenchmarkSum 1 $((i/5)) allocs/op\n" | ` +
	`mexlab history add --dir $d --set cpu=any --set toolchain=any --set commit=000000$i --set commit-date=2026-11-0${i}T00:00:00Z -; done`

func newHistoryAdd(dir *string, stdin *os.File) *cobra.Command {
	settings := history.Settings{}
	var given []string
	cmd := &cobra.Command{
		Use:   "add FILE",
		Short: "Add benchmark output to the history",
		Long: `Add the output of "go test -bench", with or without -json, to the history: a file,
or "-" for standard input. The new file has the same text below some lines that
name the machine and the commit. These come from --set, else from the text. If the
text names this machine's CPU or none, the rest comes from this machine and the
commit that is checked out. Results that the text lacks, because a line cannot be
read or a benchmark failed, are named on standard error.`,
		Example: "  " + historyExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%q adds one file, or \"-\", not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, s := range given {
				if err := settings.Parse(s); err != nil {
					return fmt.Errorf("--set: %w", err)
				}
			}
			in, err := openInput(args, stdin, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer in.Close()
			text, err := io.ReadAll(in.File)
			if err != nil {
				return in.locate(err)
			}
			path, remarks, err := history.Add(cmd.Context(), historyDir(cmd.Context(), *dir), in.name, text, settings)
			if err != nil {
				return err
			}
			for _, r := range remarks {
				fmt.Fprintf(cmd.ErrOrStderr(), "mexlab: %s\n", table.Visible(r))
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			return err
		},
	}
	addDir(cmd, dir)
	cmd.Flags().StringArrayVar(&given, "set", nil, "KEY=VALUE for cpu, tier, toolchain, gomaxprocs, commit or commit-date")
	complete(cmd, "set", []string{"cpu=", "tier=", "toolchain=", "gomaxprocs=", "commit=", "commit-date="})
	return cmd
}

func newHistoryShow(dir *string) *cobra.Command {
	threshold := percentage(0.02)
	var f forms
	var link string
	cmd := &cobra.Command{
		Use:     "show",
		Aliases: []string{"list"},
		Short:   "List the changes in the history",
		Long: `List, for each CPU, Go version and GOMAXPROCS, the commits where the level of a
benchmark changed: the medians before and after, and remarks. Changes are found by
PELT (Killick, Fearnhead and Eckley, 2012). Its penalty is such that at most one
unchanged series in twenty shows a change.

--html writes a page instead: the changes, the last value and a chart of every
benchmark, and the commits. --json writes all results.`,
		Example:           "  " + historyExample + "; mexlab history show --dir $d",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			notHTML := refusal{!f.html, "a report without --html", []string{"link"}, "it has no links"}
			if err := cmp.Or(f.refuse(cmd), refuse(cmd, notHTML)); err != nil {
				return err
			}
			commits, err := linkOf(cmd, link)
			if err != nil {
				return err
			}
			dir := historyDir(cmd.Context(), *dir)
			records, err := history.Load(dir)
			if err != nil {
				return err
			}
			if len(records) == 0 {
				return fmt.Errorf("%s has no results; \"mexlab history add FILE\" adds some", dir)
			}
			annotations, err := history.Annotations(dir)
			if err != nil {
				return err
			}
			history.Describe(cmd.Context(), ".", records)
			text := func(w io.Writer, trends []*history.Trend, annotations []history.Annotation) error {
				return history.WriteText(w, screenOf(w), trends, annotations)
			}
			page := func(w io.Writer, trends []*history.Trend, annotations []history.Annotation) error {
				return history.WriteHTML(w, trends, annotations, commits)
			}
			write := of(f, text, history.WriteJSON, history.WriteMarkdown, page)
			return write(cmd.OutOrStdout(), history.Trends(records, float64(threshold)), annotations)
		},
	}
	cmd.Flags().SortFlags = false
	addDir(cmd, dir)
	cmd.Flags().Var(&threshold, "threshold", "the smallest change to list, like 2%")
	f.add(cmd, ", with the results of every commit")
	cmd.Flags().StringVar(&link, "link", "", "with --html, the `ADDRESS` of a commit, with %s for its hash (default: by git's remote origin)")
	return cmd
}

// linkOf returns where the commits of a page lead to: what is given, else what the
// address of the repository suggests. An empty one that is given leads nowhere.
func linkOf(cmd *cobra.Command, given string) (history.Link, error) {
	switch {
	case given != "":
		link, err := history.ParseLink(given)
		if err != nil {
			return "", fmt.Errorf("--link: %w", err)
		}
		return link, nil
	case cmd.Flags().Changed("link"):
		return "", nil
	}
	origin, _ := machine.Git(cmd.Context(), ".", "remote", "get-url", "origin") // "" without one
	return history.LinkOf(origin), nil
}
