// Package history keeps benchmark results as plain files in git, one for each
// run, and tells where the levels change.
package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mexlab/track/benchfile"
)

// A Record is one file of the history: benchmark output below lines that say
// where it comes from.
type Record struct {
	Key    Key
	Commit string
	Date   time.Time // of the commit
	File   *benchfile.File
}

// parseDate reads the date of a commit, as git's %cI and Go write it.
func parseDate(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("found the commit-date %q, expected one like 2026-11-05T12:00:00Z", s)
	}
	return t.UTC(), nil
}

// newRecord reads a record.
func newRecord(f *benchfile.File) (*Record, error) {
	s := Settings{}
	for _, name := range settingNames {
		value, err := only(f, name)
		if err != nil {
			return nil, err
		}
		if value == "" {
			return nil, fmt.Errorf("%s: found no line %q, expected one at the start; \"mexlab history add\" writes it", f.Name, name+": ...")
		}
		s[name] = value
	}
	date, err := parseDate(s["commit-date"])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return &Record{Key{s["cpu"], s["tier"], s["toolchain"], s["gomaxprocs"]}, s["commit"], date, f}, nil
}

// Add adds the results in text, called name in messages, to the history in dir,
// and returns the path of the new file: what the settings say, then the text as
// it is. Nothing is written when it returns an error.
func Add(ctx context.Context, dir, name string, text []byte, given Settings) (path string, err error) {
	f, err := benchfile.Read(bytes.NewReader(text), name, nil)
	if err != nil {
		return "", err
	}
	s, err := complete(ctx, f, given, ".")
	if err != nil {
		return "", err
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // it marks a start that no longer is one
	for name := range given {
		text = withoutSetting(text, name) // it would win, being later
	}
	text = append([]byte(s.header()), text...)
	if f, err = benchfile.Read(bytes.NewReader(text), name, nil); err != nil {
		return "", err
	}
	r, err := newRecord(f)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(dir, filepath.FromSlash(r.Key.folder()))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	base := r.Date.Format("20060102-150405") + "-" + slug(short(r.Commit))
	return writeNew(folder, base, text)
}

// withoutSetting takes the lines of a setting out of benchmark output.
func withoutSetting(text []byte, name string) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte(name+":")) {
			out = append(out, line...)
		}
	}
	return out
}

// writeNew writes text to BASE.txt, or BASE-2.txt and so on when there are
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
			// Link, unlike Rename, does not replace what came meanwhile.
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

// short returns the start of a commit that people tell commits by.
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
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		f, err := benchfile.Read(io.Reader(file), path, nil)
		if err != nil {
			return err
		}
		r, err := newRecord(f)
		if err != nil {
			return err
		}
		records = append(records, r)
		return nil
	})
	return records, err
}
