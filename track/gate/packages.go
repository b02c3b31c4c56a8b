package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mexlab/internal/command"
)

// A goPackage is what "go list -json" says about a package.
type goPackage struct {
	Dir, ImportPath                   string
	GoFiles, CgoFiles, IgnoredGoFiles []string
	SFiles, CFiles, HFiles            []string
	TestGoFiles, XTestGoFiles         []string
	Match                             []string // the patterns that it matches
	Module                            *struct{ Path string }

	benchmarks int // functions called Benchmark...
}

// files are the package's source files.
func (p goPackage) files() []string {
	return slices.Concat(p.GoFiles, p.CgoFiles, p.SFiles, p.CFiles, p.HFiles, p.TestGoFiles, p.XTestGoFiles)
}

// packages lists the packages with benchmarks of both versions. If neither has
// anything to compare, the error says what is missing.
func (g *gate) packages(ctx context.Context, base, head *tree) (old, new map[string]goPackage, err error) {
	if !head.hasModule(ctx) {
		return nil, nil, fmt.Errorf("%s: no go.mod in %s or above it; the gate compares Go modules, and is to be run in the folder of one", head.name, head.userDir())
	}
	if !base.hasModule(ctx) {
		g.space.note("%s has no go.mod in this folder: everything is new", base.name)
	}
	old, inBase, err := packages(ctx, base, g.Packages)
	if err != nil {
		return nil, nil, err
	}
	new, inHead, err := packages(ctx, head, g.Packages)
	if err != nil {
		return nil, nil, err
	}
	for _, pattern := range g.Packages {
		if !slices.Contains(inBase, pattern) && !slices.Contains(inHead, pattern) {
			return nil, nil, fmt.Errorf("no package is called %s, neither in %s nor in %s", pattern, base.name, head.name)
		}
	}
	if len(old)+len(new) == 0 {
		return nil, nil, fmt.Errorf("%w at all in %s: neither %s nor %s has a function that is called Benchmark...", ErrNothing, strings.Join(g.Packages, ", "), base.name, head.name)
	}
	return old, new, nil
}

// packages lists a tree's matching packages with benchmarks, by import path. It
// also returns which patterns match any package. A tree without a module has none.
func packages(ctx context.Context, t *tree, patterns []string) (found map[string]goPackage, matched []string, err error) {
	found = map[string]goPackage{}
	if !t.hasModule(ctx) {
		return found, nil, nil
	}
	args := append([]string{"list", "-e", "-json=Dir,ImportPath,GoFiles,CgoFiles,IgnoredGoFiles,SFiles,CFiles,HFiles,TestGoFiles,XTestGoFiles,Match,Module", "--"}, patterns...)
	out, err := command.Output(t.command(ctx, "go", args...))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", t.name, err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return found, matched, nil
		} else if err != nil {
			return nil, nil, fmt.Errorf("%s: go list: %w", t.name, err)
		}
		tests := append(p.TestGoFiles, p.XTestGoFiles...)
		if len(p.GoFiles)+len(p.CgoFiles)+len(p.IgnoredGoFiles)+len(tests) > 0 { // and not only a pattern's echo
			matched = append(matched, p.Match...)
		}
		for _, f := range tests {
			text, _ := os.ReadFile(filepath.Join(p.Dir, f)) // go list has just found it
			p.benchmarks += bytes.Count(text, []byte("\nfunc Benchmark"))
		}
		if p.benchmarks > 0 {
			found[p.ImportPath] = p
		}
	}
}

// hasModule reports whether the tree's folder is there, in a module or a workspace.
func (t *tree) hasModule(ctx context.Context) bool {
	if _, err := os.Stat(t.dir); err != nil {
		return false
	}
	if t.root != "" { // what is above it in the temporary folder does not count
		return t.gowork != "off" || t.above("go.mod") != ""
	}
	out, err := command.Output(t.command(ctx, "go", "env", "GOMOD", "GOWORK"))
	mod, work, _ := strings.Cut(string(out), "\n")
	work = strings.TrimSpace(work)
	return err != nil || mod != "" && mod != os.DevNull || work != "" && work != "off"
}

// benchmarkFunction matches the declaration of a benchmark.
var benchmarkFunction = regexp.MustCompile(`(?m)^func (Benchmark\w*)\(`)

// declared lists the benchmarks in the package's source.
func (p goPackage) declared() []string {
	var names []string
	for _, f := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		text, _ := os.ReadFile(filepath.Join(p.Dir, f))
		for _, m := range benchmarkFunction.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// sameTests reports whether two versions of a package have the same files of tests.
func sameTests(a, b goPackage) bool {
	of := func(p goPackage) []string { return slices.Concat(p.TestGoFiles, p.XTestGoFiles) }
	return slices.Equal(of(a), of(b)) && !slices.ContainsFunc(of(a), func(f string) bool {
		one, err := os.ReadFile(filepath.Join(a.Dir, f))
		other, err2 := os.ReadFile(filepath.Join(b.Dir, f))
		return err != nil || err2 != nil || !bytes.Equal(one, other)
	})
}
