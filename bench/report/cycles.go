package report

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"mexlab/bench/model"
)

// modelSetting is the name that LLVM's model of this CPU has.
const modelSetting = "model"

// Cycles are what the loops took on a machine.
type Cycles struct {
	Folder   string // below reports/, with slashes
	Settings Settings
	*model.Measurement
}

// WriteCycles writes a measurement on this machine into its folder. The name is that
// of LLVM's model of this CPU.
func WriteCycles(ctx context.Context, folder, name string, now time.Time, m *model.Measurement) error {
	s := ThisMachine(ctx, now, Setting{modelSetting, name})
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

func writeLines(path string, s Settings, lines string) error {
	log, err := OpenLog(path, s)
	if err != nil {
		return err
	}
	if err := log.Write([]byte(lines)); err != nil {
		return log.Interrupt(err)
	}
	return log.Finish(nil)
}
