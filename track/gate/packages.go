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

	benchmarks []string // the functions
}

// files are the package's source files.
func (p goPackage) files() []string {
	return slices.Concat(p.GoFiles, p.CgoFiles, p.SFiles, p.CFiles, p.HFiles, p.tests())
}

// tests are those of its source files that only its test binary has.
func (p goPackage) tests() []string { return slices.Concat(p.TestGoFiles, p.XTestGoFiles) }

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
		return nil, nil, fmt.Errorf("%w at all in %s: neither %s nor %s has a function whose name begins with Benchmark", ErrNothing, strings.Join(g.Packages, ", "), base.name, head.name)
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
		if len(p.files())+len(p.IgnoredGoFiles) > 0 { // and not only a pattern's echo
			matched = append(matched, p.Match...)
		}
		if p.benchmarks = p.declared(); len(p.benchmarks) > 0 {
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

// declared lists the benchmarks in the package's source.
func (p goPackage) declared() (names []string) {
	for _, file := range p.tests() {
		text, _ := os.ReadFile(filepath.Join(p.Dir, file)) // go list has just found it
		for line := range bytes.Lines(text) {
			if declaration, ok := bytes.CutPrefix(line, []byte("func Benchmark")); ok {
				name, _, _ := bytes.Cut(declaration, []byte("("))
				names = append(names, "Benchmark"+string(name))
			}
		}
	}
	return names
}

// sameFiles reports whether two versions of a package have the same files, of those
// that are chosen.
func sameFiles(p, q goPackage, chosen func(goPackage) []string) bool {
	files := chosen(p)
	return slices.Equal(files, chosen(q)) && !slices.ContainsFunc(files, func(name string) bool {
		a, errA := os.ReadFile(filepath.Join(p.Dir, name))
		b, errB := os.ReadFile(filepath.Join(q.Dir, name))
		return errA != nil || errB != nil || !bytes.Equal(a, b)
	})
}
