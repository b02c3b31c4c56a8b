package gate

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// write writes files, and makes their folders.
func (r *repository) write(files map[string]string) {
	r.t.Helper()
	for name, text := range files {
		name = filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			r.t.Fatal(err)
		}
	}
}

// module is a package without benchmarks.
var module = map[string]string{"go.mod": "module example.com/f\n\ngo 1.24\n", "f.go": "package f\n\nvar Sink int\n"}

// newModule makes a repository with a small module in a folder that is empty but
// for the repository.
func newModule(t *testing.T, files map[string]string) *repository {
	t.Helper()
	if testing.Short() {
		t.Skip("builds")
	}
	r := &repository{t, filepath.Join(t.TempDir(), "repo")}
	r.write(module)
	r.write(files)
	r.git("init", "-q", "-b", "main")
	r.commit()
	return r
}

// benchmarkFile is a file of tests with a benchmark, which does what is given.
func benchmarkFile(imports, body string) string {
	return "package f\n\nimport (\n\t\"testing\"\n" + imports + ")\n\nfunc BenchmarkX(b *testing.B) {\n" + body + "\n\tfor b.Loop() {\n\t\tSink++\n\t}\n}\n"
}

// conditions are what a commit's tree has to be like so that a benchmark runs in
// it as it does in the working tree.
var conditions = []struct {
	name  string
	files map[string]string
	dir   string // of the module; "" is the repository
	carry []string
	want  string // part of the error; "" for none
}{
	{name: "modules beside the repository and above", files: map[string]string{
		"go.mod": "module example.com/f\n\ngo 1.24\n\nrequire (\n\texample.com/lib v0.0.0\n\texample.com/top v0.0.0\n)\n\n" +
			"replace (\n\texample.com/lib => ../lib\n\texample.com/top => ..\n)\n",
		"x_test.go":     benchmarkFile("\t\"example.com/lib\"\n\t\"example.com/top/deep\"\n", "\tSink += lib.One + deep.One"),
		"../lib/go.mod": "module example.com/lib\n\ngo 1.24\n", "../lib/lib.go": "package lib\n\nconst One = 1\n",
		"../go.mod": "module example.com/top\n\ngo 1.24\n", "../deep/lib.go": "package deep\n\nconst One = 1\n"}},
	{name: "go.work that git ignores", dir: "app", files: map[string]string{
		"go.work": "go 1.24\n\nuse (\n\t./app\n\t./lib\n)\n", ".gitignore": "go.work\n",
		"app/go.mod": "module example.com/app\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n", "app/f.go": "package f\n\nvar Sink int\n",
		"app/x_test.go": benchmarkFile("\t\"example.com/lib\"\n", "\tSink += lib.One"),
		"lib/go.mod":    "module example.com/lib\n\ngo 1.24\n", "lib/lib.go": "package lib\n\nconst One = 1\n"}},
	{name: "go.work above the repository", files: map[string]string{
		"x_test.go":     benchmarkFile("\t\"example.com/lib\"\n", "\tSink += lib.One"),
		"../go.work":    "go 1.24\n\nuse (\n\t./repo\n\t./lib\n)\n",
		"../lib/go.mod": "module example.com/lib\n\ngo 1.24\n\nrequire example.com/far v0.0.0\n\nreplace example.com/far => ../far\n",
		"../lib/lib.go": "package lib\n\nimport \"example.com/far\"\n\nconst One = far.One\n",
		"../far/go.mod": "module example.com/far\n\ngo 1.24\n", "../far/far.go": "package far\n\nconst One = 1\n"}},
	{name: "data by runtime.Caller, carried over", carry: []string{"data"}, files: map[string]string{"data/x": "", ".gitignore": "data/\n",
		"x_test.go": benchmarkFile("\t\"os\"\n\t\"path/filepath\"\n\t\"runtime\"\n", "\t_, file, _, _ := runtime.Caller(0)\n"+
			"\tif _, err := os.ReadFile(filepath.Join(filepath.Dir(file), \"data/x\")); err != nil {\n\t\tb.Fatal(err)\n\t}")}},
	{name: "testdata that git ignores", files: map[string]string{"testdata/deep/x": "text", ".gitignore": "testdata/\n",
		"x_test.go": benchmarkFile("\t_ \"embed\"\n", "\tSink += len(text)") + "\n//go:embed testdata/deep/x\nvar text string\n"}},
	{name: "other data that git ignores", files: map[string]string{"data/x": "", ".gitignore": "data/\n",
		"x_test.go": benchmarkFile("\t\"os\"\n", "\tif _, err := os.ReadFile(\"data/x\"); err != nil {\n\t\tb.Skip(err)\n\t}")},
		want: "unlike in the working tree (x_test.go:10: open data/x: no such file or directory); if git does not keep data/x, --carry with its path carries it over from the working tree"},
	{name: "nothing to carry over", carry: []string{"nowhere"}, want: "--carry nowhere: there is no such file"},
}

