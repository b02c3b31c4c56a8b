package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// The workflows are what GitHub accepts, and run what actionlint knows to be
// there.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows, error %v", err)
	}
	// Programs that actionlint would call when they are there are left out, so
	// that the verdict is the same everywhere.
	args := append([]string{"tool", "actionlint", "-shellcheck=", "-pyflakes="}, files...)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
