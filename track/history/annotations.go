package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// annotationsName is the file of remarks, in the history's top folder.
const annotationsName = "annotations.txt"

var annotationLine = regexp.MustCompile(`^([0-9a-f]{7,64})\s+(\S.*)$`)

// An Annotation is a remark about a commit.
type Annotation struct {
	Commit string // the start of its hash
	Text   string
}

// Annotations reads the remarks of the history in dir. A line has the start of a
// commit's hash, at least seven digits, and text. Empty lines and those that
// begin with # are for people.
func Annotations(dir string) ([]Annotation, error) {
	path := filepath.Join(dir, annotationsName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Annotation
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := annotationLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("%s:%d: found %.40q, expected a commit's hash, at least seven digits of it, and a remark", path, n, line)
		}
		list = append(list, Annotation{m[1], m[2]})
	}
	return list, nil
}
