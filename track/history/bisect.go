package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"mexlab/track/benchfile"
)

// BisectOptions say what to look for, and where.
type BisectOptions struct {
	Dir       string    // of the module, in a git repository
	Good, Bad string    // commits, as git names them
	Bench     string    // the benchmark's name
	Gate      []string  // the command that compares, without --base, --head and --bench
	Log       io.Writer // what git and the gate say on the way
}

// The exit codes of the gate.
const (
	gateFine       = 0
	gateRegression = 1
	gateBad        = 2
	gateOpen       = 3
)

// The errors, wrapped, of a search without a finding.
var (
	ErrNoRegression = errors.New("no regression")
	ErrOpen         = errors.New("inconclusive")
)

// step turns the gate's exit code into git bisect's: 125 skips a commit that
// the gate cannot decide about or that does not build, 128 ends the search.
// Its first argument is the folder of the module, which git leaves; and git's
// own variables would have the gate take that for the top of the repository.
const step = `unset $(git rev-parse --local-env-vars); cd "$1" || exit 125; shift; "$@"; case $? in 0) exit 0;; 1) exit 1;; 2|3) exit 125;; *) exit 128;; esac`

// Bisect returns the first commit with a regression of a benchmark against the
// good one: "git bisect run" with the gate's verdict. It works in a folder of
// its own, which is gone afterwards, as is the state of git's search.
func Bisect(ctx context.Context, opt BisectOptions) (commit string, err error) {
	good, err := git(ctx, opt.Dir, "rev-parse", "--verify", "--end-of-options", opt.Good+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("the good commit %q: %w", opt.Good, err)
	}
	bad, err := git(ctx, opt.Dir, "rev-parse", "--verify", "--end-of-options", opt.Bad+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("the bad commit %q: %w", opt.Bad, err)
	}
	if _, err := git(ctx, opt.Dir, "merge-base", "--is-ancestor", good, bad); err != nil || good == bad {
		return "", fmt.Errorf("%s does not come before %s; expected the good commit to be an ancestor of the bad one", short(good), short(bad))
	}
	prefix, err := git(ctx, opt.Dir, "rev-parse", "--show-prefix")
	if err != nil {
		return "", err
	}
	parent, err := os.MkdirTemp("", "mexlab-bisect-")
	if err != nil {
		return "", err
	}
	tree := filepath.Join(parent, "tree")
	s := &search{opt, good, tree, filepath.Join(tree, filepath.FromSlash(prefix))}
	defer func() {
		// Also after an interrupt, which has ended ctx.
		clean := context.WithoutCancel(ctx)
		s.Dir = tree
		s.git(clean, "bisect", "reset")
		s.Dir = opt.Dir
		s.git(clean, "worktree", "remove", "--force", tree)
		err = errors.Join(err, os.RemoveAll(parent))
		s.git(clean, "worktree", "prune")
	}()
	if err := s.git(ctx, "worktree", "add", "--detach", tree, bad); err != nil {
		return "", fmt.Errorf("git worktree: %w", err)
	}
	return s.run(ctx, bad)
}

// A search is a bisection at work.
type search struct {
	BisectOptions
	good string
	tree string // the search's own
	dir  string // of the module in it
}

func (s *search) run(ctx context.Context, bad string) (string, error) {
	// Without a regression between the ends git would blame an innocent commit.
	fmt.Fprintf(s.Log, "Comparing %s with %s first\n", short(s.good), short(bad))
	gate := s.gate()
	switch code, err := s.command(ctx, s.dir, gate[0], gate[1:]...); {
	case err != nil:
		return "", err
	case code == gateFine:
		return "", fmt.Errorf("%w of %s between %s and %s", ErrNoRegression, s.Bench, short(s.good), short(bad))
	case code == gateOpen:
		return "", fmt.Errorf("%w: whether %s is slower in %s than in %s", ErrOpen, s.Bench, short(bad), short(s.good))
	case code != gateRegression:
		return "", fmt.Errorf("%s and %s cannot be compared", short(s.good), short(bad))
	}
	s.Dir = s.tree
	if err := s.git(ctx, "bisect", "start", bad, s.good); err != nil {
		return "", fmt.Errorf("git bisect start: %w", err)
	}
	out, runErr := s.output(ctx, append([]string{"bisect", "run", "sh", "-c", step, "mexlab", s.dir}, gate...)...)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if m := regexp.MustCompile(`(?m)^([0-9a-f]{40,64}) is the first bad commit$`).FindStringSubmatch(out); m != nil {
		return m[1], nil
	}
	if _, rest, ok := strings.Cut(out, "only 'skip'ped commits left"); ok {
		commits := regexp.MustCompile(`(?m)^[0-9a-f]{40,64}$`).FindAllString(rest, -1)
		return "", fmt.Errorf("%w: it is one of these, which cannot be told apart: %s", ErrOpen, strings.Join(commits, ", "))
	}
	return "", fmt.Errorf("git bisect run: %w", errors.Join(runErr, errors.New("no commit found")))
}

// gate is the command line of the comparison at a commit.
func (s *search) gate() []string {
	return append(append([]string{}, s.Gate...), "--base", s.good, "--head", "HEAD", "--bench", benchfile.Pattern(s.Bench))
}

// git runs git, with its words going to the log.
func (s *search) git(ctx context.Context, args ...string) error {
	_, err := s.output(ctx, args...)
	return err
}

// output runs git and returns what it says.
func (s *search) output(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := s.prepare(ctx, s.Dir, "git", args...)
	cmd.Stdout = io.MultiWriter(&out, s.Log)
	cmd.Stderr = cmd.Stdout
	err := cmd.Run()
	return out.String(), err
}

// command runs a program and returns its exit code.
func (s *search) command(ctx context.Context, dir, name string, args ...string) (int, error) {
	cmd := s.prepare(ctx, dir, name, args...)
	cmd.Stdout, cmd.Stderr = s.Log, s.Log
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() == nil && errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode(), nil
	}
	return gateFine, err
}

// prepare makes a command that is interrupted, and may clean up, when ctx ends.
func (s *search) prepare(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	endTogether(cmd)
	cmd.WaitDelay = 20 * time.Second
	return cmd
}
