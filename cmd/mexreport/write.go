package main

import (
	"bytes"
	"path/filepath"

	"github.com/spf13/cobra"

	"mexlab/bench/report"
	"mexlab/internal/command"
)

func newWrite() *cobra.Command {
	return &cobra.Command{
		Use:   "write",
		Short: "Write BENCHMARKS.md, its pictures and the page from what reports/ holds",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return write()
		},
	}
}

func write() error {
	files, err := written(".")
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := command.WriteFile(name, content); err != nil {
			return err
		}
	}
	return nil
}

// written returns the files that are made from the reports of a module, by their
// names in the module's folder.
func written(module string) (map[string][]byte, error) {
	machines, err := report.Load(filepath.Join(module, "reports"))
	if err != nil {
		return nil, err
	}
	loops, err := report.LoadLoops(filepath.Join(module, "reports"))
	if err != nil {
		return nil, err
	}
	intrinsics, err := report.LoadIntrinsics(filepath.Join(module, "reports"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"BENCHMARKS.md":                      report.Markdown(machines, loops, intrinsics),
		filepath.Join("reports", "loops.md"): report.LoopsPage(loops.Predicted),
	}
	for _, m := range machines {
		for name, picture := range m.Draw() {
			files[filepath.Join("reports", m.Folder, name)] = picture
		}
	}
	var page bytes.Buffer
	err = report.WritePage(&page, machines, loops.Predicted)
	files[filepath.Join("reports", "index.html")] = page.Bytes()
	return files, err
}
