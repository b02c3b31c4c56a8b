package main

import (
	"bytes"
	"path/filepath"

	"github.com/spf13/cobra"

	"mexlab/bench/report"
)

func newWrite() *cobra.Command {
	return &cobra.Command{
		Use:   "write",
		Short: "Write BENCHMARKS.md, pictures and reports/index.html from reports/",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := written(".")
			if err != nil {
				return err
			}
			for name, content := range files {
				if err := report.Replace(name, content); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// written returns everything that is made from the reports in a module's
// folder, by the file's name in it.
func written(module string) (map[string][]byte, error) {
	machines, err := report.LoadDir(filepath.Join(module, "reports"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"BENCHMARKS.md": report.Markdown(machines)}
	for _, m := range machines {
		for name, picture := range m.Draw() {
			files[filepath.Join("reports", m.Folder, name)] = picture
		}
	}
	var page bytes.Buffer
	err = report.WritePage(&page, machines, func(folder, file string) bool {
		return files[filepath.Join("reports", folder, file)] != nil
	})
	files[filepath.Join("reports", "index.html")] = page.Bytes()
	return files, err
}
