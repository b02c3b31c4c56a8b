package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A repo is a git repository for a test.
type repo struct {
	t   *testing.T
	dir string
}

// TestMain gives all tests one temporary folder, and git one user. It checks
// that no search leaves its own folder behind.
func TestMain(m *testing.M) { os.Exit(inTemp(m.Run)) }

func inTemp(run func() int) int {
	temp, err := os.MkdirTemp("", "history-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(temp)
	for name, value := range map[string]string{
		"TMPDIR": temp, "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		os.Setenv(name, value)
	}
	code := run()
	if left, _ := filepath.Glob(filepath.Join(temp, "mexlab-bisect-*")); len(left) > 0 {
		fmt.Fprintf(os.Stderr, "left: %v\n", left)
		code = max(code, 1)
	}
	return code
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
		fmt.Fprintf(&stream, "M 644 inline module/verdict\ndata 1\n%d\nM 644 inline other\ndata 1\n%d\n", v, i)
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

// clean checks that nothing is left of a search.
func (r *repo) clean() {
	r.t.Helper()
	if list := r.git("worktree", "list", "--porcelain"); strings.Count(list, "worktree ") != 1 {
		r.t.Errorf("worktrees are left:\n%s", list)
	}
	if refs := r.git("for-each-ref", "refs/bisect", "refs/worktree"); refs != "" {
		r.t.Errorf("refs are left: %s", refs)
	}
	for _, name := range []string{"BISECT_START", "BISECT_LOG", "worktrees"} {
		if _, err := os.Stat(filepath.Join(r.dir, ".git", name)); err == nil {
			r.t.Errorf(".git/%s is left", name)
		}
	}
}

// fakeGate stands in for the gate. Its exit code is in the file "verdict" of the
// version that is checked out. It also checks how it is called.
const fakeGate = `[ "$1" = --base ] && [ "$3" = --head ] && [ "$4" = HEAD ] && [ "$5" = --bench ] && [ "$6" = '^BenchmarkX$/^a\.b$' ] || exit 9
[ "$(git rev-parse --show-prefix)" = module/ ] || exit 8
exit $(cat verdict)`

func bisect(r *repo, good, gate string) (string, string, error) {
	var log bytes.Buffer
	commit, err := Bisect(context.Background(), BisectOptions{
		Dir: filepath.Join(r.dir, "module"), Good: good, Bad: "HEAD", Bench: "X/a.b",
		Gate: []string{"sh", "-c", gate, "gate"}, Log: &log,
	})
	return commit, log.String(), err
}

func TestBisect(t *testing.T) {
	for _, test := range []struct {
		name     string
		verdicts []int // of the commits after the good one
		bad      int   // index of the commit expected; -1 for none
		err      error
	}{
		{"found", []int{0, 0, 1, 1}, 2, nil},
		{"skips what does not build and what is inconclusive", []int{3, 0, 1, 2, 1}, 2, nil},
		{"cannot tell", []int{0, 3, 1}, -1, ErrInconclusive},
		{"no regression", []int{0, 0}, -1, ErrNoRegression},
		{"inconclusive between the ends", []int{0, 3}, -1, ErrInconclusive},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			commits := r.load(append([]int{0}, test.verdicts...))
			good, commits := commits[0], commits[1:]
			// Changes that are not committed do not matter, and stay.
			if err := os.WriteFile(filepath.Join(r.dir, "module/verdict"), []byte("draft"), 0o666); err != nil {
				t.Fatal(err)
			}
			got, log, err := bisect(r, good, fakeGate)
			switch {
			case test.err != nil:
				if !errors.Is(err, test.err) {
					t.Errorf("%v, expected %v\n%s", err, test.err, log)
				}
			case err != nil || got != commits[test.bad]:
				t.Errorf("%s, %v; expected %s of %v\n%s", got, err, commits[test.bad], commits, log)
			}
			if text, _ := os.ReadFile(filepath.Join(r.dir, "module/verdict")); string(text) != "draft" {
				t.Errorf("the working tree has changed: %s", text)
			}
			r.clean()
		})
	}
}

func TestBisectEnds(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.commit("module/verdict", "0")
	for _, good := range []string{"HEAD", "nothing", "--help"} {
		if _, _, err := bisect(r, good, fakeGate); err == nil {
			t.Errorf("good commit %q: no error", good)
		}
	}
	r.clean()
}

// An interrupt ends the gate and leaves nothing behind.
func TestBisectInterrupted(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	good := r.load([]int{0, 1, 1, 1, 1})[0]
	started := filepath.Join(t.TempDir(), "started")
	gate := fmt.Sprintf(`[ $(git rev-list --count HEAD) = 5 ] && exit 1; touch %s; sleep 60`, started)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for range 1000 {
			if _, err := os.Stat(started); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	start := time.Now()
	_, err := Bisect(ctx, BisectOptions{Dir: r.dir + "/module", Good: good, Bad: "HEAD", Bench: "X", Gate: []string{"sh", "-c", gate, "gate"}, Log: new(bytes.Buffer)})
	if !errors.Is(err, context.Canceled) || time.Since(start) > 15*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	r.clean()
}
