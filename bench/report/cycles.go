package report

import (
	"path/filepath"
	"strings"

	"mexlab/bench/model"
	"mexlab/internal/command"
)

// ModelKey is the setting that has LLVM's name of the CPU.
const ModelKey = "model"

// Cycles are what the loops took on a machine.
type Cycles struct {
	Folder   string // below reports/, with slashes
	Settings Settings
	*model.Measurement
}

// WriteCycles writes a measurement into the folder of this machine. The settings say
// by ModelKey which of LLVM's models is that of this CPU.
func WriteCycles(folder string, s Settings, m *model.Measurement) error {
	return writeLines(filepath.Join(folder, CyclesFile), s, m.Lines())
}

// WriteRuns writes how often loops run on workloads into a folder.
func WriteRuns(folder string, s Settings, workloads []model.Workload) error {
	var out strings.Builder
	for _, w := range workloads {
		out.WriteString(w.Lines())
	}
	return writeLines(filepath.Join(folder, RunsFile), s, out.String())
}

// writeLines writes results that are all there: they need no Log.
func writeLines(path string, s Settings, lines string) error {
	return command.WriteFile(path, append(s.Header(), lines...))
}
