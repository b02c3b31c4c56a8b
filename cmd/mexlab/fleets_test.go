package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// The commands of docs/fleets.md work as typed, one after another in one folder. They
// compare what they write. Commands in fences need engines that are not here.
func TestFleets(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("split -n and xargs -P are those of GNU")
	}
	doc, err := os.ReadFile("../../docs/fleets.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ran := 0
	for _, section := range strings.Split(string(doc), "\n## ") {
		name, _, _ := strings.Cut(section, "\n")
		var commands []string
		for line := range strings.Lines(section) {
			if command, ok := strings.CutPrefix(line, "    "); ok {
				commands = append(commands, strings.TrimSpace(command))
			}
		}
		for _, command := range commands {
			if strings.HasPrefix(command, "-") {
				continue // the rest of a command in a fence
			}
			if strings.HasPrefix(command, "parallel ") && !hasParallel(t) {
				continue
			}
			ran++
			if r := shell(t, "cd "+dir+" && "+command); r.code != 0 || r.stderr != "" {
				t.Errorf("%s: %s: %+v", name, command, r)
			}
		}
	}
	if want := 13; ran != want && hasParallel(t) {
		t.Errorf("%d commands ran, expected %d", ran, want)
	}
}

// hasParallel reports whether GNU parallel is here. It is installed where the tests
// require it.
func hasParallel(t *testing.T) bool {
	_, err := exec.LookPath("parallel")
	if err != nil && os.Getenv("MEXLAB_REQUIRE_PARALLEL") != "" {
		t.Fatal(err)
	}
	return err == nil
}
