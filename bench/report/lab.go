package report

import (
	"fmt"

	"mexlab/bench"
)

// OfLab makes a machine of a run of the lab.
func OfLab(f *bench.Findings) *Machine {
	m := &Machine{Arch: f.GOARCH, Short: true, Settings: Settings{
		{"goos", f.GOOS},
		{"goarch", f.GOARCH},
		{"cpu", cpuName(procCPUInfo())},
		{"tier", f.Tier},
		{"toolchain", f.Toolchain},
		{"rounds", fmt.Sprint(f.Rounds)},
	}}
	for _, x := range f.Results {
		if x.Kernel == bench.Floor {
			m.Rows = append(m.Rows, &Row{Suite: "Mex", Keys: Settings{{"deg", fmt.Sprint(x.Degree)}, {"load", x.Workload}}})
		}
		if x.Limit == "" {
			row := m.Rows[len(m.Rows)-1]
			row.Cells = append(row.Cells, Cell{x.Kernel, x.Cost})
		}
	}
	return m
}
