package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The command that docs/machines.md and the help show works as typed: results of
// two more machines are merged, and BENCHMARKS.md and the page show them. Merged
// again, they are the same.
func TestMachinesPage(t *testing.T) {
	if testing.Short() {
		t.Skip("makes benchstat's tables")
	}
	page, err := os.ReadFile("../../docs/machines.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^    go run \./cmd/mexreport (\w+)`).FindAllStringSubmatch(string(page), -1) {
		if found, _, err := newRoot().Find(m[1:]); err != nil || found.Name() != m[1] {
			t.Errorf("docs/machines.md shows command %s: %v", m[1], err)
		}
	}
	typed := strings.TrimSpace(newMerge().Example)
	if !strings.Contains(string(page), "    "+typed+"\n") {
		t.Errorf("docs/machines.md does not show %s", typed)
	}
	workflow, err := os.ReadFile("../../.github/workflows/report.yml")
	if err != nil || !strings.Contains(string(page), "workflow `report`") || !strings.Contains(string(workflow), "\nname: report\n") {
		t.Errorf("docs/machines.md and the workflow: %v", err)
	}

	root := t.TempDir()
	module, other := filepath.Join(root, "module"), filepath.Join(root, "results/reports")
	const fake = "../../bench/report/testdata/reports/"
	times, err := os.ReadFile(fake + "amd64/fake/times.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{filepath.Join(module, "reports/amd64/fake-1/times.txt"): string(times)}
	for _, name := range []string{"go.mod", "go.sum"} { // they say which benchstat
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Join(module, name)] = string(text)
	}
	change := func(changes ...string) string { return strings.NewReplacer(changes...).Replace(string(times)) }
	files[filepath.Join(other, "arm64/apple-m9-darwin/times.txt")] = change("goos: linux", "goos: darwin", "goarch: amd64", "goarch: arm64", "Fake 1", "Apple M9", "avx2", "neon")
	files[filepath.Join(other, "amd64/fake-1-windows/times.txt")] = change("goos: linux", "goos: windows")
	files[filepath.Join(other, "amd64/fake-1/times.txt")] = string(times)
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(module)
	merge := func() string {
		t.Helper()
		var out bytes.Buffer
		command := newRoot()
		command.SetArgs(strings.Fields(strings.TrimPrefix(typed, "go run ./cmd/mexreport ")))
		command.SetOut(&out)
		if err := command.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := `same      reports/amd64/fake-1/times.txt: Fake 1, linux, 2026-11-01 00:00:00, commit 0123456789ab, which is not here
new       reports/amd64/fake-1-windows/times.txt: Fake 1, windows, 2026-11-01 00:00:00, commit 0123456789ab, which is not here
new       reports/arm64/apple-m9-darwin/times.txt: Apple M9, darwin, 2026-11-01 00:00:00, commit 0123456789ab, which is not here
BENCHMARKS.md and reports/index.html show them
`
	if got := merge(); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
	for _, name := range []string{"BENCHMARKS.md", "reports/index.html"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, machine := range []string{"amd64: Fake 1", "amd64: Fake 1, windows", "arm64: Apple M9, darwin"} {
			if !regexp.MustCompile(`(## |>)` + machine + `[<\n]`).Match(text) {
				t.Errorf("%s does not show %s", name, machine)
			}
		}
	}
	if got := merge(); strings.Contains(got, "new ") || !strings.HasSuffix(got, "\nnothing to write\n") {
		t.Errorf("merged again: %s", got)
	}
}
