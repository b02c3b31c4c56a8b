package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"mexlab/bench"
	"mexlab/bench/report/scaling"
	"mexlab/internal/machine"
	"mexlab/kernel"
	"mexlab/track/benchfile"
	"mexlab/track/stat"
)

// A Machine is a report as it is read back. Its costs are medians of the rounds.
type Machine struct {
	Arch     string // GOARCH
	Folder   string // below reports/, with slashes: amd64/intel-xeon-gold-6338
	Settings Settings
	Counted  bool     // costs are instructions in an emulator, not times
	Short    bool     // a run of the lab
	Found    []string // by the lab, in sentences
	Rows     []*bench.Row
	Scaling  []scaling.Result // nil if not measured
}

// Load reads all reports below a folder, those with times first.
func Load(folder string) ([]*Machine, error) {
	dir := os.DirFS(folder)
	var machines []*Machine
	for _, name := range []string{TimesFile, InsnsFile} {
		files, err := fs.Glob(dir, "*/*/"+name)
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			m, err := load(dir, file)
			if err != nil {
				return nil, err
			}
			machines = append(machines, m)
		}
	}
	return machines, nil
}

// eachFile reads the files that match a pattern, in order.
func eachFile(dir fs.FS, pattern string, read func(file string, raw []byte) error) error {
	files, err := fs.Glob(dir, pattern)
	if err != nil {
		return err
	}
	for _, file := range files {
		raw, err := fs.ReadFile(dir, file)
		if err != nil {
			return err
		}
		if err := read(file, raw); err != nil {
			return err
		}
	}
	return nil
}

func load(dir fs.FS, file string) (*Machine, error) {
	raw, err := fs.ReadFile(dir, file)
	if err != nil {
		return nil, err
	}
	m, err := parse(file, raw)
	if err != nil {
		return nil, err
	}
	file = path.Join(m.Folder, ScalingFile)
	if raw, err = fs.ReadFile(dir, file); err == nil {
		m.Scaling, err = scaling.Read(file, raw)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return m, err
}

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

// splitName takes "Mex/kernel=affine/isa=avx2/deg=15/load=uva" apart: the suite,
// the registered name of the kernel, "" without one, and the key of the group.
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
		kernelName = kernel.Info{Name: kernelName, Tier: isa}.String()
	}
	return suite, kernelName, strings.Join(keys, "/")
}

// costOf returns the median of a benchmark's results, in the unit of its suite.
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

// OfLab makes a machine of a run of the lab.
func OfLab(s *bench.Results) *Machine {
	return &Machine{Arch: s.GOARCH, Short: true, Found: s.Conclusions(), Rows: s.Rows, Settings: Settings{
		{"goos", s.GOOS},
		{"goarch", s.GOARCH},
		{"cpu", machine.CPU()},
		{"tier", s.Tier},
		{"toolchain", s.Toolchain},
		{"rounds", fmt.Sprint(s.Rounds)},
	}}
}

// Title names a machine for people.
func (m *Machine) Title() string {
	if m.Counted {
		return m.Arch + ", emulated: instructions counted"
	}
	return m.Arch + ": " + m.short()
}

// short names a machine where there is little room.
func (m *Machine) short() string {
	if m.Counted {
		return m.Arch
	}
	name := m.Settings.Get("cpu")
	if system := m.Settings.Get("goos"); system != "linux" && system != "" {
		name += ", " + system
	}
	return name
}

// Rough says why nobody should rely on the figures of a short run, "" for others.
func (m *Machine) Rough() string {
	rounds, _ := strconv.Atoi(m.Settings.Get("rounds"))
	switch {
	case m.Short:
		return "A run of the lab. Its turns are short, so the figures are rough."
	case m.Counted || rounds >= 10:
		return ""
	}
	return fmt.Sprintf("A short run, of %d rounds with turns of %s. The figures are rough.", rounds, m.Settings.Get("turn"))
}

// Unit names the unit of the costs in a suite.
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
	return slices.DeleteFunc(slices.Clone(m.Rows), func(r *bench.Row) bool { return r.Suite != name })
}
