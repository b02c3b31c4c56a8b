package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"mexlab/internal/command"
)

// Names of the files in a report's folder.
const (
	TimesFile   = "times.txt"
	InsnsFile   = "insns.txt"
	ScalingFile = "scaling.txt" // what one large graph costs, by its size
	TablesFile  = "tables.txt"  // benchstat's view of times or instructions

	partial = ".partial" // ends the name of a file that is not complete
)

// A Log is a file of benchmark output that grows while it is measured. Until it
// is finished it has another name. So the earlier report stays whole, and
// measurements in rounds can resume.
type Log struct {
	path   string // of the finished file
	file   *os.File
	rounds int
}

// OpenLog starts the log that is to become path, or resumes one that was
// interrupted under the same settings, after its last complete round.
func OpenLog(path string, settings Settings) (*Log, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path+partial, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l := &Log{path: path, file: f}
	if err := l.resume(settings); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

func (l *Log) resume(settings Settings) error {
	old, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	rounds, size := completeRounds(old)
	if rounds > 0 && settings.sameRun(old) {
		l.rounds, old = rounds, old[:size]
	} else {
		old = settings.Header()
	}
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	if _, err := l.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return l.Write(old)
}

// endOfRound marks a complete round. To readers of benchmark output it is a
// remark.
var endOfRound = regexp.MustCompile(`(?m)^# round (\d+) of \d+ is complete\n`)

// completeRounds returns how many rounds a log has, and where the last one ends.
func completeRounds(log []byte) (rounds, size int) {
	for _, m := range endOfRound.FindAllSubmatchIndex(log, -1) {
		rounds, _ = strconv.Atoi(string(log[m[2]:m[3]]))
		size = m[1]
	}
	return rounds, size
}

// Rounds returns the number of complete rounds.
func (l *Log) Rounds() int { return l.rounds }

// Write appends lines of benchmark output.
func (l *Log) Write(lines []byte) error {
	_, err := l.file.Write(lines)
	return err
}

// endRound appends the lines of a round and marks the round as complete.
func (l *Log) endRound(lines []byte, of int) error {
	l.rounds++
	return l.Write(fmt.Appendf(lines, "# round %d of %d is complete\n", l.rounds, of))
}

// Interrupt closes a log that is not complete because of err. The error that it
// returns says where the log is.
func (l *Log) Interrupt(err error) error {
	return errors.Join(fmt.Errorf("%w; %s has what was measured before", err, l.path+partial), l.file.Close())
}

// Finish gives a complete log its name, in place of an earlier one. If tables is
// not nil, it writes benchstat's tables first.
func (l *Log) Finish(tables func(raw string) ([]byte, error)) error {
	if err := errors.Join(l.file.Sync(), l.file.Close()); err != nil {
		return err
	}
	if tables != nil {
		text, err := tables(l.path + partial)
		if err != nil {
			return err
		}
		if err := command.WriteFile(filepath.Join(filepath.Dir(l.path), TablesFile), text); err != nil {
			return err
		}
	}
	// The log comes last: until it has its name, measuring again completes it.
	return os.Rename(l.path+partial, l.path)
}
