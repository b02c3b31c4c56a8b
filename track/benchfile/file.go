// Package benchfile reads files of Go benchmark output as they are: with log
// lines in between, from several runs, machines and editors. It stands on
// golang.org/x/perf/benchfmt, and reports what that passes over in silence.
//
// A file goes through these hands:
//
//   - lines (lines.go) passes the text on. It removes a byte order mark, refuses
//     UTF-16, and leaves out lines that are too long for benchfmt. If the text is
//     that of "go test -json", an eventReader (events.go) makes lines of it.
//   - What should be there and cannot be read, or has failed, is a gap (gaps.go).
//   - benchfmt.Reader makes results of lines.
//   - A builder (builder.go) numbers benchmarks, packages and units (unit.go),
//     and keeps each measurement as an entry.
//   - group (series.go) sorts the entries by benchmark and unit. The [File] then
//     has the measurements of a benchmark side by side.
//   - [PairUp] (match.go) finds the benchmarks that two files share.
//
// A file may have millions of lines; containers.go tells what that takes.
package benchfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// A File is what one file of benchmark output says.
type File struct {
	Name    string
	Results int    // lines of results
	Notes   []Note // remarks on what is wrong, by line
	Dropped int    // how many more there were
	Gaps    []Gap  // results that it should have and does not

	benchmarks chunks[Benchmark]
	packages   []string
	settings   map[string][]Setting
	units      units
	series     chunks[series]
	bareFail   int // the first line that says FAIL and no more
	values     []float64
}

// A Benchmark is the results of one benchmark. A file may have a million.
type Benchmark struct {
	Name string // without "Benchmark", with the suffix for GOMAXPROCS
	Line int32  // of the first result

	pkg      int32
	from, to int32 // its part of the series
	file     *File
}

// Benchmarks returns the benchmarks, in the order of their first results.
func (f *File) Benchmarks() iter.Seq[*Benchmark] { return f.benchmarks.all() }

// Pkg returns the package of a benchmark, "" if the file does not say.
func (b *Benchmark) Pkg() string { return b.file.packages[b.pkg] }

// A Setting is a value of a configuration key, and the line of the first result
// that has it. The value is "" for results without one.
type Setting struct {
	Value string
	Line  int32
}

// A Note is a remark about a line.
type Note struct {
	Line int
	Text string
}

// keys are the configuration keys that mean something here. Other lines that look
// like configuration, such as "error: no space", are from a program's log.
var keys = []string{"goos", "goarch", "pkg", "cpu", "toolchain", "tier", "gomaxprocs", "commit", "commit-date"}

// maxNotes bounds File.Notes, because a file may be wrong in every line.
const maxNotes = 20

// ErrEmpty is the error, wrapped, of a file without results.
var ErrEmpty = errors.New("no benchmark results")

// Read reads a file of benchmark output. A filter, in benchproc's language,
// chooses among the results; nil takes all. Errors begin with the name.
func Read(r io.Reader, name string, filter *benchproc.Filter) (*File, error) {
	b := newBuilder(name, filter)
	lines := newLines(r, b.File)
	in := benchfmt.NewReader(lines, name)
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.Result:
			_, line := rec.Pos()
			b.add(rec, lines.origin(line))
		case *benchfmt.SyntaxError:
			b.unreadable(lines.origin(rec.Line), lines.all, rec.Msg)
		}
	}
	if err := in.Err(); err != nil {
		for inner := err; inner != nil; inner = errors.Unwrap(inner) {
			err = inner // without benchfmt's position, which says nothing
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b.file(in.Units())
}

// A Source is a text to read, and its name in messages.
type Source struct {
	Reader io.Reader
	Name   string
}

// ReadBoth reads two files at the same time. Its error is about all that are wrong.
func ReadBoth(old, new Source, filter *benchproc.Filter) (files [2]*File, err error) {
	var errs [2]error
	var wait sync.WaitGroup
	for i, s := range []Source{old, new} {
		wait.Go(func() { files[i], errs[i] = Read(s.Reader, s.Name, filter) })
	}
	wait.Wait()
	return files, errors.Join(errs[:]...)
}

// empty explains why a file has no results.
func (f *File) empty(filtered int) error {
	switch {
	case filtered > 0:
		return fmt.Errorf("%s: %w: the filter takes none of the %d in the file", f.Name, ErrEmpty, filtered)
	case len(f.Gaps) > 0:
		first := f.Gaps[0]
		return fmt.Errorf("%s:%d: %w in this file; the first thing wrong is: %s", f.Name, first.Line, ErrEmpty, first)
	case len(f.Notes) > 0:
		first := f.Notes[0]
		return fmt.Errorf("%s:%d: %w in this file; the first thing wrong is: %s", f.Name, first.Line, ErrEmpty, first.Text)
	}
	return fmt.Errorf("%s: %w; expected the output of \"go test -bench\", with lines like \"BenchmarkSum-8 1000 250 ns/op\"",
		f.Name, ErrEmpty)
}

// Remarks returns what is wrong with the file, a line each: gaps, then notes.
func (f *File) Remarks() []string {
	var list []string
	for _, g := range f.Gaps {
		list = append(list, fmt.Sprintf("%s:%d: %s", f.Name, g.Line, g))
	}
	for _, n := range f.Notes {
		list = append(list, fmt.Sprintf("%s:%d: %s", f.Name, n.Line, n.Text))
	}
	if f.Dropped > 0 {
		list = append(list, fmt.Sprintf("%s: %d more such lines", f.Name, f.Dropped))
	}
	return list
}

func (f *File) note(line int, text string) {
	if len(f.Notes) == maxNotes {
		f.Dropped++
		return
	}
	f.Notes = append(f.Notes, Note{line, text})
}

func (f *File) longLine(line int, start []byte) {
	if bytes.HasPrefix(start, []byte("Benchmark")) {
		f.unreadable(line, start, fmt.Sprintf("a line longer than %d bytes, %q...", maxLine, start[:40]))
	}
}

// Settings returns the values that results have of a key, in the order of the
// file: more than one when a file holds runs that differ.
func (f *File) Settings(key string) []Setting { return f.settings[key] }