func TestConditions(t *testing.T) {
	for _, test := range conditions {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"x_test.go": benchmarkFile("", "")}
			if test.dir != "" {
				files = map[string]string{}
			}
			maps.Copy(files, test.files)
			r := newModule(t, files)
			same, names, err := list(t, filepath.Join(r.dir, test.dir), test.carry)
			switch {
			case test.want != "":
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v; expected an error about %s", err, test.want)
				}
			case err != nil || !same || !slices.Equal(names, []string{"BenchmarkX"}):
				t.Errorf("the same: %v; benchmarks %v in HEAD; %v", same, names, err)
			}
			if status := r.git("status", "--porcelain"); status != "" {
				t.Errorf("the repository has changed: %s", status)
			}
		})
	}
}

// list compares HEAD with the working tree, as Run does, up to the point where
// something is measured. It returns whether the test binaries are the same, and
// the benchmarks of HEAD.
func list(t *testing.T, dir string, carry []string) (same bool, names []string, err error) {
	ctx := t.Context()
	space, err := openWorkspace(ctx, dir, carry)
	if err != nil {
		return false, nil, err
	}
	defer space.close()
	g := &gate{Options: Options{Packages: []string{"./..."}, Bench: "."}, space: space, report: &Report{}}
	base, err := space.tree(ctx, "HEAD")
	if err != nil {
		return false, nil, err
	}
	head, err := space.tree(ctx, "")
	if err != nil {
		return false, nil, err
	}
	old, new, err := g.packages(ctx, base, head)
	if err != nil {
		return false, nil, err
	}
	if len(old) != 1 || len(new) != 1 {
		t.Fatalf("packages %v and %v, expected one", old, new)
	}
	versions := [2]*version{{tree: base}, {tree: head}}
	for path := range old {
		versions[0].pkg, versions[1].pkg = old[path], new[path]
	}
	if err := g.build(ctx, versions, trimmed); err != nil {
		return false, nil, err
	}
	same = versions[0].sum == versions[1].sum
	err = g.list(ctx, versions)
	for name, f := range versions[0].faults {
		b := &benchmark{name: name, versions: versions, faults: [2]*fault{f, versions[1].faults[name]}, result: &Result{}}
		b.judgeFaults()
		err = errors.New(strings.Join(b.result.Reasons, "\n"))
	}
	return same, versions[0].names, err
}

// Submodules are filled from the user's clone of them, also if the working tree
// has them no longer. What cannot be filled is told.
func TestSubmodule(t *testing.T) {
	t.Parallel()
	lib := newModule(t, map[string]string{"go.mod": "module example.com/lib\n", "f.go": "package lib\n\nconst One = 1\n"})
	r := newModule(t, map[string]string{
		"go.mod":    "module example.com/f\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n",
		"x_test.go": benchmarkFile("\t\"example.com/lib\"\n", "\tSink += lib.One")})
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib.dir, "lib")
	r.commit()
	if same, names, err := list(t, r.dir, nil); err != nil || !same || len(names) != 1 {
		t.Errorf("the same: %v; benchmarks %v; %v", same, names, err)
	}
	r.git("rm", "-q", "lib")
	for _, test := range []struct{ file, note string }{
		{"f.go", ""},
		{"lib", "the submodule lib is not filled in HEAD ("},
	} {
		if test.note != "" {
			if err := os.RemoveAll(filepath.Join(r.dir, ".git/modules")); err != nil {
				t.Fatal(err)
			}
		}
		space, tree := r.workspace("HEAD")
		if _, err := os.Stat(filepath.Join(tree.dir, "lib/f.go")); (err == nil) != (test.note == "") {
			t.Errorf("the file of the submodule: %v", err)
		}
		if notes := strings.Join(space.notes, "\n"); !strings.HasPrefix(notes, test.note) || (test.note == "") != (notes == "") {
			t.Errorf("notes %q, expected %q", notes, test.note)
		}
	}
}

