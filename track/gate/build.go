package gate

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// A binary is a package's test binary.
type binary struct {
	path  string
	dir   string // to run it in: the package's, where its testdata is
	paths paths
	sum   [sha256.Size]byte
}

// paths are what a binary knows of where its source is.
type paths string

// With trimmed paths, the same source in another folder gives the same binary.
// But a benchmark that asks runtime.Caller does not find its files.
const (
	trimmed paths = "-trimpath"
	kept    paths = "-trimpath=false"
)

// build builds a package's test binary. With a seed other than 0, its functions
// are in the random order that the seed stands for.
func (w *workspace) build(ctx context.Context, t *tree, p goPackage, paths paths, seed int) (*binary, error) {
	f, err := os.CreateTemp(w.dir, "*.test")
	if err != nil {
		return nil, err
	}
	f.Close()
	args := slices.Concat([]string{"test", "-c", string(paths), "-buildvcs=false", "-vet=off", "-o", f.Name()}, w.linker.flags(seed))
	if _, err := command.Output(t.command(ctx, "go", append(args, p.ImportPath)...)); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", t.name, p.ImportPath, err)
	}
	content, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, err
	}
	return &binary{f.Name(), p.Dir, paths, sha256.Sum256(content)}, nil
}

func (b *binary) command(ctx context.Context, args ...string) *exec.Cmd {
	return machine.Command(ctx, b.dir, b.path, args...)
}
