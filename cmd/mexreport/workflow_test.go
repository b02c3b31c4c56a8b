package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// GitHub accepts the workflows, as far as actionlint can tell.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows, error %v", err)
	}
	// Actionlint calls two programs if they are installed. Without them the verdict
	// is the same everywhere.
	args := append([]string{"tool", "actionlint", "-shellcheck=", "-pyflakes="}, files...)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
