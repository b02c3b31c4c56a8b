package kernel

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMap compares the files of the package with those that its comment names.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, _ := strings.CutSuffix(file, ".go")
		if strings.HasSuffix(name, "_test") || name == "doc" {
			continue
		}
		if !regexp.MustCompile(`\b` + name + `\b`).Match(text) {
			t.Errorf("the package comment does not name %s", file)
		}
	}
	for _, file := range regexp.MustCompile(`\b\w+\.go\b`).FindAllString(string(text), -1) {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the package comment names %s, which is not there", file)
		}
	}
}
