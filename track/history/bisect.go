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
	"slices"
	"strings"
	"time"

	"mexlab/internal/command"
	"mexlab/internal/machine"
	"mexlab/track/benchfile"
)

// BisectOptions say what to search for, and where.
type BisectOptions struct {
	Dir       string    // of the module, in a git repository
	Good, Bad string    // commits, as git names them
	Bench     string    // the benchmark's name
	Gate      []string  // the command that compares, without --base, --head and --bench
	Log       io.Writer // for what git and the gate say on the way
}

// The exit codes of the gate.
const (
	gateFine         = 0
	gateRegression   = 1
	gateInconclusive = 3
)

// The errors, wrapped, of a search that finds no commit.
var (
	ErrNoRegression = errors.New("no regression")
	ErrInconclusive = errors.New("inconclusive")
)

// step turns the gate's exit code into git bisect's: 125 skips a commit that
// does not build or that the gate cannot decide about, 128 ends the search. Its
// first argument is the folder of the module; git runs it elsewhere. Git's own
// variables have to go: the gate would take that folder for the top of the
// repository.
const step = `unset $(git rev-parse --local-env-vars); cd "$1" || exit 125; shift; "$@"; case $? in 0) exit 0;; 1) exit 1;; 2|3) exit 125;; *) exit 128;; esac`

// Bisect returns the first commit at which a benchmark is slower than at the
// good one: "git bisect run" with the gate's verdicts. It works in a worktree of
// its own, and removes that and the state of git's search in any case.
func Bisect(ctx context.Context, opt BisectOptions) (commit string, err error) {
	var good, bad string
	for _, c := range []struct {
		which, name string
		hash        *string
	}{{"good", opt.Good, &good}, {"bad", opt.Bad, &bad}} {
		if *c.hash, err = machine.Git(ctx, opt.Dir, "rev-parse", "--verify", "--end-of-options", c.name+"^{commit}"); err != nil {
			return "", fmt.Errorf("the %s commit %q: %w", c.which, c.name, err)
		}
	}
	if _, err := machine.Git(ctx, opt.Dir, "merge-base", "--is-ancestor", good, bad); err != nil || good == bad {
		return "", fmt.Errorf("%s does not come before %s; expected the good commit to be an ancestor of the bad one", short(good), short(bad))
	}
	prefix, err := machine.Git(ctx, opt.Dir, "rev-parse", "--show-prefix")
	if err != nil {
		return "", err
	}
	parent, err := os.MkdirTemp("", "mexlab-bisect-")
	if err != nil {
		return "", err
	}
	tree := filepath.Join(parent, "tree")
	s := &search{opt, good, bad, tree, filepath.Join(tree, filepath.FromSlash(prefix))}
	defer func() {
		clean := context.WithoutCancel(ctx) // also after an interrupt
		s.run(clean, tree, "git", "bisect", "reset")
		s.run(clean, opt.Dir, "git", "worktree", "remove", "--force", tree)
		err = errors.Join(err, os.RemoveAll(parent))
		s.run(clean, opt.Dir, "git", "worktree", "prune")
	}()
	if _, err := s.run(ctx, opt.Dir, "git", "worktree", "add", "--detach", tree, bad); err != nil {
		return "", fmt.Errorf("git worktree: %w", err)
	}
	if err := s.compareEnds(ctx); err != nil {
		return "", err
	}
	return s.bisect(ctx)
}

type search struct {
	BisectOptions
	good, bad string // hashes
	tree      string // the search's own worktree
	dir       string // of the module in it
}

// compareEnds makes sure that there is a regression between the two commits.
// Without one git would blame an innocent commit.
func (s *search) compareEnds(ctx context.Context) error {
	fmt.Fprintf(s.Log, "Comparing %s with %s first\n", short(s.good), short(s.bad))
	gate := s.gate()
	_, err := s.run(ctx, s.dir, gate[0], gate[1:]...)
	code := gateFine
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil && exit.Exited() {
		code = exit.ExitCode()
	} else if err != nil {
		return err
	}
	switch code {
	case gateRegression:
		return nil
	case gateFine:
		return fmt.Errorf("%w of %s between %s and %s", ErrNoRegression, s.Bench, short(s.good), short(s.bad))
	case gateInconclusive:
		return fmt.Errorf("%w: the gate cannot tell whether %s is slower in %s than in %s", ErrInconclusive, s.Bench, short(s.bad), short(s.good))
	}
	return fmt.Errorf("%s and %s cannot be compared; the lines above say why", short(s.good), short(s.bad))
}

var (
	firstBad = regexp.MustCompile(`(?m)^([0-9a-f]{40,64}) is the first bad commit$`)
	hashLine = regexp.MustCompile(`(?m)^[0-9a-f]{40,64}$`)
)

// bisect has git search between the two commits.
func (s *search) bisect(ctx context.Context) (commit string, err error) {
	if _, err := s.run(ctx, s.tree, "git", "bisect", "start", s.bad, s.good); err != nil {
		return "", fmt.Errorf("git bisect start: %w", err)
	}
	said, err := s.run(ctx, s.tree, "git", append([]string{"bisect", "run", "sh", "-c", step, "mexlab", s.dir}, s.gate()...)...)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if m := firstBad.FindStringSubmatch(said); m != nil {
		return m[1], nil
	}
	if _, rest, ok := strings.Cut(said, "only 'skip'ped commits left"); ok {
		return "", fmt.Errorf("%w: it is one of these, which cannot be told apart: %s", ErrInconclusive, strings.Join(hashLine.FindAllString(rest, -1), ", "))
	}
	return "", fmt.Errorf("git bisect run: %w", errors.Join(err, errors.New("no commit found")))
}

// gate is the command line that compares a commit with the good one.
func (s *search) gate() []string {
	return append(slices.Clone(s.Gate), "--base", s.good, "--head", "HEAD", "--bench", benchfile.Pattern(s.Bench))
}

// run runs a program, copies all it says to the log, and returns it. When ctx
// ends the program is interrupted, and may clean up.
func (s *search) run(ctx context.Context, dir, name string, args ...string) (said string, err error) {
	var all bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdout = io.MultiWriter(&all, s.Log)
	cmd.Stderr = cmd.Stdout
	command.EndTogether(cmd)
	cmd.WaitDelay = 20 * time.Second
	err = cmd.Run()
	return all.String(), err
}
