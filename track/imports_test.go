package track

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// No file in this folder, tests included, imports more of the project than this
// folder and internal; and internal imports nothing else of it. Files are read
// and not listed by "go list", so that "go test" notices their changes.
func TestImports(t *testing.T) {
	files := 0
	check := func(root string, allowed ...string) {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			files++
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range f.Imports {
				name, err := strconv.Unquote(i.Path.Value)
				if err != nil {
					return err
				}
				fits := slices.ContainsFunc(allowed, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
				if strings.HasPrefix(name, "mexlab/") && !fits {
					t.Errorf("%s imports %s; expected of this project only %s", path, name, strings.Join(allowed, " and "))
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	check(".", "mexlab/track/", "mexlab/internal/")
	check("../internal", "mexlab/internal/")
	if files < 50 {
		t.Errorf("only %d files were read", files)
	}
}
