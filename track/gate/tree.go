package gate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A workshop is a temporary folder with the versions' source trees and test
// binaries. What it leaves in the repository, the list of worktrees, is put in
// order by a janitor: a process that waits for this one to end, by whatever
// means, and then removes everything.
type workshop struct {
	dir     string // the temporary folder
	root    string // of the repository
	prefix  string // of the module in it
	janitor *exec.Cmd
	alive   *os.File // the janitor reads the other end of this pipe, and sees it close
}

// sweep is the janitor's program. $1 is the repository, $2 the folder. A tree
// whose making was cut short is locked, and git does not know all of it.
const sweep = `cat >/dev/null
for tree in "$2"/tree*; do
	git -C "$1" worktree unlock "$tree"
	git -C "$1" worktree remove --force "$tree"
done 2>/dev/null
rm -rf "$2"
git -C "$1" worktree prune`

// openWorkshop makes a workshop for the repository around dir.
func openWorkshop(ctx context.Context, dir string) (*workshop, error) {
	root, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	prefix, err := git(ctx, dir, nil, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	w := &workshop{root: root, prefix: prefix}
	if w.dir, err = os.MkdirTemp("", "mexlab-gate-"); err != nil {
		return nil, err
	}
	if err := w.hireJanitor(); err != nil {
		os.RemoveAll(w.dir)
		return nil, fmt.Errorf("a shell to clean up with: %w", err)
	}
	return w, nil
}

func (w *workshop) hireJanitor() error {
	r, alive, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	w.janitor = exec.Command("sh", "-c", sweep, "sh", w.root, w.dir)
	w.janitor.Stdin = r
	w.janitor.Dir = os.TempDir()
	ownSession(w.janitor)
	if err := w.janitor.Start(); err != nil {
		alive.Close()
		return err
	}
	w.alive = alive
	return nil
}

// close removes everything.
func (w *workshop) close() error {
	w.alive.Close()
	if err := w.janitor.Wait(); err != nil {
		return fmt.Errorf("cleaning up %s: %w", w.dir, err)
	}
	return nil
}

// A tree is the source of one version.
type tree struct {
	name string // for people
	dir  string // of the module
}

// tree checks a version out. An empty ref is the working tree as it stands.
func (w *workshop) tree(ctx context.Context, ref string) (*tree, error) {
	if ref == "" {
		return &tree{"the working tree", filepath.Join(w.root, w.prefix)}, nil
	}
	commit, err := git(ctx, w.root, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is no commit of this repository", ref)
	}
	dir, err := os.MkdirTemp(w.dir, "tree")
	if err != nil {
		return nil, err
	}
	// The janitor waits for git too: it holds the pipe as long as it runs.
	if _, err := git(ctx, w.root, w.alive, "worktree", "add", "--detach", dir, commit); err != nil {
		return nil, err
	}
	name := commit[:12]
	if !strings.HasPrefix(commit, ref) {
		name = ref + " (" + name + ")"
	}
	return &tree{name, filepath.Join(dir, w.prefix)}, nil
}

// git runs git and returns what it writes, without the last newline. The
// process keeps held open, if that is not nil.
func git(ctx context.Context, dir string, held *os.File, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	if held != nil {
		cmd.ExtraFiles = []*os.File{held}
	}
	return output(cmd, dir)
}

// output runs a command in a folder and returns what it writes to standard
// output, without the last newline. The error holds what it writes to standard
// error.
func output(cmd *exec.Cmd, dir string) (string, error) {
	var out, msg bytes.Buffer
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		what := filepath.Base(cmd.Args[0]) + " " + cmd.Args[min(1, len(cmd.Args)-1)]
		return "", fmt.Errorf("%s: %w: %s", what, err, excerpt(append(msg.Bytes(), out.Bytes()...)))
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