// In a hook of "git commit -a", with the index that is being committed in the
// environment, the commit gets what it should. Nothing else of the repository
// changes either: other hooks do not run, and the user's worktree whose folder is
// away for now stays registered.
func TestInHook(t *testing.T) {
	t.Parallel()
	r := newModule(t, map[string]string{"x_test.go": benchmarkFile("", "")})
	away := filepath.Join(t.TempDir(), "away")
	r.git("worktree", "add", "-q", "--detach", away)
	if err := os.RemoveAll(away); err != nil {
		t.Fatal(err)
	}
	ran := filepath.Join(t.TempDir(), "ran")
	for _, hook := range []string{"post-checkout", "post-index-change"} {
		r.write(map[string]string{".git/hooks/" + hook: "#!/bin/sh\necho $0 $* >>" + ran + "\nexit 1\n"})
	}
	r.edit("f.go", "Sink int\n", "Sink int // counts\n")
	if report, err := run(r, Options{Base: "HEAD"}); err != nil || report.Verdict != Fine {
		t.Errorf("%+v, %v", report, err)
	}
	if which, err := os.ReadFile(ran); err == nil {
		t.Errorf("hooks ran: %s", which)
	}
	r.write(map[string]string{".git/hooks/pre-commit": "#!/bin/sh\n" + asGate + "=. exec " + os.Args[0] + "\n"})
	r.git("commit", "-q", "-a", "-m", "A remark")
	if text := r.git("show", "HEAD:f.go"); !strings.Contains(text, "// counts") {
		t.Errorf("the commit has lost what it should have: %s", text)
	}
	if status := r.git("status", "--porcelain"); status != "" {
		t.Errorf("after the commit: %s", status)
	}
	if list := r.git("worktree", "list"); strings.Count(list, "\n") != 2 {
		t.Errorf("the worktrees are %s", list)
	}
}

// run compares all packages and benchmarks of a repository.
func run(r *repository, opt Options) (*Report, error) {
	opt.Dir, opt.Threshold, opt.MaxTime = cmp.Or(opt.Dir, r.dir), 0.1, time.Second
	opt.Bench = cmp.Or(opt.Bench, ".")
	if opt.Packages == nil {
		opt.Packages = []string{"./..."}
	}
	return Run(context.Background(), opt)
}

// The change adds the first benchmark, or the module.
func TestFirst(t *testing.T) {
	t.Parallel()
	r := newModule(t, nil)
	r.write(map[string]string{"x_test.go": benchmarkFile("", "")})
	report, err := run(r, Options{Base: "HEAD"})
	if err != nil || report.Verdict != Fine || !slices.Equal(report.Added, []string{"example.com/f.BenchmarkX"}) {
		t.Errorf("%+v, %v", report, err)
	}
	r.git("rm", "-q", "--cached", "-r", ".")
	r.git("commit", "-q", "-m", "Nothing")
	report, err = run(r, Options{Base: "HEAD"})
	if err != nil || report.Verdict != Fine || len(report.Added) != 1 || len(report.Notes) != 1 || !strings.Contains(report.Notes[0], "has no go.mod") {
		t.Errorf("%+v, %v", report, err)
	}
}

