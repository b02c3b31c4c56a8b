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
	{"Or", "/mask", "B/s"},
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
	path, err := run("go", "tool", "-n", "benchstat")
	if err != nil {
		return nil, err
	}
	program := strings.TrimSpace(string(path))
	var out bytes.Buffer
	for _, v := range views {
		table, err := run(program, "-table", "goarch,cpu,tier,toolchain,commit", "-col", "/kernel,/isa", "-row", v.row,
			"-filter", fmt.Sprintf(".name:%s .unit:%s", v.suite, v.unit), "this="+raw)
		if err != nil {
			return nil, err
		}
		if len(table) > 0 { // else it was not measured
			fmt.Fprintf(&out, "## %s, %s\n\n%s\n\n", v.suite, v.unit, bytes.TrimRight(table, "\n"))
		}
	}
	if out.Len() == 0 {
		return nil, fmt.Errorf("benchstat finds nothing in %s", raw)
	}
	return out.Bytes(), nil
}

// run returns what a program writes. Its error has what the program said.
func run(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", cmd, err), errors.New(strings.TrimSpace(stderr.String())))
	}
	return out, nil
}
