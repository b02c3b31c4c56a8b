package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// docs/numbers.md explains the head of every column that the program writes, and
// no others.
func TestNumbersPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/numbers.md")
	if err != nil {
		t.Fatal(err)
	}
	written := columnHeads(t, "../..")
	if len(written) < 40 {
		t.Errorf("found only the heads %q; does this test know how tables are made?", slices.Sorted(maps.Keys(written)))
	}
	code := regexp.MustCompile("`([^`\n]+)`")
	explained := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		heads, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !ok {
			continue
		}
		for _, m := range code.FindAllStringSubmatch(heads, -1) {
			explained[m[1]] = true
			if written[m[1]] == "" {
				t.Errorf("docs/numbers.md explains a column %q, which no table has", m[1])
			}
		}
	}
	for head, where := range written {
		if !explained[head] {
			t.Errorf("docs/numbers.md does not explain the column %q of %s", head, where)
		}
	}
}

// columnHeads returns the heads of columns in the program below a folder, and
// where each is: the texts in calls of table.Words, Numbers, Above and Below, and of writeTable.
func columnHeads(t *testing.T, root string) map[string]string {
	t.Helper()
	heads := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if !slices.Contains([]string{"Words", "Numbers", "Above", "Below", "writeTable"}, name) {
				return true
			}
			for _, arg := range call.Args {
				if text, ok := arg.(*ast.BasicLit); ok {
					if head, _ := strconv.Unquote(text.Value); head != "" {
						heads[head] = files.Position(text.Pos()).String()
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return heads
}
