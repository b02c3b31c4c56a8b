// Package benchfile reads files of Go benchmark output as they are: with log
// lines in between, from several runs, machines and editors. It stands on
// golang.org/x/perf/benchfmt, and takes care of what that passes over in
// silence.
package benchfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// A File is what one file of benchmark output says.
type File struct {
	Name       string
	Benchmarks []*Benchmark // in the order of their first results
	Results    int          // lines of results
	Notes      []Note       // what was odd, by line
	Dropped    int          // notes beyond the first maxNotes

	settings map[string][]Setting
	units    benchfmt.UnitMetadataMap
}

// A Benchmark is the results of one benchmark.
type Benchmark struct {
	Pkg     string
	Name    string // without "Benchmark", with the suffix for GOMAXPROCS
	Line    int    // of the first result
	Metrics []Metric
}

// A Metric is the measurements of one unit, in the order of the file.
type Metric struct {
	Unit   string // a base unit: sec/op, B/op, allocs/op, B/s
	Values []float64
}

// A Setting is a value of a configuration key, "" where results came without
// one, and the line of the first result that has it.
type Setting struct {
	Value string
	Line  int
}

// A Note is a remark about a line; Line 0 means the whole file.
type Note struct {
	Line int
	Text string
}

// keys are the configuration keys that mean something here. Other lines that
// look like configuration, "error: no space" say, are a program's log, and
// neither divide results nor say anything about them.
var keys = []string{"goos", "goarch", "pkg", "cpu", "toolchain", "tier", "gomaxprocs", "commit", "commit-date"}

// maxNotes bounds File.Notes: a wrong file may be wrong in every line.
const maxNotes = 20

// ErrEmpty is the error, wrapped, of a file without results.
var ErrEmpty = errors.New("no benchmark results")

// Read reads a file of benchmark output. A filter, in benchproc's language, may
// choose among the results; nil takes all. Errors begin with the name.
func Read(r io.Reader, name string, filter *benchproc.Filter) (*File, error) {
	f := &File{Name: name, settings: map[string][]Setting{}}
	b := builder{File: f, filter: filter, index: map[string]*Benchmark{}, scales: map[string]scale{}}
	in := benchfmt.NewReader(newLines(r, f.longLine), name)
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.Result:
			b.add(rec)
		case *benchfmt.SyntaxError:
			f.note(rec.Line, rec.Msg+"; the line is left out")
		}
	}
	if err := in.Err(); err != nil {
		for inner := err; inner != nil; inner = errors.Unwrap(inner) {
			err = inner // without benchfmt's position, which is none
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.units = in.Units()
	slices.SortStableFunc(f.Notes, func(a, b Note) int { return a.Line - b.Line })
	if f.Results == 0 {
		return nil, f.empty(b.filtered)
	}
	return f, nil
}

// empty explains why a file has no results.
func (f *File) empty(filtered int) error {
	switch {
	case filtered > 0:
		return fmt.Errorf("%s: %w: the filter takes none of the %d there are", f.Name, ErrEmpty, filtered)
	case len(f.Notes) > 0:
		first := f.Notes[0]
		return fmt.Errorf("%s:%d: %w in this file; the first thing wrong is: %s", f.Name, first.Line, ErrEmpty, first.Text)
	}
	return fmt.Errorf("%s: %w; expected the output of \"go test -bench\", with lines like \"BenchmarkSum-8 1000 250 ns/op\"",
		f.Name, ErrEmpty)
}

func (f *File) note(line int, text string) {
	if len(f.Notes) == maxNotes {
		f.Dropped++
		return
	}
	f.Notes = append(f.Notes, Note{line, text})
}

func (f *File) longLine(line int, start []byte) {
	if strings.HasPrefix(string(start), "Benchmark") {
		f.note(line, fmt.Sprintf("a line longer than %d bytes, %q..., is left out", maxLine, start))
	}
}

// Settings returns the values that results have of a key, in the order of the
// file: more than one when a file holds runs that differ.
func (f *File) Settings(key string) []Setting { return f.settings[key] }

// Better returns +1 when higher values of a base unit are better, -1 when lower
// ones are, and 0 when that is not known. A line "Unit hits/op better=higher"
// in the file says it; time, memory and speed need none.
func (f *File) Better(unit string) int {
	for key, meta := range f.units {
		if key.Key != "better" || tidy(key.Unit).unit != unit {
			continue
		}
		switch meta.Value {
		case "higher":
			return +1
		case "lower":
			return -1
		}
		return 0
	}
	return direction(unit)
}

// Exact tells whether a unit counts something that repeats exactly: allocs/op,
// and units with a line "Unit hits/op assume=exact".
func (f *File) Exact(unit string) bool {
	for key, meta := range f.units {
		if key.Key == "assume" && tidy(key.Unit).unit == unit {
			return meta.Value == "exact"
		}
	}
	return unit == "allocs/op"
}

// A builder adds results to a File.
type builder struct {
	*File
	filter   *benchproc.Filter
	filtered int // results that the filter did not take
	index    map[string]*Benchmark
	key      []byte           // package and name, reused
	scales   map[string]scale // by unit as written
	lastPkg  string
}

// add adds a result, which benchfmt.Reader overwrites afterwards.
func (b *builder) add(res *benchfmt.Result) {
	_, line := res.Pos()
	kept := res.Values[:0]
	for _, v := range res.Values {
		if v.OrigUnit == "" {
			v.OrigUnit, v.OrigValue = v.Unit, v.Value
		}
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			b.note(line, fmt.Sprintf("%v %s is no measurement and is left out", v.OrigValue, v.OrigUnit))
			continue
		}
		s, ok := b.scales[v.Unit]
		if !ok {
			s = tidy(v.Unit)
			b.scales[v.Unit] = s
		}
		v.Value, v.Unit = v.Value*s.factor, s.unit
		kept = append(kept, v)
	}
	res.Values = kept
	if len(kept) == 0 {
		return
	}
	if b.filter != nil {
		if ok, _ := b.filter.Apply(res); !ok {
			b.filtered++
			return
		}
	}
	b.Results++
	b.configure(res, line)
	bench := b.benchmark(res, line)
	for _, v := range res.Values {
		m := bench.metric(v.Unit)
		m.Values = append(m.Values, v.Value)
	}
}

