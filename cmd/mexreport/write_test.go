package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The files that are made from the reports are up to date. Pictures are compared
// on amd64 only, because other architectures may round differently.
func TestUpToDate(t *testing.T) {
	files, err := written("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 3 {
		t.Errorf("only %d files", len(files))
	}
	for name, content := range files {
		if runtime.GOARCH != "amd64" && (strings.HasSuffix(name, ".svg") || strings.HasSuffix(name, ".html")) {
			continue
		}
		disk, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || !bytes.Equal(disk, content) {
			t.Errorf("%s is stale, error %v; run \"make benchmarks\"", name, err)
		}
	}
}
