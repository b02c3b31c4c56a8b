package report

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"mexlab/bench/model"
	"mexlab/bench/report/scaling"
	"mexlab/internal/command"
	"mexlab/internal/machine"
	"mexlab/kernel"
)

// A Merged is a file of results from elsewhere, and what becomes of it.
type Merged struct {
	Path    string // below reports/, with slashes
	Outcome Outcome
	Note    string // whose results, and why
	raw     []byte
}

// An Outcome says what becomes of a file of results.
type Outcome string

// What becomes of a file. Only new files and those that replace others are written.
const (
	New      Outcome = "new"
	Replaces Outcome = "replaces" // newer results of the same machine
	Same     Outcome = "same"     // is here already
	Kept     Outcome = "kept"     // is here, newer or with more rounds
)

// Collect finds the results in folders, and in zip files as GitHub serves them, and
// compares them with those in the folder reports. They may be of several machines,
// and the folder GOARCH/CPU of a machine may lie up to two folders deep. Anything
// that is no report, or of another machine than its folder, is an error, and so are
// sources without results. Nothing is written.
func Collect(ctx context.Context, reports string, sources ...string) ([]Merged, error) {
	c := &collector{reports: reports, have: map[string][]byte{}}
	for _, source := range sources {
		if err := c.source(ctx, source); err != nil {
			return nil, err
		}
	}
	return c.found, nil
}

// A collector has the results that were found, by their paths below reports/ the
// last ones of each.
type collector struct {
	reports string
	found   []Merged
	have    map[string][]byte
}

func (c *collector) source(ctx context.Context, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	dir := os.DirFS(name)
	if !info.IsDir() {
		archive, err := zip.OpenReader(name)
		if err != nil {
			return fmt.Errorf("%s: expected a folder or a zip file: %w", name, err)
		}
		defer archive.Close()
		dir = archive
	}
	none := true
	for depth := range 3 {
		for _, file := range []string{TimesFile, ScalingFile, CyclesFile, IntrinsicsFile, InsnsFile} {
			matches, err := fs.Glob(dir, strings.Repeat("*/", depth+2)+file)
			if err != nil {
				return err
			}
			for _, match := range matches {
				none = false
				if err := c.file(ctx, dir, match); err != nil {
					return fmt.Errorf("%s: %w", filepath.Join(name, filepath.FromSlash(match)), err)
				}
			}
		}
	}
	if none {
		return fmt.Errorf("%s: no results; expected files like reports/amd64/CPU/%s", name, TimesFile)
	}
	return nil
}

// mostBytes bounds a file of results, in bytes. Ten rounds take less than a million.
const mostBytes = 1 << 26

// file checks a file of results and compares it with the one that is here.
func (c *collector) file(ctx context.Context, dir fs.FS, name string) error {
	if info, err := fs.Stat(dir, name); err != nil {
		return err
	} else if !info.Mode().IsRegular() {
		return errors.New("expected a file of results") // to open a named pipe may take forever
	}
	f, err := dir.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return err
	}
	if len(raw) > mostBytes {
		return fmt.Errorf("expected at most %d bytes", mostBytes)
	}
	raw = plainLines(raw)
	s, err := checked(path.Base(name), raw)
	if err != nil {
		return err
	}
	m := Merged{Path: path.Join(s.Folder(), path.Base(name)), raw: raw}
	if found := path.Base(path.Dir(path.Dir(name))) + "/" + path.Base(path.Dir(name)); found != s.Folder() {
		return fmt.Errorf("no report: its head says that it is of %s, whose folder is %s", s.Get("cpu"), s.Folder())
	}
	before, ok := c.have[m.Path]
	if !ok {
		before, err = os.ReadFile(filepath.Join(c.reports, filepath.FromSlash(m.Path)))
		before = plainLines(before)
	}
	if errors.Is(err, fs.ErrNotExist) {
		m.Outcome, m.Note, err = New, s.described(ctx), nil
	} else if err == nil {
		m.Outcome, m.Note, err = compare(ctx, s, raw, settingsOf(before), before)
	}
	if m.Outcome == New || m.Outcome == Replaces {
		c.have[m.Path] = raw
	}
	c.found = append(c.found, m)
	return err
}

