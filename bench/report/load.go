package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/bench/scaling"
	"mexlab/track/benchfile"
)

// A Machine is a report as it is read back: medians over the rounds.
type Machine struct {
	Arch     string // GOARCH
	Folder   string // below reports/: "amd64/amd-epyc"
	Settings Settings
	Counted  bool // instructions in an emulator, not time
	Short    bool // a run of the lab, without turns of a given length
	Rows     []*Row
	Scaling  []scaling.Result // of one large graph, where that was measured
}

// A Row is a group of cases that did the same work.
type Row struct {
	Suite string
	Keys  Settings // the name's keys but for kernel and isa: deg=15
	Cells []Cell   // the floor first
}

// A Cell is a case.
type Cell struct {
	Kernel string  // registered name, or bench.Floor
	Cost   float64 // ns/vertex, insns/vertex or, in suites Text and Or, ns/B
}

// Load reads all reports below a folder.
func Load(dir fs.FS) ([]*Machine, error) {
	var files []string
	for _, name := range []string{TimesFile, InsnsFile} {
		found, err := fs.Glob(dir, "*/*/"+name)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var machines []*Machine
	for _, file := range files {
		raw, err := fs.ReadFile(dir, file)
		if err != nil {
			return nil, err
		}
		m, err := parse(file, raw)
		if err != nil {
			return nil, err
		}
		if m.Scaling, err = loadScaling(dir, path.Join(m.Folder, ScalingFile)); err != nil {
			return nil, err
		}
		machines = append(machines, m)
	}
	slices.SortStableFunc(machines, func(a, b *Machine) int {
		if a.Counted != b.Counted {
			return map[bool]int{false: -1, true: 1}[a.Counted]
		}
		return cmp.Compare(a.Folder, b.Folder)
	})
	return machines, nil
}

// loadScaling reads a file that need not be there.
func loadScaling(dir fs.FS, file string) ([]scaling.Result, error) {
	raw, err := fs.ReadFile(dir, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	results, err := scaling.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return results, nil
}

// LoadDir is Load of a folder of the disk.
func LoadDir(dir string) ([]*Machine, error) { return Load(os.DirFS(dir)) }

// parse makes a machine of a file of benchmark output.
func parse(file string, raw []byte) (*Machine, error) {
	in, err := benchfile.Read(bytes.NewReader(raw), file, nil)
	if err != nil {
		return nil, err
	}
	m := &Machine{Folder: path.Dir(file), Settings: settingsOf(raw), Counted: path.Base(file) == InsnsFile}
	m.Arch = m.Settings.Get("goarch")
	rows := map[string]*Row{}
	for b := range in.Benchmarks() {
		suite, kernelName, keys := splitName(b.Name)
		cost, ok := costOf(b)
		if !ok || kernelName == "" {
			return nil, fmt.Errorf("%s:%d: %s is not a result of this project's benchmarks", file, b.Line, b.Name)
		}
		id := fmt.Sprint(suite, keys)
		row := rows[id]
		if row == nil {
			row = &Row{Suite: suite, Keys: keys}
			rows[id] = row
			m.Rows = append(m.Rows, row)
		}
		row.Cells = append(row.Cells, Cell{kernelName, cost})
	}
	return m, nil
}

// settingsOf returns the configuration lines at the head of benchmark output.
func settingsOf(raw []byte) (s Settings) {
	for line := range strings.Lines(string(raw)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "Benchmark") {
			break
		}
		s = append(s, Setting{key, value})
	}
	return s
}

// splitName takes apart "Mex/kernel=affine/isa=avx2/deg=15/load=uva".
func splitName(name string) (suite, kernelName string, keys Settings) {
	parts := strings.Split(name, "/")
	isa := ""
	for _, part := range parts[1:] {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "kernel":
			kernelName = value
		case "isa":
			isa = value
		default:
			keys = append(keys, Setting{key, value})
		}
	}
	if isa != "generic" && isa != "best" {
		kernelName += "/" + isa
	}
	return parts[0], kernelName, keys
}

// costOf returns the median of what a benchmark measured, in the unit of a
// Cell.
func costOf(b *benchfile.Benchmark) (float64, bool) {
	for _, unit := range []struct {
		name string
		cost func(x float64) float64
	}{
		{"insns/vertex", func(x float64) float64 { return x }},
		{"sec/vertex", func(x float64) float64 { return x * 1e9 }},
		{"B/s", func(x float64) float64 { return 1e9 / x }},
	} {
		if values := slices.Sorted(slices.Values(b.Values(unit.name))); len(values) > 0 {
			n := len(values)
			return unit.cost((values[(n-1)/2] + values[n/2]) / 2), true
		}
	}
	return 0, false
}

// Unit names the unit of a row's costs.
func (m *Machine) Unit(suite string) string {
	switch {
	case m.Counted:
		return "instructions/vertex"
	case suite == "Text" || suite == "Or":
		return "ns/byte"
	}
	return "ns/vertex"
}

// Suite returns the rows of a suite.
func (m *Machine) Suite(name string) []*Row {
	var rows []*Row
	for _, r := range m.Rows {
		if r.Suite == name {
			rows = append(rows, r)
		}
	}
	return rows
}

// Kernels lists the kernels of some rows, the floor left out, in the order in
// which they first occur.
func Kernels(rows []*Row) []string {
	var names []string
	for _, r := range rows {
		for _, c := range r.Cells {
			if c.Kernel != bench.Floor && !slices.Contains(names, c.Kernel) {
				names = append(names, c.Kernel)
			}
		}
	}
	// auto is last in every row that has it.
	if i := slices.Index(names, "auto"); i >= 0 {
		names = append(slices.Delete(names, i, i+1), "auto")
	}
	return names
}

// Cost returns what a kernel, or the floor, costs in a row.
func (r *Row) Cost(kernelName string) (float64, bool) {
	for _, c := range r.Cells {
		if c.Kernel == kernelName {
			return c.Cost, true
		}
	}
	return 0, false
}

// Ratio returns a kernel's cost as a multiple of the row's floor.
func (r *Row) Ratio(kernelName string) (float64, bool) {
	cost, ok := r.Cost(kernelName)
	floor, hasFloor := r.Cost(bench.Floor)
	if !ok || !hasFloor || floor == 0 {
		return 0, false
	}
	return cost / floor, true
}

// Best returns the cheapest kernel, auto left out, and what it costs.
func (r *Row) Best() (best Cell, ok bool) {
	for _, c := range r.Cells {
		if c.Kernel != bench.Floor && c.Kernel != "auto" && (!ok || c.Cost < best.Cost) {
			best, ok = c, true
		}
	}
	return best, ok
}

// Input names what a row's cases worked on: its keys.
func (r *Row) Input() string {
	if load := r.Keys.Get("load"); load != "" {
		if v := r.Keys.Get("v"); v != "" {
			return load + " v=" + v
		}
		return load
	}
	var parts []string
	for _, k := range r.Keys {
		parts = append(parts, k.Key+"="+k.Value)
	}
	return strings.Join(parts, " ")
}

// Title names a machine for people.
func (m *Machine) Title() string {
	if m.Counted {
		return m.Arch + ", emulated: instructions counted"
	}
	return m.Arch + ": " + m.Settings.Get("cpu")
}