// configure notes the settings of a result.
func (b *builder) configure(res *benchfmt.Result, line int) {
	for _, key := range keys {
		var value []byte
		if i, ok := res.ConfigIndex(key); ok {
			value = bytes.TrimSpace(res.Config[i].Value) // CPUs pad their names
		}
		seen := b.settings[key]
		if !slices.ContainsFunc(seen, func(s Setting) bool { return s.Value == string(value) }) {
			b.settings[key] = append(seen, Setting{string(value), line})
		}
	}
}

// benchmark returns the benchmark of a result, new or not.
func (b *builder) benchmark(res *benchfmt.Result, line int) *Benchmark {
	b.key = b.key[:0]
	if i, ok := res.ConfigIndex("pkg"); ok {
		b.key = append(b.key, res.Config[i].Value...)
	}
	pkg := len(b.key)
	b.key = append(b.key, 0) // in no name
	b.key = append(b.key, res.Name...)
	bench := b.index[string(b.key)]
	if bench == nil {
		bench = &Benchmark{Pkg: b.pkg(b.key[:pkg]), Name: string(res.Name), Line: line, Metrics: make([]Metric, 0, len(res.Values))}
		b.index[string(b.key)] = bench
		b.Benchmarks = append(b.Benchmarks, bench)
	}
	return bench
}

// pkg returns a string for a package, the same one for neighbours.
func (b *builder) pkg(name []byte) string {
	if string(name) != b.lastPkg {
		b.lastPkg = string(name)
	}
	return b.lastPkg
}

// metric returns the measurements of a unit, new or not.
func (b *Benchmark) metric(unit string) *Metric {
	if m := b.Metric(unit); m != nil {
		return m
	}
	b.Metrics = append(b.Metrics, Metric{Unit: unit})
	return &b.Metrics[len(b.Metrics)-1]
}

// Metric returns the measurements of a base unit, nil when there are none.
func (b *Benchmark) Metric(unit string) *Metric {
	for i := range b.Metrics {
		if b.Metrics[i].Unit == unit {
			return &b.Metrics[i]
		}
	}
	return nil
}
