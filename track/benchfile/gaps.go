package benchfile

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// A Gap is results that a file should have and does not: lines that cannot be
// read, or a benchmark or package that failed.
type Gap struct {
	Name    string `json:"name"`    // as in the file, without "Benchmark"; of a failure, all of it
	Why     string `json:"why"`     // of the first
	Line    int    `json:"line"`    // of the first
	Results int    `json:"results"` // how many
}

func (g Gap) String() string {
	if g.Results > 1 {
		return fmt.Sprintf("%s, %d times: %s", g.Name, g.Results, g.Why)
	}
	return g.Name + ": " + g.Why
}

// maxGaps bounds File.Gaps, because a file may be wrong in every line. The last
// stands for all others.
const maxGaps = 100

func (f *File) gap(name, why string, line int) {
	for i := range f.Gaps {
		if f.Gaps[i].Name == name {
			f.Gaps[i].Results++
			return
		}
	}
	if len(f.Gaps) == maxGaps {
		f.Gaps[maxGaps-1].Name = "others"
		f.Gaps[maxGaps-1].Results++
		return
	}
	f.Gaps = append(f.Gaps, Gap{name, why, line, 1})
}

// unreadable takes a line that begins with "Benchmark" and cannot be read. It is
// a lost result if it looks like one, or else from a log.
func (f *File) unreadable(line int, text []byte, why string) {
	if name, ok := resultName(text); ok {
		f.gap(name, why, line)
		return
	}
	f.note(line, why+"; the line is left out")
}

// resultName returns the name of the benchmark whose result a line was to be.
// Go writes the name, blanks and a tab before a benchmark runs. Lines that
// another program has written again end in a unit.
func resultName(text []byte) (name string, ok bool) {
	text = bytes.TrimPrefix(text, []byte("Benchmark"))
	end := bytes.IndexAny(text, " \t\r\n")
	if first, _ := utf8.DecodeRune(text); end <= 0 || unicode.IsLower(first) {
		return "", false // "Benchmarking ...", "Benchmark results: ..."
	}
	rest := bytes.TrimLeft(text[end:], " ")
	fields := bytes.Fields(rest)
	unit := len(fields) > 0 && bytes.Contains(fields[len(fields)-1], []byte("/"))
	return string(text[:end]), len(rest) > 0 && rest[0] == '\t' || unit
}

// failure returns what a line says has failed: "--- FAIL: BenchmarkSum",
// "FAIL	example.com/sum	0.1s", or just "FAIL".
func failure(line []byte) (name string, ok bool) {
	if len(line) == 0 || line[0] != 'F' && line[0] != '-' && line[0] != ' ' {
		return "", false
	}
	fields := bytes.Fields(line)
	switch {
	case len(fields) > 2 && string(fields[0]) == "---" && string(fields[1]) == "FAIL:":
		return string(fields[2]), true
	case len(fields) > 1 && bytes.HasPrefix(line, []byte("FAIL\t")):
		return string(fields[1]), true
	case len(fields) == 1 && string(fields[0]) == "FAIL":
		return "", true
	}
	return "", false
}

// failed takes a line that says that something failed. A bare FAIL is
// only the sum of what other lines say, if there are some.
func (f *File) failed(line int, text []byte) {
	name, ok := failure(text)
	switch {
	case !ok:
	case name != "":
		f.gap(name, "failed", line)
	case f.bareFail == 0:
		f.bareFail = line
	}
}
