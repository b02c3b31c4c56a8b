package gate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// A tree is the source of a version. That of a commit stands under the same path
// as the repository, in a root of its own: what it names outside the repository
// can stand at its place there, too (outside.go).
type tree struct {
	name   string // for people
	dir    string // of the module
	commit string // "" for the working tree
	root   string // stands for the root of all files; "" for the working tree
	gowork string // its go.work, or "off"; "" if go is to find it
	temp   string // where go builds, so that nothing is left if it is ended
}

// command returns a command that runs in the module.
func (t *tree) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := machine.Command(ctx, t.dir, name, args...)
	ownGroup(cmd) // the compilers and linkers of an interrupted go end with it
	cmd.Env = append(cmd.Env, "GOTMPDIR="+t.temp)
	if t.gowork != "" {
		cmd.Env = append(cmd.Env, "GOWORK="+t.gowork)
	}
	return cmd
}

// place is where a path of the user is in the tree.
func (t *tree) place(path string) string {
	return filepath.Join(t.root, path[len(filepath.VolumeName(path)):])
}

// userDir is the folder of the user that the module's folder stands for.
func (t *tree) userDir() string {
	if t.root == "" {
		return t.dir
	}
	return string(filepath.Separator) + strings.TrimPrefix(t.dir, t.root+string(filepath.Separator))
}

// tree makes the tree of a version. An empty ref is the working tree as it stands.
func (w *workspace) tree(ctx context.Context, ref string) (*tree, error) {
	if ref == "" {
		return &tree{name: "the working tree", dir: filepath.Join(w.root, w.prefix), temp: w.dir}, nil
	}
	commit, err := w.commit(ctx, ref)
	if err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp(w.dir, "tree")
	if err != nil {
		return nil, err
	}
	t := &tree{name: commit[:12], commit: commit, root: root, temp: w.dir}
	if !strings.HasPrefix(commit, ref) {
		t.name = ref + " (" + t.name + ")"
	}
	t.dir = filepath.Join(t.place(w.root), w.prefix)
	gitDir, err := machine.Git(ctx, w.root, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, err
	}
	if err := w.checkOut(ctx, t, source{gitDir, w.root}, commit, t.place(w.root)); err != nil {
		return nil, err
	}
	if err := w.carryOver(ctx, t); err != nil {
		return nil, err
	}
	return t, w.connect(ctx, t)
}

// commit returns the hash of the commit that a ref names. A...B names the one
// where A and B parted.
func (w *workspace) commit(ctx context.Context, ref string) (string, error) {
	a, b, both := strings.Cut(ref, "...")
	if !both {
		return machine.Hash(ctx, w.root, ref)
	}
	one, err := machine.Hash(ctx, w.root, cmp.Or(a, "HEAD"))
	if err != nil {
		return "", err
	}
	other, err := machine.Hash(ctx, w.root, cmp.Or(b, "HEAD"))
	if err != nil {
		return "", err
	}
	commit, err := machine.Git(ctx, w.root, "merge-base", one, other)
	if err != nil {
		return "", fmt.Errorf("%q: the two have no commit in common%s", ref, machine.Shallow(ctx, w.root))
	}
	return commit, nil
}

// movedOn says if the base has commits that the head lacks: what they made
// faster looks like a slowdown of the head.
func (w *workspace) movedOn(ctx context.Context, base, head *tree) string {
	after := cmp.Or(head.commit, "HEAD")
	n, err := machine.Git(ctx, w.root, "rev-list", "--count", base.commit, "^"+after)
	if err != nil || n == "0" || machine.Shallow(ctx, w.root) != "" {
		return ""
	}
	return fmt.Sprintf("%s has commits that %s lacks (%s). Their changes count, too; BASE...HEAD names the commit where the two parted.", base.name, head.name, n)
}

// A source is a git repository to take files from.
type source struct {
	gitDir string
	work   string // where the user has its files
}

// checkOut writes the files of a commit, with those of submodules, into a
// folder. Other than a worktree of git this is not known to the repository, has
// an index of its own, and runs no hooks.
func (w *workspace) checkOut(ctx context.Context, t *tree, from source, commit, into string) error {
	if err := os.MkdirAll(into, 0o777); err != nil {
		return err
	}
	index, err := os.CreateTemp(w.dir, "index")
	if err != nil {
		return err
	}
	index.Close()
	os.Remove(index.Name()) // git takes an empty file for a broken index
	git := func(args ...string) ([]byte, error) {
		cmd := machine.GitCommand(ctx, into, args...)
		cmd.Env = append(cmd.Env, "GIT_DIR="+from.gitDir, "GIT_WORK_TREE="+into, "GIT_INDEX_FILE="+index.Name())
		cmd.ExtraFiles = []*os.File{w.alive} // the cleaner waits until git, too, has closed it
		return command.Output(cmd)
	}
	if _, err := git("read-tree", commit); err != nil {
		return err
	}
	if _, err := git("checkout-index", "--all", "--force"); err != nil {
		return err
	}
	entries, err := git("ls-files", "--stage", "-z")
	if err != nil {
		return err
	}
	for entry := range bytes.SplitSeq(entries, []byte{0}) {
		if !bytes.HasPrefix(entry, []byte("160000 ")) {
			continue
		}
		about, path, _ := strings.Cut(string(entry), "\t")
		if err := w.fill(ctx, t, from, path, strings.Fields(about)[1], into); err != nil {
			return err
		}
	}
	return nil
}

// fill checks a submodule out of the user's clone of it. What is missing there
// is told, and no error: it may be missing in the working tree as well.
func (w *workspace) fill(ctx context.Context, t *tree, parent source, path, commit, into string) error {
	from := source{work: filepath.Join(parent.work, filepath.FromSlash(path))}
	if _, err := os.Lstat(filepath.Join(from.work, ".git")); err == nil {
		from.gitDir, _ = machine.Git(ctx, from.work, "rev-parse", "--absolute-git-dir")
	} else {
		from.gitDir = moduleDir(ctx, parent.gitDir, path, into)
	}
	if from.gitDir == "" {
		w.note("the submodule %s is not filled in %s; \"git submodule update --init %s\" fetches it", path, t.name, path)
		return nil
	}
	if _, err := machine.Git(ctx, w.dir, "--git-dir", from.gitDir, "--work-tree", w.dir, "cat-file", "-e", commit+"^{commit}"); err != nil {
		w.note("the submodule %s is not filled in %s: its clone lacks commit %.12s, which \"git fetch\" in it may get", path, t.name, commit)
		return nil
	}
	return w.checkOut(ctx, t, from, commit, filepath.Join(into, filepath.FromSlash(path)))
}

// moduleDir finds the clone of a submodule whose folder is away, or returns "".
func moduleDir(ctx context.Context, parent, path, into string) string {
	out, err := command.Output(machine.GitCommand(ctx, into, "config", "--file", filepath.Join(into, ".gitmodules"), "--get-regexp", `^submodule\..*\.path$`))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(out)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		name := strings.TrimSuffix(strings.TrimPrefix(key, "submodule."), ".path")
		dir := filepath.Join(parent, "modules", filepath.FromSlash(name))
		if _, err := os.Stat(dir); value == path && err == nil {
			return dir
		}
	}
	return ""
}

// note adds a note, in one line.
func (w *workspace) note(format string, args ...any) {
	w.notes = append(w.notes, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; "))
}
