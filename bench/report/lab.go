package report

import (
	"fmt"

	"mexlab/bench"
)

// OfLab makes a machine of a run of the lab.
func OfLab(s *bench.Results) *Machine {
	return &Machine{Arch: s.GOARCH, Short: true, Rows: s.Rows, Settings: Settings{
		{"goos", s.GOOS},
		{"goarch", s.GOARCH},
		{"cpu", cpuName(procCPUInfo())},
		{"tier", s.Tier},
		{"toolchain", s.Toolchain},
		{"rounds", fmt.Sprint(s.Rounds)},
	}}
}
