// Package history keeps benchmark results as plain files in git, and finds the
// commits where the level of a benchmark changed. It is "mexlab history".
//
//   - [Add] stores one run, the output of "go test -bench" below a few lines that
//     say where and at which commit it was measured: settings.go for these
//     lines, store.go for the file.
//   - [Load] reads all files, and [Describe] asks git about their commits (log.go). A [Record] has a [Key]: CPU, toolchain, GOMAXPROCS,
//     and a tier if the results themselves have a line "tier: ...", as benchmarks
//     of vector code may print. Only results of the same key compare.
//   - [Trends] arranges records into one series for each key, benchmark and unit,
//     and finds its changes of level (trend.go, on stat.ChangePoints). Of series
//     without a change at most one in twenty shows one. A change by five times the
//     noise is found in at least 95 of 100 series.
//   - [WriteText], [WriteMarkdown], [WriteHTML] and [WriteJSON] report them, with the remarks that
//     [Annotations] reads.
//   - [Bisect] finds the commit that made a benchmark slower (bisect.go), with the
//     verdicts of "mexlab gate" (finding.go).
package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"mexlab/internal/machine"
	"mexlab/track/benchfile"
)

// A Record is one file of the history: benchmark output, below lines that say
// where and at which commit it was measured.
type Record struct {
	Key     Key
	Commit  string
	Subject string    // of the commit; "" before Describe, or if git does not know it
	Date    time.Time // of the commit
	File    *benchfile.File

	place int // of the commit among those of the same date; 0 if not known
}

// parseDate reads the date of a commit in the form of git's %cI and of Go.
func parseDate(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("found the commit-date %q, expected one like 2026-11-05T12:00:00Z", s)
	}
	return t.UTC(), nil
}

func newRecord(text []byte, name string) (*Record, error) {
	f, err := benchfile.Read(bytes.NewReader(text), name, nil)
	if err != nil {
		return nil, err
	}
	s, err := settingsOf(f)
	if err != nil {
		return nil, err
	}
	for _, setting := range settingNames {
		if s[setting] == "" && setting != tier {
			return nil, fmt.Errorf("%s: found no line %q, expected one at the start; \"mexlab history add\" writes it", name, setting+": ...")
		}
	}
	date, err := parseDate(s["commit-date"])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if imposedTier(text) {
		s[tier] = ""
	}
	var implementer, part string // as earlier versions named processors of arm64
	if _, err := fmt.Sscanf(s["cpu"], "arm64 implementer %s part %s", &implementer, &part); err == nil {
		s["cpu"] = machine.ArmName(implementer, part)
	}
	return &Record{Key: Key{s["cpu"], s[tier], s["toolchain"], s["gomaxprocs"]}, Commit: s["commit"], Date: date, File: f}, nil
}

var (
	oldHeader = regexp.MustCompile(`\Acpu: .*\ntier: .*\ntoolchain: `)
	tierLine  = regexp.MustCompile(`(?m)^tier:`)
)

// imposedTier reports whether a record's tier is not that of its results.
// Earlier versions wrote the tier of this project's code on the machine at the
// start of every record, whatever had been measured.
func imposedTier(text []byte) bool {
	return oldHeader.Match(text) && len(tierLine.FindAllIndex(text, 2)) == 1
}

// Add adds the results in text, called name in messages, to the history in dir,
// and returns the path of the new file, and remarks on what the text lacks. The
// file has the text below what the settings say. Nothing is written when it
// returns an error.
func Add(ctx context.Context, dir, name string, text []byte, given Settings) (path string, remarks []string, err error) {
	f, err := benchfile.Read(bytes.NewReader(text), name, nil)
	text = benchfile.Plain(text)
	if err != nil {
		return "", nil, err
	}
	own, err := settingsOf(f)
	if err != nil {
		return "", nil, err
	}
	s, err := complete(ctx, f, own, given, ".")
	if err != nil {
		return "", nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // a mark of the start of a file, which is elsewhere now
	for name, value := range s {
		if own[name] != value {
			text = withoutSetting(text, name) // being later, it would win
		}
	}
	text = append([]byte(s.header()), text...)
	r, err := newRecord(text, name)
	if err != nil {
		return "", nil, err
	}
	folder := filepath.Join(dir, filepath.FromSlash(r.Key.folder()))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", nil, err
	}
	path, err = writeNew(folder, r.Date.Format("20060102-150405")+"-"+machine.Slug(short(r.Commit)), text)
	return path, f.Remarks(), err
}

func withoutSetting(text []byte, name string) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte(name+":")) {
			out = append(out, line...)
		}
	}
	return out
}

// writeNew writes text to BASE.txt, or to BASE-2.txt and so on if there are
// others. The same text again is an error.
func writeNew(folder, base string, text []byte) (string, error) {
	temp, err := os.CreateTemp(folder, ".new-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if err := errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		path := filepath.Join(folder, base+".txt")
		if n > 1 {
			path = filepath.Join(folder, fmt.Sprintf("%s-%d.txt", base, n))
		}
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			// Unlike Rename, Link does not replace a file that came meanwhile.
			if err := os.Link(temp.Name(), path); !errors.Is(err, fs.ErrExist) {
				return path, err
			}
		case err != nil:
			return "", err
		case bytes.Equal(old, text):
			return "", fmt.Errorf("these results are in the history already: %s", path)
		}
	}
}

func short(commit string) string {
	hash, changes := strings.CutSuffix(commit, "+changes")
	hash = hash[:min(len(hash), 12)]
	if changes {
		hash += "+changes"
	}
	return hash
}

// Load reads all records below dir. A folder that does not exist has none.
func Load(dir string) ([]*Record, error) {
	var records []*Record
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) && path == dir {
				return nil
			}
			return err
		}
		if entry.IsDir() || filepath.Ext(path) != ".txt" || filepath.Base(path) == annotationsName {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		r, err := newRecord(text, path)
		if err != nil {
			return err
		}
		records = append(records, r)
		return nil
	})
	joinNames(records)
	return records, err
}

// joinNames gives all records of a CPU one name. Go's benchmarks write the brand
// alone, and so did records once. They go with the CPU of that brand that the
// history knows in full, if there is only one.
func joinNames(records []*Record) {
	var names []string
	for _, r := range records {
		if !slices.Contains(names, r.Key.CPU) {
			names = append(names, r.Key.CPU)
		}
	}
	for _, r := range records {
		fuller := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return len(name) <= len(r.Key.CPU) || !machine.Same(name, r.Key.CPU)
		})
		if len(fuller) == 1 {
			r.Key.CPU = fuller[0]
		}
	}
}
