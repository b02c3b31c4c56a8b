package report

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// A view is a table of benchstat: the benchmarks of a suite with a column for
// each kernel, in one unit.
type view struct {
	suite string
	row   string // keys of the name that tell rows apart
	unit  string
}

var views = []view{
	{"Mex", "/load", "ns/vertex"},
	{"Degree", "/deg", "ns/vertex"},
	{"K", "/k", "ns/vertex"},
	{"Width", "/values", "ns/vertex"},
	{"Solve", "/load,/v", "ns/vertex"},
	{"Election", "/v,/e", "ns/vertex"},
	{"Text", "/load,/v", "B/s"},
}

// insnViews are the tables of instruction counts.
var insnViews = []view{
	{"Mex", "/load", "insns/vertex"},
	{"Degree", "/deg", "insns/vertex"},
}

// TimeTables and InsnTables return benchstat's tables of a file of benchmark
// output: go tool benchstat of the version in go.mod makes them.
func TimeTables(raw string) ([]byte, error) { return benchstat(raw, views) }

// InsnTables: see TimeTables.
func InsnTables(raw string) ([]byte, error) { return benchstat(raw, insnViews) }

func benchstat(raw string, views []view) ([]byte, error) {
	var out bytes.Buffer
	for _, v := range views {
		args := []string{"tool", "benchstat", "-table", "goarch,cpu,tier,toolchain,commit", "-col", "/kernel,/isa", "-row", v.row,
			"-filter", fmt.Sprintf(".name:%s .unit:%s", v.suite, v.unit), "this=" + raw}
		cmd := exec.Command("go", args...)
		cmd.Stderr = new(bytes.Buffer)
		table, err := cmd.Output()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("go %s: %w", strings.Join(args, " "), err), errors.New(fmt.Sprint(cmd.Stderr)))
		}
		if len(table) == 0 {
			continue // not measured
		}
		fmt.Fprintf(&out, "## %s, %s\n\n%s\n", v.suite, v.unit, bytes.TrimRight(table, "\n"))
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}
