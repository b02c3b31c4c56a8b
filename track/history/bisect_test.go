package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mexlab/internal/machine"
	"mexlab/track/gate"
)

// A repo is a git repository for a test.
type repo struct {
	t   *testing.T
	dir string
}

// TestMain gives git one user.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	r := &repo{t, t.TempDir()}
	r.git("init", "-q")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// load makes a commit for each verdict, all at once, and checks out the last.
func (r *repo) load(verdicts []int) []string {
	r.t.Helper()
	var stream strings.Builder
	for i, v := range verdicts {
		fmt.Fprintf(&stream, "commit refs/heads/main\ncommitter A <a@example.com> %d +0000\ndata 4\nStep\n", 1000+i)
		fmt.Fprintf(&stream, "M 644 inline module/verdict\ndata 1\n%d\nM 644 inline other\ndata 3\n%03d\n", v, i)
	}
	cmd := exec.Command("git", "fast-import", "--quiet")
	cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(stream.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git fast-import: %v\n%s", err, out)
	}
	r.git("checkout", "-q", "main")
	return strings.Fields(r.git("rev-list", "--reverse", "main"))
}

// commit writes a file and commits it.
func (r *repo) commit(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	r.git("add", ".")
	r.git("commit", "-q", "-m", "Change "+name)
	return r.git("rev-parse", "HEAD")
}

// A fake stands in for the gate. A digit in the file "verdict" of a commit is
// what it says: the gate's exit code.
type fake struct {
	t     *testing.T
	dir   string
	good  string
	seen  []string // the commits that it compared
	lines []string // what the search reported
}

func (f *fake) compare(ctx context.Context, good, commit string) (Finding, error) {
	if good != f.good || slices.Contains(f.seen, commit) {
		f.t.Errorf("compared %s with %s, after %v", commit, good, f.seen)
	}
	f.seen = append(f.seen, commit)
	verdict, err := machine.Git(ctx, f.dir, "show", commit+":module/verdict")
	if err != nil {
		return Finding{}, err
	}
	switch verdict {
	case "0":
		return Finding{Fine, "same"}, nil
	case "1":
		return Finding{Slow, "regression: slower (+170%)"}, nil
	case "3":
		return Finding{Skipped, "skipped: inconclusive"}, nil
	}
	return Finding{}, errors.New("it does not build\nat all")
}

func (f *fake) bisect(good, bad string) (string, error) {
	f.good, _ = machine.Git(context.Background(), f.dir, "rev-parse", good)
	step, err := Bisect(context.Background(), BisectOptions{Dir: filepath.Join(f.dir, "module"), Good: good, Bad: bad, Bench: "X",
		Compare: f.compare, Report: func(s Step) { f.lines = append(f.lines, s.String()) }})
	if err != nil {
		return "", err
	}
	return step.Commit, nil
}

func TestBisect(t *testing.T) {
	for _, test := range []struct {
		name     string
		verdicts []int // of the commits after the good one
		bad      int   // index of the commit expected; -1 for none
		err      error
	}{
		{"found", []int{0, 0, 1, 1}, 2, nil},
		{"the next one", []int{1}, 0, nil},
		{"the first of many", slices.Repeat([]int{1}, 100), 0, nil},
		{"the last of many", append(slices.Repeat([]int{0}, 100), 1), 100, nil},
		{"skips what does not build and what is inconclusive", []int{3, 0, 1, 2, 1}, 2, nil},
		{"skips the middle", []int{2, 2, 2, 0, 1}, 4, nil},
		{"cannot tell", []int{0, 3, 1}, -1, ErrInconclusive},
		{"no regression", []int{0, 0}, -1, ErrNoRegression},
		{"inconclusive between the ends", []int{0, 3}, -1, ErrInconclusive},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			commits := r.load(append([]int{0}, test.verdicts...))
			f := &fake{t: t, dir: r.dir}
			got, err := f.bisect(commits[0], "HEAD")
			switch {
			case test.err != nil:
				if !errors.Is(err, test.err) {
					t.Errorf("%v, expected %v\n%q", err, test.err, f.lines)
				}
			case err != nil || got != commits[1+test.bad]:
				t.Errorf("%s, %v; expected %s of %v\n%q", got, err, commits[1+test.bad], commits, f.lines)
			}
			if most := 9; len(test.verdicts) > 90 && len(f.lines) > most {
				t.Errorf("%d steps, expected at most %d: %q", len(f.lines), most, f.lines)
			}
		})
	}
}

