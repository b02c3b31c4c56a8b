package report

import (
	"bytes"
	"fmt"
	"os/exec"

	"mexlab/internal/command"
)

// A view is a table by benchstat: a suite in one unit, a column for each kernel.
type view struct {
	suite string
	row   string // keys of the name that tell rows apart
	unit  string
}

// The tables of times, and those of instruction counts.
var (
	timeViews = []view{
		{"Mex", "/load", "ns/vertex"},
		{"Degree", "/deg", "ns/vertex"},
		{"K", "/k", "ns/vertex"},
		{"Width", "/values", "ns/vertex"},
		{"Solve", "/load,/v", "ns/vertex"},
		{"Election", "/v,/e", "ns/vertex"},
		{"Or", "/mask", "B/s"},
		{"Text", "/load,/v", "B/s"},
	}
	insnViews = []view{
		{"Mex", "/load", "insns/vertex"},
		{"Degree", "/deg", "insns/vertex"},
	}
)

// TimeTables returns tables of a file of times, by the benchstat in go.mod.
func TimeTables(raw string) ([]byte, error) { return benchstat(raw, timeViews) }

// InsnTables is TimeTables for instruction counts.
func InsnTables(raw string) ([]byte, error) { return benchstat(raw, insnViews) }

func benchstat(raw string, views []view) ([]byte, error) {
	program, err := command.Line(exec.Command("go", "tool", "-n", "benchstat"))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, v := range views {
		table, err := command.Output(exec.Command(program, "-table", "goarch,cpu,tier,toolchain,commit", "-col", "/kernel,/isa", "-row", v.row,
			"-filter", fmt.Sprintf(".name:%s .unit:%s", v.suite, v.unit), "this="+raw))
		if err != nil {
			return nil, err
		}
		if len(table) > 0 { // otherwise it was not measured
			fmt.Fprintf(&out, "## %s, %s\n\n%s\n\n", v.suite, v.unit, bytes.TrimRight(table, "\n"))
		}
	}
	if out.Len() == 0 {
		return nil, fmt.Errorf("benchstat finds no results in %s", raw)
	}
	return out.Bytes(), nil
}
