package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"mexlab/bench"
)

// Names of the files of a report.
const (
	TimesFile  = "times.txt"
	InsnsFile  = "insns.txt"
	TablesFile = "tables.txt"

	// ScalingFile is what one large graph costs, by size.
	ScalingFile = "scaling.txt"

	partial = ".partial" // follows the name of a file that is not complete
)

// A Log is a file of benchmark output that grows round by round. Until it is
// finished it has another name, so that an earlier report stays whole, and it
// can be gone on with.
type Log struct {
	path   string // of the finished file
	file   *os.File
	rounds int
	buf    []byte // the current round
}

// OpenLog starts the log that is to become path, or goes on with one that was
// interrupted under the same settings. Resumed tells which.
func OpenLog(path string, settings Settings) (log *Log, resumed bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, false, err
	}
	f, err := os.OpenFile(path+partial, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, false, err
	}
	log = &Log{path: path, file: f}
	old, err := os.ReadFile(path + partial)
	if err != nil {
		return nil, false, errors.Join(err, f.Close())
	}
	size := 0
	if log.rounds, size = completeRounds(old); log.rounds > 0 && settings.sameRun(old) {
		old = old[:size]
	} else {
		log.rounds, old = 0, settings.Header()
	}
	if err := errors.Join(f.Truncate(0), write(f, old)); err != nil {
		return nil, false, errors.Join(err, f.Close())
	}
	return log, log.rounds > 0, nil
}

func write(f *os.File, data []byte) error {
	_, err := f.WriteAt(data, 0)
	if err == nil {
		_, err = f.Seek(0, 2)
	}
	return err
}

// endOfRound marks a complete round. No reader of benchmark output takes it for
// more than a remark.
var endOfRound = regexp.MustCompile(`(?m)^# round (\d+) of \d+ is complete\n`)

// completeRounds returns how many rounds a log has and where the last one ends.
func completeRounds(log []byte) (rounds, size int) {
	for _, m := range endOfRound.FindAllSubmatchIndex(log, -1) {
		rounds, _ = strconv.Atoi(string(log[m[2]:m[3]]))
		size = m[1]
	}
	return rounds, size
}

// Rounds returns the number of complete rounds.
func (l *Log) Rounds() int { return l.rounds }

// add notes the time of one run of a case, measured over several.
func (l *Log) add(c *bench.Case, runs int, ns float64) {
	l.buf = fmt.Appendf(l.buf, "Benchmark%s %d %s ns/op", c.Name, runs, digits(ns))
	for _, r := range c.Rates(ns) {
		l.buf = fmt.Appendf(l.buf, " %s %s", digits(r.Value), r.Unit)
	}
	l.buf = append(l.buf, '\n')
}

// digits writes a measurement with five significant digits, more than it has.
func digits(x float64) string {
	if x >= 10000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

// endRound writes what was added since the last round.
func (l *Log) endRound(of int) error {
	l.rounds++
	l.buf = fmt.Appendf(l.buf, "# round %d of %d is complete\n", l.rounds, of)
	_, err := l.file.Write(l.buf)
	l.buf = l.buf[:0]
	return err
}

// Close leaves the log to be gone on with.
func (l *Log) Close() error { return l.file.Close() }

// Finish makes the tables of a complete log and puts both in the place of the
// earlier report.
func (l *Log) Finish(tables func(raw string) ([]byte, error)) error {
	if err := errors.Join(l.file.Sync(), l.file.Close()); err != nil {
		return err
	}
	text, err := tables(l.path + partial)
	if err != nil {
		return err
	}
	// The log last: until it has its name, doing all this again completes it.
	if err := Replace(filepath.Join(filepath.Dir(l.path), TablesFile), text); err != nil {
		return err
	}
	return os.Rename(l.path+partial, l.path)
}

// Replace writes a file such that it has its old or its new content, whatever
// happens. It leaves a file alone that has the content already.
func Replace(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return Write(path, func(out io.Writer) error {
		_, err := out.Write(content)
		return err
	})
}

// Write writes a file, and its folder, such that it has its old content until
// it has all of the new. What there is of that after an error stays beside it.
func Write(path string, content func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path + partial)
	if err != nil {
		return err
	}
	err = content(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("%w; %s has what was written until then", err, path+partial)
	}
	return os.Rename(path+partial, path)
}
