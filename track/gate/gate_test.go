package gate

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/internal/command"
	"mexlab/internal/qemu"
	"mexlab/track/table"
)

// A repository is a git repository with the module of testdata/example.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and measures")
	}
	r := &repository{t, t.TempDir()}
	if err := os.CopyFS(r.dir, os.DirFS("testdata/example")); err != nil {
		t.Fatal(err)
	}
	// A module in testdata would not be part of this one.
	if err := os.Rename(filepath.Join(r.dir, "go.mod.txt"), filepath.Join(r.dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q")
	r.commit()
	return r
}

// workspace returns a workspace for the repository, and the tree of a version in it.
func (r *repository) workspace(ref string) (*workspace, *tree) {
	r.t.Helper()
	w, err := openWorkspace(r.t.Context(), r.dir, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { w.close() })
	tree, err := w.tree(r.t.Context(), ref)
	if err != nil {
		r.t.Fatal(err)
	}
	return w, tree
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	args = append([]string{"-c", "user.name=gopher", "-c", "user.email=gopher@example.com"}, args...)
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := command.Output(cmd)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(out)
}

func (r *repository) commit() {
	r.t.Helper()
	r.git("add", ".")
	r.git("commit", "-q", "-m", "A version")
}

// edit replaces text in a file.
func (r *repository) edit(name, old, new string) {
	r.t.Helper()
	name = filepath.Join(r.dir, name)
	text, err := os.ReadFile(name)
	if err != nil {
		r.t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		r.t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(name, bytes.ReplaceAll(text, []byte(old), []byte(new)), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// run compares, and checks that nothing is left behind.
func (r *repository) run(opt Options) *Report {
	r.t.Helper()
	temp := r.t.TempDir()
	r.t.Setenv("TMPDIR", temp)
	opt.Dir, opt.Packages = r.dir, []string{"./..."}
	if opt.Bench == "" {
		opt.Bench = "."
	}
	opt.Threshold, opt.MaxTime = 0.1, cmp.Or(opt.MaxTime, 6*time.Second)
	report, err := Run(context.Background(), opt)
	if err != nil {
		r.t.Fatal(err)
	}
	r.clean(temp)
	return report
}

// clean checks that neither the repository nor the temporary folder has
// anything of a comparison.
func (r *repository) clean(temp string) {
	r.t.Helper()
	if trees := r.git("worktree", "list", "--porcelain"); strings.Count(trees, "worktree ") != 1 {
		r.t.Errorf("worktrees are left: %s", trees)
	}
	left, err := filepath.Glob(filepath.Join(temp, "*"))
	if err != nil || len(left) > 0 {
		r.t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
	if status := r.git("status", "--porcelain"); strings.Contains(status, "??") {
		r.t.Errorf("left in the repository: %s", status)
	}
}

func TestIdentical(t *testing.T) {
	r := newRepository(t)
	r.edit("README", "An example", "The example")
	report := r.run(Options{Base: "HEAD"})
	if report.Verdict != Fine || !slices.Equal(report.Identical, []string{"example.com/sums"}) || len(report.Results) > 0 {
		t.Errorf("%+v", report)
	}
}

// A version has a slower function, one that allocates more, and a benchmark
// with another name.
func TestRegression(t *testing.T) {
	r := newRepository(t)
	r.edit("sums.go", "range values", "range twice(values)")
	r.edit("sums.go", "make([]int, 0, len(all))", "[]int{}")
	r.edit("sums_test.go", "func BenchmarkLeast", "func BenchmarkMinimum")
	r.commit()
	err := qemu.Missing(runtime.GOARCH)
	profiles := t.TempDir()
	report := r.run(Options{Base: "HEAD~1", Head: "HEAD", Insns: err == nil, Layouts: 6, Profile: profiles})
	if !errors.Is(report.Err(), ErrRegression) || len(report.Results) != 2 {
		t.Fatalf("%+v", report)
	}
	positive, sum := report.Results[1], report.Results[0]
	if sum.Name != "BenchmarkSum/n=100" || sum.Verdict != "regression" || sum.Change < 0.3 || sum.P > 0.05 || len(sum.Raw) != sum.Pairs || sum.Layouts < 2 {
		t.Errorf("%+v", sum)
	}
	if f := sum.Functions; len(f) == 0 || f[0].Name != "example.com/sums.twice" || f[0].Share < 0.5 {
		t.Errorf("functions %+v, expected twice first; %v", f, report.Notes)
	}
	for _, name := range []string{"example.com_sums.BenchmarkSum_n=100.old.pprof", "example.com_sums.BenchmarkSum_n=100.new.pprof"} {
		if _, err := os.Stat(filepath.Join(profiles, name)); err != nil {
			t.Error(err)
		}
	}
	if n := sum.Insns; err == nil && (n == nil || n[0] < 100 || n[1] < 1.5*n[0]) {
		t.Errorf("instructions: %v, expected many more", n)
	}
	if !strings.Contains(strings.Join(positive.Reasons, " "), "allocs/op 1 -> ") {
		t.Errorf("%+v", positive)
	}
	if !slices.Equal(report.Vanished, []string{"example.com/sums.BenchmarkLeast"}) ||
		!slices.Equal(report.Added, []string{"example.com/sums.BenchmarkMinimum"}) {
		t.Errorf("vanished %v, added %v", report.Vanished, report.Added)
	}
	var text, markdown bytes.Buffer
	if err := errors.Join(report.WriteText(&text, table.Plain), report.WriteMarkdown(&markdown)); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{text.String(), markdown.String()} {
		for _, want := range []string{": regression", "Sum/n=100", "Vanished: example.com/sums.BenchmarkLeast", "allocs/op", "sums.twice +"} {
			if !strings.Contains(s, want) {
				t.Errorf("the report lacks %q: %s", want, s)
			}
		}
	}
	if _, err := json.Marshal(report); err != nil {
		t.Error(err)
	}

	// In the other direction it is faster, and the other benchmark has vanished.
	back := r.run(Options{Base: "HEAD", Head: "HEAD~1", Bench: "Sum|Minimum", MayVanish: true})
	if back.Verdict != Fine || back.Results[0].Verdict != "improvement" || len(back.Vanished) != 1 {
		t.Errorf("%+v", back)
	}
}

func TestErrors(t *testing.T) {
	r := newRepository(t)
	for _, test := range []struct {
		opt  Options
		edit [2]string // of sums.go
		want string
	}{
		{Options{Base: "no-such-ref"}, [2]string{}, `"no-such-ref" is no commit`},
		{Options{Base: "--help"}, [2]string{}, `"--help" is no commit`},
		{Options{Base: "HEAD", Bench: "("}, [2]string{}, "the pattern of benchmarks"},
		{Options{Base: "HEAD", Bench: "NoSuch"}, [2]string{"sum += v", "sum -= -v"}, `no benchmarks match "NoSuch"`},
		{Options{Base: "HEAD", Bench: "Sum"}, [2]string{"sum -= -v", "sum += w"}, "undefined: w"},
	} {
		if test.edit[0] != "" {
			r.edit("sums.go", test.edit[0], test.edit[1])
		}
		temp := t.TempDir()
		t.Setenv("TMPDIR", temp)
		test.opt.Dir, test.opt.Packages, test.opt.MaxTime = r.dir, []string{"./..."}, time.Second
		if report, err := Run(context.Background(), test.opt); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, %v; expected an error about %s", test.opt, report, err, test.want)
		}
		r.clean(temp)
	}
}

// A benchmark that panics in the new version is a regression of its own.
func TestPanics(t *testing.T) {
	r := newRepository(t)
	r.edit("sums.go", "sum += v", `sum += v; panic("too much")`)
	report := r.run(Options{Base: "HEAD", Bench: "Sum"})
	if report.Verdict != Regression || len(report.Results) != 1 || !strings.Contains(report.Results[0].Reasons[0], "too much") {
		t.Errorf("%+v", report)
	}
}

// Ending early, at any time, leaves nothing behind.
func TestCancel(t *testing.T) {
	r := newRepository(t)
	r.edit("sums.go", "sum += v", "sum -= -v")
	for _, after := range []time.Duration{0, 50 * time.Millisecond, 500 * time.Millisecond, time.Second, 3 * time.Second} {
		temp := t.TempDir()
		t.Setenv("TMPDIR", temp)
		ctx, cancel := context.WithTimeout(context.Background(), after)
		_, err := Run(ctx, Options{Dir: r.dir, Base: "HEAD", Packages: []string{"./..."}, Bench: ".", Threshold: 1e-9, MaxTime: time.Minute})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: %v", after, err)
		}
		r.clean(temp)
	}
}

// asGate names the repository in which the test binary is to compare.
const asGate = "MEXLAB_TEST_GATE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asGate); dir != "" {
		Run(context.Background(), Options{Dir: dir, Base: "HEAD", Packages: []string{"./..."}, Bench: ".", Threshold: 1e-9, MaxTime: time.Minute,
			Progress: func(_, _ int, what string) { os.Stdout.WriteString(what + "\n") }})
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Even a process that is killed leaves nothing behind after a moment.
func TestKilled(t *testing.T) {
	r := newRepository(t)
	r.edit("sums.go", "sum += v", "sum -= -v")
	temp := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asGate+"="+r.dir, "TMPDIR="+temp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.HasPrefix(lines.Text(), "Benchmark"); {
	}
	cmd.Process.Kill()
	cmd.Wait()
	for range 100 {
		if left, _ := filepath.Glob(filepath.Join(temp, "mexlab-gate-*")); len(left) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond) // the list of worktrees is put in order last
	r.clean(temp)
}
