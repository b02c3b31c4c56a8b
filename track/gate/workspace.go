package gate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// A workspace is a temporary folder with the source trees of both versions and
// their test binaries. The trees are worktrees of the repository, which has a
// list of them. A process of its own, the cleaner, waits for this process to
// end by whatever means, and then removes everything.
type workspace struct {
	dir     string // the temporary folder
	root    string // of the repository
	prefix  string // of the module in it
	cleaner *exec.Cmd
	alive   *os.File // the cleaner reads the other end of this pipe, and sees it close
}

// cleanup is the cleaner's program. $1 is the repository, $2 the folder. A
// worktree that git did not finish is locked, and git does not know all of it.
const cleanup = `cat >/dev/null
for tree in "$2"/tree*; do
	git -C "$1" worktree unlock "$tree"
	git -C "$1" worktree remove --force "$tree"
done 2>/dev/null
rm -rf "$2"
git -C "$1" worktree prune`

// openWorkspace makes a workspace for the repository around dir.
func openWorkspace(ctx context.Context, dir string) (*workspace, error) {
	root, err := machine.Git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	prefix, err := machine.Git(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	w := &workspace{root: root, prefix: prefix}
	if w.dir, err = os.MkdirTemp("", "mexlab-gate-"); err != nil {
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
	w.cleaner = exec.Command("sh", "-c", cleanup, "sh", w.root, w.dir)
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

type tree struct {
	name string // for people
	dir  string // of the module
}

// tree checks a version out. An empty ref is the working tree as it stands.
func (w *workspace) tree(ctx context.Context, ref string) (*tree, error) {
	if ref == "" {
		return &tree{"the working tree", filepath.Join(w.root, w.prefix)}, nil
	}
	commit, err := machine.Git(ctx, w.root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is no commit of this repository", ref)
	}
	dir, err := os.MkdirTemp(w.dir, "tree")
	if err != nil {
		return nil, err
	}
	add := exec.CommandContext(ctx, "git", "worktree", "add", "--detach", dir, commit)
	add.Dir = w.root
	add.ExtraFiles = []*os.File{w.alive} // the cleaner waits until git, too, has closed it
	if _, err := command.Output(add); err != nil {
		return nil, err
	}
	name := commit[:12]
	if !strings.HasPrefix(commit, ref) {
		name = ref + " (" + name + ")"
	}
	return &tree{name, filepath.Join(dir, w.prefix)}, nil
}
