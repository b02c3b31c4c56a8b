package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"mexlab/internal/command"
)

// Names of the files in a report's folder.
const (
	TimesFile      = "times.txt"
	InsnsFile      = "insns.txt"
	ScalingFile    = "scaling.txt"    // what one large graph costs, by its size
	LoopsFile      = "loops.txt"      // cycles of loops, as models of CPUs predict
	CyclesFile     = "cycles.txt"     // cycles of loops, measured
	RunsFile       = "runs.txt"       // how often loops run on workloads
	IntrinsicsFile = "intrinsics.txt" // intrinsics against assembly
	TablesFile     = "tables.txt"     // benchstat's view of times or instructions

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
	begun, err := os.ReadFile(path + partial)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l := &Log{path: path}
	if rounds, size := completeRounds(begun); rounds > 0 && settings.sameRun(begun) {
		l.rounds, begun = rounds, begun[:size]
	} else {
		begun = settings.Header()
	}
	if l.file, err = os.OpenFile(path+partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644); err != nil {
		return nil, err
	}
	if err := l.Write(begun); err != nil {
		return nil, errors.Join(err, l.file.Close())
	}
	return l, nil
}

// endOfRound marks a complete round. Readers of benchmark output skip it.
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

// Interrupt closes a log that err ends. The error that it returns says where it is.
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
