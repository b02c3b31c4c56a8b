package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The README's "make TARGET  # the same as: COMMAND" is what the Makefile does,
// and the commands that it shows exist.
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
	if len(targets) != 2 {
		t.Errorf("%d make commands, expected 2", len(targets))
	}
	for _, m := range targets {
		if recipe := "\n" + m[1] + ":\n\t" + m[2] + "\n"; !strings.Contains(string(makefile), recipe) {
			t.Errorf("the Makefile lacks %q", recipe)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^    (?:.*\| )?(mexlab [^<#\n]*)`).FindAllStringSubmatch(string(readme), -1) {
		line := regexp.MustCompile(`\w+\.txt`).ReplaceAllString(m[1], "") + " --help"
		if r := shell(t, line); r.code != 0 {
			t.Errorf("%s: %+v", m[1], r)
		}
	}
}