// A long run of commits that do not build is left behind in big steps.
func TestBisectSkips(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	commits := r.load(slices.Concat(slices.Repeat([]int{0}, 40), slices.Repeat([]int{2}, 80), slices.Repeat([]int{0}, 20), slices.Repeat([]int{1}, 20)))
	f := &fake{t: t, dir: r.dir}
	got, err := f.bisect(commits[0], "HEAD")
	if err != nil || got != commits[140] || len(f.lines) > 30 {
		t.Errorf("%s, %v after %d steps; expected %s\n%q", got, err, len(f.lines), commits[140], f.lines)
	}
}

func TestBisectLines(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	commits := r.load([]int{0, 0, 2, 0, 1})
	f := &fake{t: t, dir: r.dir}
	if _, err := f.bisect(commits[0], "main"); err != nil {
		t.Error(err)
	}
	want := []string{
		"1 of 3: " + commits[4][:12] + " Step ... regression: slower (+170%)",
		"2 of 3: " + commits[2][:12] + " Step ... skipped: it does not build",
		"3 of 4: " + commits[3][:12] + " Step ... same",
	}
	if len(f.lines) < 3 || !slices.Equal(f.lines[:3], want) {
		t.Errorf("%q, expected %q first", f.lines, want)
	}
}

func TestBisectEnds(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.commit("module/verdict", "0")
	f := &fake{t: t, dir: r.dir}
	for _, good := range []string{"HEAD", "nothing", "--help"} {
		if _, err := f.bisect(good, "HEAD"); err == nil || len(f.seen) > 0 {
			t.Errorf("good commit %q: %v", good, err)
		}
	}
	r.commit("module/verdict", "2")
	if _, err := f.bisect("HEAD~1", "HEAD"); err == nil || errors.Is(err, ErrInconclusive) || !strings.Contains(err.Error(), "does not build\nat all") {
		t.Errorf("a bad end that does not build: %v", err)
	}
}

// In a hook of git, whose variables name another repository, the search is in the
// one of its folder.
func TestBisectInHook(t *testing.T) {
	r := newRepo(t)
	commits := r.load([]int{0, 0, 1})
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"} {
		t.Setenv(name, filepath.Join(t.TempDir(), "other"))
	}
	f := &fake{t: t, dir: r.dir}
	if got, err := f.bisect(commits[0], commits[2]); err != nil || got != commits[2] {
		t.Errorf("%s, %v; expected %s", got, err, commits[2])
	}
}

// The end of its context ends a search with the cause.
func TestBisectInterrupted(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	good := r.load([]int{0, 1, 1, 1, 1})[0]
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	_, err := Bisect(ctx, BisectOptions{Dir: r.dir + "/module", Good: good, Bad: "HEAD", Bench: "X", Report: func(Step) { cancel(why) },
		Compare: func(context.Context, string, string) (Finding, error) { return Finding{Slow, ""}, ctx.Err() }})
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	result := func(pkg, name, verdict string, change float64, worse ...string) *gate.Result {
		return &gate.Result{Package: pkg, Name: name, Verdict: verdict, Change: change, Low: 0.0001, Worse: worse, Reasons: []string{"why"}}
	}
	for _, test := range []struct {
		report gate.Report
		want   Finding
		err    string
	}{
		{gate.Report{Results: []*gate.Result{result("p", "BenchmarkX", "regression", 1.7, "time", "mean")}}, Finding{Slow, "regression: slower (+170%)"}, ""},
		{gate.Report{Results: []*gate.Result{result("p", "BenchmarkX", "regression", 0.001, "mean")}}, Finding{Slow, "regression: why"}, ""},
		{gate.Report{Results: []*gate.Result{result("p", "BenchmarkX", "inconclusive", 0.03)}}, Finding{Skipped, "skipped: inconclusive, why"}, ""},
		{gate.Report{Results: []*gate.Result{result("p", "BenchmarkX", "same", 0.003), result("q", "BenchmarkX", "regression", 0.05, "time")}},
			Finding{Slow, "regression: slower (+5.0%)"}, ""},
		{gate.Report{Identical: []string{"p"}}, Finding{Fine, "same: both versions give the same test binary"}, ""},
		{gate.Report{Identical: []string{"p"}, Vanished: []string{"q.BenchmarkX"}}, Finding{}, "it has no BenchmarkX"},
		{gate.Report{Base: "v1", Added: []string{"q.BenchmarkX"}}, Finding{}, "v1 has no BenchmarkX"},
	} {
		got, err := find(&test.report, "BenchmarkX")
		if got != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("%+v: %+v, %v; expected %+v, %q", test.report, got, err, test.want, test.err)
		}
	}
}
