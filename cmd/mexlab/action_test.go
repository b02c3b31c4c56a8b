package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The action's inputs are the ones that its steps take, the documentation shows and
// the workflow gives. The flags and folders of its commands exist.
func TestAction(t *testing.T) {
	action, doc, workflow := repositoryFile(t, "action.yml"), repositoryFile(t, "docs/tracking.md"), repositoryFile(t, ".github/workflows/gate.yml")
	inputs, _, _ := strings.Cut(action[strings.Index(action, "\ninputs:\n"):], "\noutputs:")
	declared := regexp.MustCompile(`(?m)^  (\w+):\n    description: .*\n    default: (.*)$`).FindAllStringSubmatch(inputs, -1)
	if len(declared) != 3 {
		t.Fatalf("%d inputs, expected 3: %s", len(declared), inputs)
	}
	var names []string
	for _, m := range declared {
		names = append(names, m[1])
		if given := regexp.MustCompile(m[1] + `: ` + regexp.QuoteMeta(m[2]) + `( |\n)`); !given.MatchString(doc) || !given.MatchString(workflow) {
			t.Errorf("docs/tracking.md or the workflow has another %s than the default, %s", m[1], m[2])
		}
	}
	for _, m := range regexp.MustCompile(`inputs\.(\w+)`).FindAllStringSubmatch(action, -1) {
		if !slices.Contains(names, m[1]) {
			t.Errorf("a step takes an input %s, which is not declared", m[1])
		}
		names = slices.DeleteFunc(names, func(n string) bool { return n == m[1] })
	}
	if len(names) > 0 {
		t.Errorf("no step takes %q", names)
	}
	for _, m := range regexp.MustCompile(`--([a-z]+)`).FindAllStringSubmatch(action, -1) {
		if newGate().Flags().Lookup(m[1]) == nil {
			t.Errorf("mexlab gate has no flag --%s", m[1])
		}
	}
	if !strings.Contains(action, "go install ./cmd/mexlab\n") || !strings.Contains(workflow, "fetch-depth: 2") {
		t.Error("the action does not install mexlab, or the workflow lacks the base version")
	}
}

// The script of the action ends as the gate does, and hands over its table.
func TestActionScript(t *testing.T) {
	step := regexp.MustCompile(`(?s)id: compare\n.*?\n      run: \|\n(.*)$`).FindStringSubmatch(repositoryFile(t, "action.yml"))
	if step == nil {
		t.Fatal("no script")
	}
	for gate, want := range map[int]struct {
		code    int
		warning string
	}{0: {0, ""}, 1: {1, ""}, 2: {2, ""}, 3: {0, "::warning::"}, 130: {130, ""}} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "mexlab"), 0o777); err != nil {
			t.Fatal(err)
		}
		fake := fmt.Sprintf("#!/bin/sh\necho \"$@\"\nexit %d\n", gate)
		if err := os.WriteFile(filepath.Join(dir, "mexlab", "mexlab"), []byte(fake), 0o777); err != nil {
			t.Fatal(err)
		}
		script := filepath.Join(dir, "script")
		if err := os.WriteFile(script, []byte(step[1]), 0o666); err != nil {
			t.Fatal(err)
		}
		r := shell(t, "cd "+dir+" && RUNNER_TEMP="+dir+" GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary BASE=HEAD^1 PACKAGES='./a,./b' THRESHOLD=3% bash -eo pipefail "+script)
		output, _ := os.ReadFile(filepath.Join(dir, "output"))
		summary, _ := os.ReadFile(filepath.Join(dir, "summary"))
		if r.code != want.code || !strings.HasPrefix(r.stdout, want.warning) || (r.stdout == "") != (want.warning == "") ||
			string(output) != fmt.Sprintf("code=%d\nreport=%s/mexlab-gate.md\n", gate, dir) ||
			string(summary) != "gate --base HEAD^1 --pkg ./a,./b --threshold 3% --markdown\n" {
			t.Errorf("gate exits with %d: %+v, %q, %q", gate, r, output, summary)
		}
	}
}

// README names the systems and the processors that the Makefile compiles for, each at
// least once. The pairs that are left out have no files of their own.
func TestSystems(t *testing.T) {
	systems := regexp.MustCompile(`SYSTEMS = (.*)\n`).FindStringSubmatch(repositoryFile(t, "Makefile"))
	if systems == nil {
		t.Fatal("the Makefile has no systems")
	}
	readme := repositoryFile(t, "README.md")
	for _, part := range strings.FieldsFunc(systems[1], func(r rune) bool { return r == ' ' || r == '/' }) {
		if !regexp.MustCompile(`\b` + part + `\b`).MatchString(readme) {
			t.Errorf("README does not name %s", part)
		}
	}
	for _, part := range []string{"linux/", "darwin/", "windows/", "freebsd/", "/amd64", "/arm64"} {
		if !strings.Contains(systems[1], part) {
			t.Errorf("the Makefile does not compile for %s", part)
		}
	}
	system := regexp.MustCompile(`(_|\b)(linux|darwin|windows|freebsd|unix)\b`)
	processor := regexp.MustCompile(`(_|\b)(amd64|arm64|386|arm)\b`)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".go", ".s"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		constraint := strings.TrimSuffix(filepath.Base(path), "_test.go") + regexp.MustCompile(`(?m)^//go:build .*`).FindString(string(text))
		if system.MatchString(constraint) && processor.MatchString(constraint) {
			t.Errorf("%s is for one system and one processor; the Makefile does not compile for each pair", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func repositoryFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
