package gate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mexlab/internal/command"
	"mexlab/internal/machine"
)

// connect puts what the modules of a commit's tree name outside the repository
// in its place: modules that a replace directive names by a relative path, and
// go.work with the modules that it uses. Git knows of none of them.
func (w *workspace) connect(ctx context.Context, t *tree) error {
	if err := w.carryWork(ctx, t); err != nil {
		return err
	}
	modules, err := w.mainModules(ctx, t)
	if err != nil {
		return err
	}
	for _, module := range modules {
		var mod struct{ Replace []replacement }
		if err := t.read(ctx, &mod, "mod", filepath.Join(module, "go.mod")); err != nil {
			return err
		}
		if err := w.linkReplaced(t, module, mod.Replace); err != nil {
			return err
		}
	}
	return nil
}

// mainModules returns the folders of the modules whose directives count: those
// that go.work uses, or the one around the folder of the tree.
func (w *workspace) mainModules(ctx context.Context, t *tree) (modules []string, err error) {
	if t.gowork == "off" {
		if mod := t.above("go.mod"); mod != "" {
			modules = []string{filepath.Dir(mod)}
		}
		return modules, nil
	}
	var work struct {
		Use     []struct{ DiskPath string }
		Replace []replacement
	}
	if err := t.read(ctx, &work, "work", t.gowork); err != nil {
		return nil, err
	}
	dir := filepath.Dir(t.gowork)
	for _, use := range work.Use {
		module, err := w.link(t, dir, use.DiskPath)
		if err != nil {
			return nil, err
		}
		modules = append(modules, module)
	}
	return modules, w.linkReplaced(t, dir, work.Replace)
}

// carryWork finds the go.work that counts for the tree. One that the user has
// outside the repository, or that git does not keep, is brought to its place first.
func (w *workspace) carryWork(ctx context.Context, t *tree) error {
	dir := filepath.Join(w.root, w.prefix)
	work, err := command.Line(machine.Command(ctx, dir, "go", "env", "GOWORK"))
	if err != nil {
		return err
	}
	if work == "off" {
		t.gowork = work
		return nil
	}
	_, asked := os.LookupEnv("GOWORK")
	if work != "" && (asked || !w.keeps(ctx, work)) {
		for _, file := range []string{work, work + ".sum"} {
			if err := w.carryWorkFile(file, t); err != nil {
				return err
			}
		}
	}
	if asked && work != "" {
		t.gowork = t.place(work)
		return nil
	}
	// Without an answer of ours, go would also look above the temporary folder.
	t.gowork = t.above("go.work")
	if t.gowork == "" {
		t.gowork = "off"
	}
	return nil
}

// keeps reports whether a file is one of those that git keeps for the repository.
func (w *workspace) keeps(ctx context.Context, file string) bool {
	if !within(file, w.root) {
		return false
	}
	_, err := machine.Git(ctx, w.root, "ls-files", "--error-unmatch", "--", file)
	return err == nil
}

// carryWorkFile copies go.work or go.work.sum, if there is none. Absolute paths
// into the repository become those of the tree.
func (w *workspace) carryWorkFile(file string, t *tree) error {
	to := t.place(file)
	text, err := os.ReadFile(file)
	if _, there := os.Lstat(to); there == nil || err != nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	root := regexp.MustCompile(regexp.QuoteMeta(w.root) + `([/\\\s"\x60)]|$)`)
	return os.WriteFile(to, root.ReplaceAll(text, []byte(strings.ReplaceAll(t.place(w.root), "$", "$$")+"$1")), 0o666)
}

// above finds a file in the folder of the module or the next above it, up to the
// root of the tree. It returns "" for none.
func (t *tree) above(name string) string {
	for dir := t.dir; within(dir, t.root); dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return filepath.Join(dir, name)
		}
	}
	return ""
}

// A replacement is a replace directive as "go mod edit -json" writes it.
type replacement struct {
	New struct{ Path, Version string }
}

// read reads go.mod or go.work. Without the file there is nothing to read: go
// itself says better what that means.
func (t *tree) read(ctx context.Context, into any, kind, file string) error {
	if _, err := os.Stat(file); err != nil {
		return nil
	}
	cmd := machine.Command(ctx, filepath.Dir(file), "go", kind, "edit", "-json", file)
	text, err := command.Output(cmd)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func (w *workspace) linkReplaced(t *tree, dir string, replacements []replacement) error {
	for _, r := range replacements {
		if r.New.Version != "" { // not a folder
			continue
		}
		if _, err := w.link(t, dir, r.New.Path); err != nil {
			return err
		}
	}
	return nil
}

// link makes a path that is seen from dir, both in the tree, lead to what the
// user has at its place, if the tree has nothing there. It returns the path.
func (w *workspace) link(t *tree, dir, path string) (string, error) {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path, nil
	}
	path = filepath.Join(dir, path)
	rel, err := filepath.Rel(t.root, path)
	if err != nil || !within(path, t.root) {
		return path, nil // above the root of all files
	}
	return path, w.linkPlace(t, filepath.VolumeName(w.root)+string(filepath.Separator)+rel)
}

// linkPlace links from the tree to a file or folder of the user. If the tree has
// a folder there, because it has others inside, it gets the entries it lacks.
func (w *workspace) linkPlace(t *tree, path string) error {
	place := t.place(path)
	info, err := os.Lstat(place)
	if _, missing := os.Stat(path); missing != nil || within(path, w.root) && err == nil || within(path, w.dir) {
		return nil
	}
	if err != nil {
		if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
			return err
		}
		return os.Symlink(path, place)
	}
	if !info.IsDir() {
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := w.linkPlace(t, filepath.Join(path, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// within reports whether a path is a folder or inside it.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
