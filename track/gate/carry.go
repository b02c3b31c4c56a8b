package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// carryOver brings data that git does not keep from the working tree into that
// of a commit: files in folders called testdata that git ignores, and what the
// user names. What the commit has stays.
func (w *workspace) carryOver(ctx context.Context, t *tree) error {
	ignored, err := w.untracked(ctx, w.root, "--ignored", "--exclude-standard", "--", ":(glob)**/testdata", ":(glob)**/testdata/**")
	if err != nil {
		return err
	}
	for _, pattern := range w.carry {
		named, err := w.untracked(ctx, filepath.Join(w.root, w.prefix), "--", pattern)
		if err != nil {
			return err
		}
		if len(named) == 0 {
			return fmt.Errorf("--carry %s: there is no such file here, or git keeps it and it is carried over without that", pattern)
		}
		ignored = append(ignored, named...)
	}
	for _, name := range ignored {
		from := filepath.Join(w.root, filepath.FromSlash(name))
		if strings.HasPrefix(from, w.dir) {
			continue // the temporary folder is in the repository
		}
		if err := carryFile(from, t.place(from)); err != nil {
			return fmt.Errorf("carrying %s over: %w", name, err)
		}
	}
	return nil
}

// untracked lists files that git does not keep, by their names in the repository.
func (w *workspace) untracked(ctx context.Context, dir string, args ...string) ([]string, error) {
	out, err := command.Output(machine.GitCommand(ctx, dir, append([]string{"ls-files", "--others", "--full-name", "-z"}, args...)...))
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

// maxCopy is the size from which on a file is linked to and not copied. What is
// copied cannot be spoilt by a benchmark that writes to it, and is a regular
// file, as Go wants it for what it embeds.
const maxCopy = 64 << 20

// carryFile copies a file, or links to what is no regular file or a large one.
func carryFile(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return nil
	}
	info, err := os.Lstat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it has gone since git saw it
	} else if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxCopy {
		return os.Symlink(from, to)
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// missingFile is how benchmarks say that a file is missing, with its name.
var missingFile = regexp.MustCompile(`(?:open|stat|lstat|read) (\S+): (?:no such file or directory|The system cannot find the)`)

// missing returns what to do if a text from a benchmark in the tree of a commit
// tells of a missing file.
func (t *tree) missing(text string) string {
	m := missingFile.FindStringSubmatch(text)
	if m == nil || t.commit == "" {
		return ""
	}
	return fmt.Sprintf("; if git does not keep %s, --carry with its path carries it over from the working tree", m[1])
}
