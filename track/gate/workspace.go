package gate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// A workspace is a temporary folder with the source trees of both versions and
// their test binaries. Nothing is written anywhere else. A process of its own,
// the cleaner, waits for this process to end by whatever means, and then removes
// the folder.
type workspace struct {
	dir     string   // the temporary folder
	root    string   // of the repository
	prefix  string   // of the module in it
	carry   []string // what else to carry over, see carry.go
	notes   []string // what the user should know of the trees
	linker  linker   // of test binaries
	cleaner *exec.Cmd
	alive   *os.File // the cleaner reads the other end of this pipe, and sees it close
}

// cleanup is the cleaner's program. $1 is the folder. A process that is just
// being ended may still write into it.
const cleanup = `cat >/dev/null; rm -rf "$1" 2>/dev/null || { sleep 1; rm -rf "$1"; }`

// openWorkspace makes a workspace for the repository around dir.
func openWorkspace(ctx context.Context, dir string, carry []string) (*workspace, error) {
	root, err := machine.Git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	prefix, err := machine.Git(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	w := &workspace{root: filepath.FromSlash(root), prefix: filepath.FromSlash(prefix), carry: carry}
	temp, err := filepath.Abs(os.TempDir())
	if err != nil {
		return nil, err
	}
	if w.dir, err = os.MkdirTemp(temp, "mexlab-gate-"); err != nil {
		return nil, err
	}
	if err := w.startCleaner(); err != nil {
		os.RemoveAll(w.dir)
		return nil, fmt.Errorf("starting a shell that cleans up: %w", err)
	}
	return w, nil
}

func (w *workspace) startCleaner() error {
	r, alive, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	w.cleaner = exec.Command("sh", "-c", cleanup, "sh", w.dir)
	w.cleaner.Stdin = r
	w.cleaner.Dir = os.TempDir()
	command.OwnSession(w.cleaner)
	if err := w.cleaner.Start(); err != nil {
		alive.Close()
		return err
	}
	w.alive = alive
	return nil
}

func (w *workspace) close() error {
	w.alive.Close()
	if err := w.cleaner.Wait(); err != nil {
		return fmt.Errorf("cleaning up %s: %w", w.dir, err)
	}
	return nil
}
