package gate

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mexlab/internal/command"
)

// Modules of other kinds are compared as "go test" runs them.
func TestKindsOfModules(t *testing.T) {
	const lib = "module example.com/lib\n\ngo 1.24\n"
	for _, test := range []struct {
		name  string
		files map[string]string
		dir   string // of the module; "" is the repository
		cgo   bool
	}{
		{name: "cgo", cgo: true, files: map[string]string{
			"c.go":      "package f\n\n/*\n#include \"one.h\"\n*/\nimport \"C\"\n\nvar One = int(C.one())\n",
			"one.h":     "static int one(void) { return 1; }\n",
			"x_test.go": benchmarkFile("", "\tSink += One")}},
		{name: "vendor", files: map[string]string{
			"go.mod":                        "module example.com/f\n\ngo 1.24\n\nrequire example.com/lib v1.0.0\n",
			"vendor/modules.txt":            "# example.com/lib v1.0.0\n## explicit; go 1.24\nexample.com/lib\n",
			"vendor/example.com/lib/lib.go": "package lib\n\nconst One = 1\n",
			"x_test.go":                     benchmarkFile("\t\"example.com/lib\"\n", "\tSink += lib.One")}},
		{name: "with another module in it", files: map[string]string{
			"x_test.go":     benchmarkFile("", ""),
			"lib/go.mod":    lib,
			"lib/f.go":      "package lib\n\nvar Sink int\n",
			"lib/y_test.go": strings.ReplaceAll(benchmarkFile("", ""), "package f", "package lib")}},
		{name: "in another module", dir: "deep/app", files: map[string]string{
			"y_test.go": strings.ReplaceAll(benchmarkFile("", ""), "BenchmarkX", "BenchmarkY"),
			"deep/app/go.mod": "module example.com/app\n\ngo 1.24\n\nrequire example.com/f v0.0.0\n\n" +
				"replace example.com/f => ../..\n",
			"deep/app/f.go":      "package f\n\nimport \"example.com/f\"\n\nvar Sink = f.Sink\n",
			"deep/app/x_test.go": benchmarkFile("", "")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.cgo {
				needCgo(t)
			}
			r := newModule(t, test.files)
			same, names, err := list(t, filepath.Join(r.dir, filepath.FromSlash(test.dir)), nil)
			if err != nil || !same || !slices.Equal(names, []string{"BenchmarkX"}) {
				t.Errorf("the same: %v; benchmarks %v in HEAD; %v", same, names, err)
			}
		})
	}
}

// needCgo skips a test if nothing compiles C here.
func needCgo(t *testing.T) {
	out, err := command.Output(exec.Command("go", "env", "CGO_ENABLED", "CC"))
	enabled, compiler, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || enabled != "1" {
		t.Skip("cgo is disabled")
	}
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip(err)
	}
}
