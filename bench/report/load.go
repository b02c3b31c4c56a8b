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
	"mexlab/kernel"
	"mexlab/track/benchfile"
	"mexlab/track/stat"
)

// A Machine is a report as it is read back: medians over the rounds.
type Machine struct {
	Arch     string // GOARCH
	Folder   string // below reports/: "amd64/amd-epyc"
	Settings Settings
	Counted  bool // instructions in an emulator, not time
	Short    bool // a run of the lab, without turns of a given length
	Rows     []*bench.Row
	Scaling  []scaling.Result // of one large graph, where that was measured
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
	rows := map[string]*bench.Row{}
	for b := range in.Benchmarks() {
		suite, kernelName, key := splitName(b.Name)
		cost, ok := costOf(b)
		if !ok || kernelName == "" {
			return nil, fmt.Errorf("%s:%d: %s is not a result of this project's benchmarks", file, b.Line, b.Name)
		}
		row := &bench.Row{Suite: suite, Key: key}
		if known := rows[row.Name()]; known != nil {
			row = known
		} else {
			rows[row.Name()] = row
			m.Rows = append(m.Rows, row)
		}
		row.Results = append(row.Results, bench.Result{Kernel: kernelName, Cost: cost})
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

// splitName takes "Mex/kernel=affine/isa=avx2/deg=15/load=uva" apart: suite,
// registered name of the kernel if there is one, and the key of the group.
func splitName(name string) (suite, kernelName, key string) {
	suite, rest, _ := strings.Cut(name, "/")
	isa, keys := "", []string{}
	for part := range strings.SplitSeq(rest, "/") {
		if value, ok := strings.CutPrefix(part, "kernel="); ok {
			kernelName = value
		} else if value, ok := strings.CutPrefix(part, "isa="); ok {
			isa = value
		} else {
			keys = append(keys, part)
		}
	}
	if kernelName != "" {
		kernelName = kernel.Info{Name: kernelName, ISA: isa}.String()
	}
	return suite, kernelName, strings.Join(keys, "/")
}

// costOf returns the median of what a benchmark measured, in the unit of a
// bench.Result.
func costOf(b *benchfile.Benchmark) (float64, bool) {
	for _, unit := range []struct {
		name string
		cost func(x float64) float64
	}{
		{"insns/vertex", func(x float64) float64 { return x }},
		{"sec/vertex", func(x float64) float64 { return x * 1e9 }},
		{"B/s", func(x float64) float64 { return 1e9 / x }},
	} {
		if values := b.Values(unit.name); len(values) > 0 {
			return unit.cost(stat.Median(values)), true
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
func (m *Machine) Suite(name string) []*bench.Row {
	var rows []*bench.Row
	for _, r := range m.Rows {
		if r.Suite == name {
			rows = append(rows, r)
		}
	}
	return rows
}

// Title names a machine for people.
func (m *Machine) Title() string {
	if m.Counted {
		return m.Arch + ", emulated: instructions counted"
	}
	return m.Arch + ": " + m.Settings.Get("cpu")
}
