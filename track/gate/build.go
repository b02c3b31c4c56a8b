package gate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mexlab/internal/command"
)

// A goPackage is what "go list -json" says about a package.
type goPackage struct {
	Dir, ImportPath           string
	TestGoFiles, XTestGoFiles []string
	Module                    *struct{ Path string }
}

// packages lists a tree's matching packages with benchmarks, by import path.
func packages(ctx context.Context, t *tree, patterns []string) (map[string]goPackage, error) {
	args := append([]string{"list", "-e", "-json=Dir,ImportPath,TestGoFiles,XTestGoFiles,Module", "--"}, patterns...)
	list := exec.CommandContext(ctx, "go", args...)
	list.Dir = t.dir
	out, err := command.Output(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	found := map[string]goPackage{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: go list: %w", t.name, err)
		}
		for _, f := range append(p.TestGoFiles, p.XTestGoFiles...) {
			text, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err == nil && bytes.Contains(text, []byte("\nfunc Benchmark")) {
				found[p.ImportPath] = p
				break
			}
		}
	}
}

// A binary is a package's test binary.
type binary struct {
	path string
	dir  string // to run it in: the package's, where its testdata is
	sum  [sha256.Size]byte
}

// build builds a package's test binary. The same source in another folder gives
// the same binary. A seed other than 0 lays the functions out in another order.
func (w *workspace) build(ctx context.Context, t *tree, p goPackage, seed int) (*binary, error) {
	f, err := os.CreateTemp(w.dir, "*.test")
	if err != nil {
		return nil, err
	}
	f.Close()
	args := []string{"test", "-c", "-trimpath", "-buildvcs=false", "-vet=off", "-o", f.Name()}
	if seed != 0 {
		args = append(args, fmt.Sprintf("-ldflags=-randlayout=%d", seed))
	}
	build := exec.CommandContext(ctx, "go", append(args, p.ImportPath)...)
	build.Dir = t.dir
	if _, err := command.Output(build); err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	content, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, err
	}
	return &binary{f.Name(), p.Dir, sha256.Sum256(content)}, nil
}

// names lists the benchmarks that match, with sub-benchmarks, by running each once.
func (b *binary) names(ctx context.Context, pattern string) ([]string, error) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, b.path, "-test.run=^$", "-test.bench="+pattern, "-test.benchtime=1x", "-test.cpu=1")
	cmd.Dir, cmd.Stderr = b.dir, &stderr
	out, err := cmd.Output()
	var names []string
	var log []byte
	for line := range bytes.Lines(out) {
		if fields := strings.Fields(string(line)); len(fields) > 2 && strings.HasPrefix(fields[0], "Benchmark") {
			names = append(names, fields[0])
		} else {
			log = append(log, line...)
		}
	}
	if err != nil {
		return nil, ended(err, log, stderr.Bytes())
	}
	return names, nil
}
