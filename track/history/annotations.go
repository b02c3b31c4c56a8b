package history

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// annotationsName is the file of remarks, at the top of the history.
const annotationsName = "annotations.txt"

// An Annotation is a remark about a commit.
type Annotation struct {
	Commit string // the start of its hash
	Text   string
}

// Annotations reads the remarks of the history in dir: on each line the start
// of a commit's hash, at least seven digits, and text. Lines that begin with #
// and empty ones are for people.
func Annotations(dir string) ([]Annotation, error) {
	path := filepath.Join(dir, annotationsName)
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	form := regexp.MustCompile(`^([0-9a-f]{7,64})\s+(\S.*)$`)
	var list []Annotation
	in := bufio.NewScanner(file)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := form.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("%s:%d: found %.40q, expected a commit's hash, at least seven digits of it, and a remark", path, n, line)
		}
		list = append(list, Annotation{m[1], m[2]})
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}
