package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What is made from the reports is as new as they are. Pictures are compared on
// amd64 only: other architectures may round the last digits differently.
func TestUpToDate(t *testing.T) {
	files, err := written("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 3 {
		t.Errorf("only %d files", len(files))
	}
	for name, content := range files {
		if strings.HasSuffix(name, ".svg") && runtime.GOARCH != "amd64" {
			continue
		}
		disk, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || !bytes.Equal(disk, content) {
			t.Errorf("%s is stale, error %v; \"make benchmarks\" writes it", name, err)
		}
	}
}
