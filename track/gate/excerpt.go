package gate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An excerpt keeps the beginning and the end of what is written to it: a panic
// says why at the beginning, others say it at last.
type excerpt struct{ begin, end []byte }

// maxExcerpt is how much an excerpt keeps of either, in bytes.
const maxExcerpt = 4000

func (e *excerpt) Write(p []byte) (int, error) {
	n := len(p)
	room := min(maxExcerpt-len(e.begin), n)
	e.begin = append(e.begin, p[:room]...)
	e.end = append(e.end, p[room:]...)
	if len(e.end) > 2*maxExcerpt {
		e.end = slices.Delete(e.end, 0, len(e.end)-maxExcerpt)
	}
	return n, nil
}

func (e *excerpt) lines() []string {
	lines := strings.Split(string(e.begin)+string(e.end), "\n")
	return slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
}

// crash matches the line in which Go says why it ends a process.
var crash = regexp.MustCompile(`^(panic|fatal error|runtime): `)

// formal matches lines that testing writes about any benchmark.
var formal = regexp.MustCompile(`^\x16?(Benchmark\S*$|(Benchmark\S*\s+)?((goos|goarch|pkg|cpu): |=== |--- |PASS$|FAIL\b|exit status |$))`)

// The last lines of an output that a row quotes, and how long they may be.
const (
	quotedLines = 3
	quotedLine  = 160
)

// quote returns what a process says of its end: the line of a crash, or else the
// last lines of either output that are its own.
func quote(outputs ...*excerpt) string {
	var said []string
	for _, o := range outputs {
		lines := o.lines()
		if i := slices.IndexFunc(lines, crash.MatchString); i >= 0 {
			return cut(lines[i])
		}
		lines = slices.Compact(slices.DeleteFunc(lines, formal.MatchString))
		said = append(said, lines[max(0, len(lines)-quotedLines):]...)
	}
	for i, line := range said {
		said[i] = cut(line)
	}
	return strings.Join(said, "; ")
}

func cut(line string) string {
	line = strings.TrimSpace(line)
	if len(line) > quotedLine {
		line = fmt.Sprintf("%s ...", strings.ToValidUTF8(line[:quotedLine], ""))
	}
	return line
}