// Without anything to compare, the message says what is missing.
func TestNothing(t *testing.T) {
	t.Parallel()
	r := newModule(t, nil)
	r.edit("f.go", "Sink int\n", "Sink int // counts\n")
	r.commit()
	shallow := filepath.Join(t.TempDir(), "shallow")
	r.git("clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(r.dir), shallow)
	for _, test := range []struct {
		opt  Options
		want string
	}{
		{Options{Base: "HEAD"}, "no benchmarks at all in"},
		{Options{Base: "HEAD", Packages: []string{".", "./nowhere"}}, "no package is called ./nowhere"},
		{Options{Base: "HEAD~1", Dir: shallow}, "fetch-depth"},
		{Options{Base: "HEAD~1...HEAD", Dir: shallow}, "fetch-depth"},
	} {
		if report, err := run(r, test.opt); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %+v, %v; expected an error about %s", test.opt, report, err, test.want)
		}
	}
	r.write(map[string]string{"x_test.go": benchmarkFile("", "")})
	if err := os.Rename(filepath.Join(r.dir, "go.mod"), filepath.Join(r.dir, "mod")); err != nil {
		t.Fatal(err)
	}
	if report, err := run(r, Options{Base: "HEAD"}); err == nil || !strings.Contains(err.Error(), "no go.mod") {
		t.Errorf("%+v, %v; expected an error about go.mod", report, err)
	}
}

// A base that has moved on is told, and A...B is where it was left.
func TestMovedOn(t *testing.T) {
	t.Parallel()
	r := newModule(t, map[string]string{"x_test.go": benchmarkFile("", "")})
	left := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	r.git("checkout", "-q", "-b", "topic")
	r.edit("f.go", "Sink int\n", "Sink int // counts\n")
	r.commit()
	r.git("checkout", "-q", "main")
	r.write(map[string]string{"README": "moved on"})
	r.commit()
	space, err := openWorkspace(t.Context(), r.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer space.close()
	for _, test := range []struct{ base, head, name, note string }{
		{"main", "topic", "main (", "has commits that topic ("},
		{"main...topic", "topic", "main...topic (" + left[:12] + ")", ""},
		{"topic", "", "topic (", "has commits that the working tree lacks (1)"},
	} {
		base, err := space.tree(t.Context(), test.base)
		if err != nil {
			t.Fatal(err)
		}
		head, err := space.tree(t.Context(), test.head)
		if err != nil {
			t.Fatal(err)
		}
		note := space.movedOn(t.Context(), base, head)
		if !strings.HasPrefix(base.name, test.name) || !strings.Contains(note, test.note) || (test.note == "") != (note == "") {
			t.Errorf("base %s, note %q; expected %s and %q", base.name, note, test.name, test.note)
		}
	}
}

// The temporary folder may be named relative to this one, and be in the repository.
func TestRelativeTemp(t *testing.T) {
	r := newModule(t, map[string]string{"x_test.go": benchmarkFile("", ""), "testdata/x": "", ".gitignore": "testdata\n"})
	t.Chdir(r.dir)
	t.Setenv("TMPDIR", "temp")
	if err := os.Mkdir("temp", 0o777); err != nil {
		t.Fatal(err)
	}
	if same, names, err := list(t, ".", nil); err != nil || !same || len(names) != 1 {
		t.Errorf("the same: %v; benchmarks %v; %v", same, names, err)
	}
	r.clean("temp")
}

// GOWORK names the file that counts, wherever it is.
func TestGoWork(t *testing.T) {
	r := newModule(t, map[string]string{
		"go.mod":        "module example.com/f\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n",
		"x_test.go":     benchmarkFile("\t\"example.com/lib\"\n", "\tSink += lib.One"),
		"../lib/go.mod": "module example.com/lib\n\ngo 1.24\n", "../lib/lib.go": "package lib\n\nconst One = 1\n"})
	r.write(map[string]string{"../etc/my.work": "go 1.24\n\nuse (\n\t" + r.dir + "\n\t../lib\n)\n"})
	t.Setenv("GOWORK", filepath.Join(r.dir, "../etc/my.work"))
	if same, names, err := list(t, r.dir, nil); err != nil || !same || len(names) != 1 {
		t.Errorf("the same: %v; benchmarks %v; %v", same, names, err)
	}
}