// plainLines undoes what git may have done to the ends of lines on Windows.
func plainLines(raw []byte) []byte { return bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")) }

// checked returns the settings of a file of results, or what is wrong with it.
func checked(base string, raw []byte) (Settings, error) {
	s := settingsOf(raw)
	for _, key := range []string{"goos", "goarch", "cpu", "toolchain", "date"} {
		if s.Get(key) == "" {
			return nil, fmt.Errorf("no report: its head lacks a line %q", key+": ...")
		}
	}
	if _, err := s.date(); err != nil {
		return nil, fmt.Errorf("no report: %w", err)
	}
	if cpu := s.Get("cpu"); strings.ContainsAny(cpu, "<>&|`*[]") {
		return nil, fmt.Errorf("no report: the processor %q has a name that is none", cpu) // it becomes Markdown
	}
	switch base {
	case ScalingFile:
		_, err := scaling.Read(base, raw)
		return s, err
	case CyclesFile:
		m, err := model.ReadMeasurement(base, s.Get("goarch"), raw)
		if err == nil && len(m.Loops) == 0 {
			err = errors.New("it has no loops")
		}
		return s, err
	case IntrinsicsFile:
		x, err := parseIntrinsics(base, raw)
		if err == nil && x.workloads == nil && x.primitives == nil {
			err = errors.New("it has no comparisons")
		}
		return s, err
	}
	m, err := parse(base, raw)
	if err != nil {
		return nil, err
	}
	if len(m.Suite("Mex")) == 0 {
		return nil, errors.New("no report: it has no results of suite Mex")
	}
	if counted := bytes.Contains(raw, []byte(" insns/vertex")); counted != m.Counted {
		return nil, fmt.Errorf("no report: a file with this name has %s", map[bool]string{true: "instructions", false: "times"}[m.Counted])
	}
	if rounds, _ := completeRounds(raw); !m.Counted && fmt.Sprint(rounds) != s.Get("rounds") {
		return nil, fmt.Errorf("no report: %d of %s rounds are complete", rounds, cmp.Or(s.Get("rounds"), "?"))
	}
	return s, nil
}

// compare says what becomes of results whose place others have.
func compare(ctx context.Context, s Settings, raw []byte, old Settings, before []byte) (Outcome, string, error) {
	if bytes.Equal(raw, before) {
		return Same, s.described(ctx), nil
	}
	for _, key := range []string{"goos", "goarch", "cpu"} {
		if s.Get(key) != old.Get(key) {
			return "", "", fmt.Errorf("another machine has its folder: %s is %q, and %q there", key, s.Get(key), old.Get(key))
		}
	}
	date, _ := s.date()
	oldDate, err := old.date()
	if err != nil {
		return "", "", fmt.Errorf("the results in its place: %w", err)
	}
	rounds, _ := strconv.Atoi(s.Get("rounds"))
	oldRounds, _ := strconv.Atoi(old.Get("rounds"))
	switch {
	case date.Equal(oldDate):
		return "", "", fmt.Errorf("differs from the results in its place, and both are of %s: one of them was changed", s.Get("date"))
	case date.Before(oldDate):
		return Kept, "there are newer results, of " + old.Get("date"), nil
	case rounds < oldRounds:
		return Kept, fmt.Sprintf("there are results of %d rounds, and these are of %d", oldRounds, rounds), nil
	}
	return Replaces, s.described(ctx) + "; before: " + old.Get("date"), nil
}

// date returns when a run began.
func (s Settings) date() (time.Time, error) { return time.Parse(dateForm, s.Get("date")) }

// described says whose results these are, and of which program. The current folder
// must be that of the module.
func (s Settings) described(ctx context.Context) string {
	text := s.Get("cpu") + ", " + s.Get("goos") + ", " + s.Get("date")
	commit, changed := strings.CutSuffix(s.Get("commit"), "+changes")
	switch _, err := machine.Hash(ctx, ".", commit); {
	case commit == "":
		text += ", of an unknown commit"
	case changed:
		text += fmt.Sprintf(", commit %.12s with changes", commit)
	case err != nil:
		text += fmt.Sprintf(", commit %.12s, which is not here", commit)
	default:
		text += fmt.Sprintf(", commit %.12s", commit)
	}
	if kernels := s.Get("kernels"); kernels != "" && kernels != kernel.Revision {
		text += ", other kernels than here"
	}
	return text
}

// Write writes results that are new or replace others into the folder reports, with
// benchstat's tables of them. It does nothing for others.
func (m *Merged) Write(reports string) error {
	if m.Outcome != New && m.Outcome != Replaces {
		return nil
	}
	name := filepath.Join(reports, filepath.FromSlash(m.Path))
	tables := map[string]func(raw string) ([]byte, error){TimesFile: TimeTables, InsnsFile: InsnTables}[path.Base(m.Path)]
	if tables != nil {
		folder, err := os.MkdirTemp("", "mexreport")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		copied := filepath.Join(folder, path.Base(m.Path))
		if err := os.WriteFile(copied, m.raw, 0o644); err != nil {
			return err
		}
		text, err := tables(copied)
		if err != nil {
			return err
		}
		if err := command.WriteFile(filepath.Join(filepath.Dir(name), TablesFile), text); err != nil {
			return err
		}
	}
	// The results come last: without them, merging again writes both.
	return command.WriteFile(name, m.raw)
}
