package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mexlab/internal/machine"
)

// complete offers names to the shell for a flag.
func complete(cmd *cobra.Command, flag string, names []string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// completeLast offers names for a flag that takes several with commas.
func completeLast(cmd *cobra.Command, flag string, names []string) {
	cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		given := begun[:strings.LastIndexByte(begun, ',')+1]
		var list []string
		for _, name := range names {
			list = append(list, given+name)
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// completeCommits offers the branches and tags of the repository here.
func completeCommits(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			// Without a repository there are none.
			refs, _ := machine.GitLines(cmd.Context(), ".", "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
			return append(refs, "HEAD"), cobra.ShellCompDirectiveNoFileComp
		})
	}
}

// completeBenchmarks offers the benchmarks of the packages below this folder, each
// after a prefix is cut off.
func completeBenchmarks(cmd *cobra.Command, prefix string, flags ...string) {
	for _, flag := range flags {
		cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			names := benchmarks(os.DirFS("."))
			for i := range names {
				names[i] = strings.TrimPrefix(names[i], prefix)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		})
	}
}

// mostFiles bounds the files that are looked at: a person waits.
const mostFiles = 50_000

var benchmarkFunc = regexp.MustCompile(`(?m)^func (Benchmark\w*)\(`)

// benchmarks returns the names of the benchmarks in the test files of a module.
func benchmarks(module fs.FS) (names []string) {
	files := 0
	fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		base := filepath.Base(name)
		files++
		switch {
		case files > mostFiles:
			return fs.SkipAll
		case err != nil:
			return nil // the others are still of use
		case d.IsDir():
			if name != "." && (base[0] == '.' || base[0] == '_' || base == "testdata" || base == "vendor") {
				return fs.SkipDir
			}
		case strings.HasSuffix(base, "_test.go"):
			text, _ := fs.ReadFile(module, name)
			for _, m := range benchmarkFunc.FindAllSubmatch(text, -1) {
				names = append(names, string(m[1]))
			}
		}
		return nil
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// completeNothing keeps the shell from offering files for flags and arguments of a
// command and its subcommands that are no files.
func completeNothing(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains([]string{"int", "uint64", "duration", "N", "PERCENT"}, f.Value.Type()) {
			complete(cmd, f.Name, nil)
		}
	})
	for _, c := range cmd.Commands() {
		completeNothing(c)
	}
}
