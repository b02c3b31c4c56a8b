package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The README's "make TARGET  # the same as: COMMAND" agrees with the Makefile, and
// its commands work as typed.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	targets := regexp.MustCompile(`(?m)^    make (\w+) +# the same as: (.*)$`).FindAllStringSubmatch(string(readme), -1)
	if len(targets) != 3 {
		t.Errorf("%d make commands, expected 3", len(targets))
	}
	for _, m := range targets {
		if recipe := "\n" + m[1] + ":\n\t" + m[2] + "\n"; !strings.Contains(string(makefile), recipe) {
			t.Errorf("the Makefile lacks %q", recipe)
		}
	}
	commands := regexp.MustCompile(`(?m)^    (.*\bmexlab (?:solve|vertex|kernels|generate)\b.*)$`).FindAllStringSubmatch(string(readme), -1)
	if len(commands) != 8 {
		t.Errorf("%d mexlab commands, expected 8", len(commands))
	}
	if !strings.Contains(string(readme), "-o bin/mexlab ./cmd/mexlab\n    export PATH=\"$PWD/bin:$PATH\"\n") {
		t.Error("after the build, mexlab is not on the PATH")
	}
	for _, m := range commands {
		if r := shell(t, "cd ../.. && "+m[1]); r.code != 0 || r.stdout == "" || r.stderr != "" {
			t.Errorf("%s: %+v", m[1], r)
		}
	}
}
